import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { playerCopiesIn } from '../../community/index.ts'
import { type PlayerService, upkeepOf } from '../../player/index.ts'
import type { AppContext } from '../context.ts'
import type { Notice } from '../notifications/notice.ts'
import { type KnownEnds, upkeepNotices } from '../notifications/upkeep.ts'

const EVERY_MS = 30 * 60_000

/** True when something read for a player is kept: somebody has signed in here and not out again. */
function hasCopies(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.json')) // what names them is there for everybody
  } catch {
    return false
  }
}

/**
 * Looks by and by whether something of the player's must be paid for, and posts it. Returns the first look, to be had once the
 * start is over: Home tells of upkeep as soon as the player was read, also where notifications of it are off.
 */
export function watchUpkeep(
  app: Pick<AppContext, 'profileDir' | 'settings' | 'now' | 'log' | 'onQuit'>,
  player: Pick<PlayerService, 'view' | 'player'>,
  notify: (notice: Notice) => void,
): () => Promise<void> {
  const { profileDir, settings, now, log, onQuit } = app
  const known: KnownEnds = new Map()
  // Who has never signed in here is not looked for: that would open the keychain for nothing.
  const isHere = () =>
    player.view.state === 'signed-in' ||
    (player.view.state === 'unasked' && hasCopies(playerCopiesIn(join(profileDir, 'cache'))))
  const isSilent = () => settings.settings.silenced.includes('upkeep')
  const look = async () => {
    if (!isHere()) return
    const { value, asOf } = await player.player(false)
    if (!value || isSilent()) return
    upkeepNotices(upkeepOf(value), Date.parse(asOf), now().getTime(), known).forEach(notify)
  }
  const lookSafely = () => look().catch(() => log.info('upkeep could not be looked at'))
  const timer = setInterval(() => (isSilent() ? undefined : void lookSafely()), EVERY_MS)
  onQuit(() => clearInterval(timer))
  return lookSafely
}
