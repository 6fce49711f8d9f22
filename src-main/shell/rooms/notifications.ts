import { join } from 'node:path'
import type { Place } from '../../../src-preload/contract/shell.ts'
import type { Community } from '../../community/index.ts'
import type { Play } from '../../play/index.ts'
import type { AppContext } from '../context.ts'
import { createNotifier } from '../notifications/notifier.ts'
import { openSeen } from '../notifications/seen.ts'
import { showNotification, wordsOf } from '../notifications/show.ts'
import { compare, type Known, type Told } from '../notifications/watch.ts'
import type { Say } from '../words.ts'

export interface NotificationNeeds {
  community: Pick<Community, 'read' | 'listServers'>
  say: Say
  game: Pick<Play['game'], 'state' | 'onChange'>
  /** Leads the player to a place, window first. */
  lead: (place: Place) => void
}

const LOOK_EVERY_MS = 60_000
/** The service is asked for news this often while the app runs; servers' own screens ask for themselves. */
const ASK_EVERY_MS = 5 * 60_000

/** What the service tells now, part by part: one that fails leaves the others. */
async function ask({ read, listServers }: NotificationNeeds['community'], watchServers: boolean): Promise<Told> {
  const orNothing = <T>(reading: Promise<{ value?: T }>) =>
    reading.then(
      ({ value }) => value,
      () => undefined,
    )
  const [launcher, changelogs, servers] = await Promise.all([
    orNothing(read('notification', {})),
    orNothing(read('changelog', {})),
    watchServers ? orNothing(listServers()) : undefined,
  ])
  return { launcher, changelogs, servers }
}

/** Opens notifications. Other rooms post what happened to them; news and favourite servers are watched here. */
export function openNotificationsRoom(context: AppContext, needs: NotificationNeeds) {
  const { settings, profile, profileDir, now, log, onQuit } = context
  const notifier = createNotifier({
    rules: () => settings.settings,
    isPlaying: () => needs.game.state.running,
    minute: () => now().getHours() * 60 + now().getMinutes(),
    seen: openSeen(join(profileDir, 'told.json')),
    show: (shown, place) => showNotification(wordsOf(shown, needs.say, profile.name), () => needs.lead(place)),
  })
  const favourites = () =>
    settings.settings.favouriteServers
      .filter((key) => key.startsWith(`${profile.id}/`))
      .map((key) => Number(key.slice(profile.id.length + 1)))

  let known: Known = { offline: [] }
  const look = async () => {
    const watched = favourites()
    const after = compare(known, await ask(needs.community, watched.length > 0), watched)
    known = after.known
    for (const notice of after.notices) notifier.post(notice)
  }
  const lookSafely = () => void look().catch((error: unknown) => log.error('news could not be watched', error))
  const timers = [setInterval(() => notifier.look(), LOOK_EVERY_MS), setInterval(lookSafely, ASK_EVERY_MS)]
  const first = setTimeout(lookSafely, LOOK_EVERY_MS)
  const stopWatching = needs.game.onChange(({ running }) => {
    if (!running) notifier.look()
  })
  onQuit(() => {
    stopWatching()
    clearTimeout(first)
    timers.forEach(clearInterval)
  })
  return notifier
}
