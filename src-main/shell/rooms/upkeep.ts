import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { playerCopiesIn } from '../../community/index.ts'
import { type PlayerRoom, upkeepOf } from '../../player/index.ts'
import type { AppContext } from '../context.ts'
import type { Notice } from '../notifications/notice.ts'
import { type KnownEnds, upkeepNotices } from '../notifications/upkeep.ts'

const FIRST_MS = 90_000
const EVERY_MS = 30 * 60_000

/** True when something read for a player is kept: somebody has signed in here and not out again. */
function hasCopies(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

/** Looks by and by whether something of the player's must be paid for, and posts it. */
export function watchUpkeep(app: AppContext, player: PlayerRoom, ring: (notice: Notice) => void): void {
  const { profileDir, settings, now, log, onQuit } = app
  const known: KnownEnds = new Map()
  // Who has never signed in here is not looked for: that would open the keychain for nothing.
  const isHere = () =>
    player.view.state === 'signed-in' ||
    (player.view.state === 'unasked' && hasCopies(playerCopiesIn(join(profileDir, 'cache'))))
  const look = async () => {
    if (settings.settings.silenced.includes('upkeep') || !isHere()) return
    const { value, asOf } = await player.player(false)
    if (!value) return
    upkeepNotices(upkeepOf(value), Date.parse(asOf), now().getTime(), known).forEach(ring)
  }
  const lookSafely = () => void look().catch(() => log.info('upkeep could not be looked at'))
  const first = setTimeout(lookSafely, FIRST_MS)
  const timer = setInterval(lookSafely, EVERY_MS)
  onQuit(() => {
    clearTimeout(first)
    clearInterval(timer)
  })
}
