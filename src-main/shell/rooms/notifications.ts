import { powerMonitor } from 'electron'
import { join } from 'node:path'
import type { Place } from '../../../src-preload/contract/shell.ts'
import type { Community } from '../../community/index.ts'
import { inRhythm, type Playing } from '../../lib/index.ts'
import type { ModsService } from '../../mods/index.ts'
import type { AppContext } from '../context.ts'
import { openKnown } from '../notifications/known-file.ts'
import { openHeld } from '../notifications/held-file.ts'
import { createLookout, type LookoutNeeds } from '../notifications/lookout.ts'
import { createNotifier, type Notifier } from '../notifications/notifier.ts'
import { openSeen } from '../notifications/seen.ts'
import { showNotification } from '../notifications/show.ts'
import type { Wanted } from '../notifications/watch.ts'
import { wordsOf } from '../notifications/words-of.ts'
import type { Say } from '../words.ts'

export interface NotificationNeeds {
  community: Pick<Community, 'read' | 'listServers'>
  lists: Pick<ModsService, 'own' | 'listVersion' | 'onListChecked'>
  say: Say
  playing: Playing
  /** Leads the player to a place, window first. */
  lead: (place: Place) => void
}

const LOOK_EVERY_MS = 60_000
/** The service is asked for news this often while the app runs; servers' own screens ask for themselves. */
const ASK_EVERY_MS = 5 * 60_000
/** Lists of files are large; a changelog that names the mod has them looked at in any case. */
const MODS_EVERY_MS = 60 * 60_000

/** One part that fails leaves the others. */
const orNothing = <T>(reading: Promise<{ value?: T }>): Promise<T | undefined> =>
  reading.then(
    ({ value }) => value,
    () => undefined,
  )

const asking =
  ({ read, listServers }: NotificationNeeds['community']): LookoutNeeds['ask'] =>
  async (parts) => {
    const [launcher, changelogs, servers, markets] = await Promise.all([
      orNothing(read('notification', {})),
      orNothing(read('changelog', {})),
      parts.servers ? orNothing(listServers()) : undefined,
      parts.market ? orNothing(read('marketAll', {})) : undefined,
    ])
    return { launcher, changelogs, servers, markets }
  }

/** What the present player waits for, by the settings. */
function wantedOf({ settings, profile }: AppContext): Wanted {
  const { favouriteServers, priceAlerts } = settings.settings
  const own = favouriteServers.filter((key) => key.startsWith(`${profile.id}/`))
  return {
    favourites: own.map((key) => Number(key.slice(profile.id.length + 1))),
    alerts: priceAlerts[profile.id] ?? [],
  }
}

function openLookout(context: AppContext, { community, lists }: NotificationNeeds, notifier: Notifier) {
  const { profileDir, now, log } = context
  const known = openKnown(join(profileDir, 'known-news.json'), log.error)
  const lookout = createLookout({
    ask: asking(community),
    wanted: () => wantedOf(context),
    ownMods: () => lists.own(),
    versionOf: (modId) => lists.listVersion(modId, AbortSignal.timeout(ASK_EVERY_MS)),
    known: known.read(),
    keep: known.keep,
    post: notifier.post,
    now,
  })
  lists.onListChecked(lookout.learn)
  return lookout
}

/** Opens notifications. Other rooms post what happened to them; news, servers, prices and mods are watched here. */
export function openNotificationsRoom(context: AppContext, needs: NotificationNeeds): Notifier {
  const { settings, profile, profileDir, now, log, onQuit } = context
  const sender = { title: profile.name, currency: profile.bank.currency }
  const notifier = createNotifier({
    rules: () => settings.settings,
    isPlaying: () => needs.playing.now,
    minute: () => now().getHours() * 60 + now().getMinutes(),
    seen: openSeen(join(profileDir, 'told.json'), log.error),
    held: openHeld(join(profileDir, 'held-notices.json'), log.error),
    show: (shown, place) =>
      showNotification(wordsOf(shown, needs.say, sender, settings.settings.streamerMode), () => needs.lead(place)),
  })
  const lookout = openLookout(context, needs, notifier)
  const safely = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.error('news could not be watched', error))
  const look = safely(lookout.look)
  const lookAtMods = safely(async () => {
    if (!needs.playing.now) await lookout.lookAtMods() // the line is the game's
  })
  const timers = [
    setInterval(() => notifier.look(), LOOK_EVERY_MS),
    setInterval(lookAtMods, MODS_EVERY_MS),
    setTimeout(look, LOOK_EVERY_MS),
    setTimeout(lookAtMods, 2 * LOOK_EVERY_MS),
  ]
  // Timers stand still while the computer sleeps: what happened meanwhile is looked for when it wakes.
  const onWake = () => {
    look()
    lookAtMods()
  }
  powerMonitor.on('resume', onWake)
  const stopAsking = inRhythm(ASK_EVERY_MS, look, needs.playing)
  const stopWatching = needs.playing.onChange((playing) => {
    if (!playing) notifier.look()
  })
  onQuit(() => {
    powerMonitor.off('resume', onWake)
    stopWatching()
    stopAsking()
    timers.forEach(clearTimeout)
  })
  return notifier
}
