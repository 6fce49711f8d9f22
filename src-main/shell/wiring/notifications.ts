// Tested in Electron: notifications.spec.ts
import { Notification } from 'electron'
import { join } from 'node:path'
import type { Place } from '../../../src-preload/contract/shell.ts'
import type { CommunityService } from '../../community/index.ts'
import type { Say } from '../../desktop/index.ts'
import { inRhythm, type Playing } from '../../lib/index.ts'
import {
  hasRunOut,
  isOutdated,
  ListWatcher,
  newsFrom,
  type Notice,
  notificationText,
  Notifier,
  openKnownNews,
  openSeenKeys,
  openWaitingNotices,
  type Shown,
  type WatchList,
} from '../../notifications/index.ts'
import type { MoneyLock, PlayerService } from '../../player/index.ts'
import { onWake } from '../app-info.ts'
import type { AppContext } from '../context.ts'
import type { AnyMods } from './game.ts'

export interface NotificationNeeds {
  community: Pick<CommunityService, 'read'>
  mods: AnyMods['service']
  say: Say
  playing: Playing
  /** The player, and the lock of their money. Until it is open, the money counts as locked. */
  secrets: Promise<{
    lock: Pick<MoneyLock, 'view' | 'onChange'>
    player: Pick<PlayerService, 'view' | 'onChange'>
  }>
  goTo: (place: Place) => void
  /** Joins a server with this mod, as the page's own button does. */
  playMod: (modId: number) => void
}

const LOOK_EVERY_MS = 60_000
/** How often the service's news is read while the app runs. */
const READ_EVERY_MS = 5 * 60_000
/** How often the mods and their hash lists, which are large, are read. A changelog that names a mod causes an extra look. */
const MODS_EVERY_MS = 60 * 60_000

/** What the player watches, by the settings. */
function wantedOf({ settings, own, profile }: AppContext): WatchList {
  const favourites = settings.settings.favouriteServers.filter((key) => key.startsWith(`${profile.id}/`))
  return {
    favourites: favourites.map((key) => Number(key.slice(profile.id.length + 1))),
    friends: own.get('friends') ?? [],
    alerts: own.get('priceAlerts') ?? [],
  }
}

function openListWatcher(context: AppContext, { community, mods }: NotificationNeeds, notifier: Notifier) {
  const { profileDir, now, log } = context
  let isModsListOld = false
  mods.onChange(({ refreshFailure }) => (isModsListOld = refreshFailure !== null))
  const watcher = new ListWatcher({
    read: newsFrom(community.read),
    wanted: () => wantedOf(context),
    ownMods: () => mods.installed(),
    isOutdated: (modId) => mods.lists.newVersion(modId) !== undefined,
    readMods: () => mods.refresh(),
    isModsListOld: () => isModsListOld,
    file: openKnownNews(join(profileDir, 'known-news.json'), log.error),
    post: notifier.post,
    now,
  })
  mods.onListChecked(watcher.learn)
  mods.lists.onRead(watcher.listRead)
  return watcher
}

interface OnDesktop {
  shown: Shown
  text: { title: string; body: string }
}

/** The notifications on the desktop. A garbage-collected one gets no click. */
const onDesktop = new Map<Notification, OnDesktop>()

/**
 * Shows a notification of the system, if the desktop has them. A click on it does the same as its button, which Electron shows only
 * on Windows and macOS.
 */
function showNotification(what: OnDesktop, onClick: () => void, button?: string): void {
  if (!Notification.isSupported()) return
  const { text } = what
  const actions = button === undefined ? [] : [{ type: 'button' as const, text: button }]
  const notification = new Notification({ ...text, actions, silent: true })
  const forget = () => onDesktop.delete(notification)
  onDesktop.set(notification, what)
  const follow = () => {
    forget()
    onClick()
  }
  notification.on('click', follow)
  notification.on('action', follow)
  notification.on('close', forget)
  notification.on('failed', forget)
  notification.show()
}

function closeWhere(isOver: (what: OnDesktop) => boolean): void {
  for (const [notification, what] of onDesktop) if (isOver(what)) notification.close()
}

/** Opens notifications. It watches news, servers, prices and mods; other modules post their own notices. */
export function openNotifications(context: AppContext, needs: NotificationNeeds): Pick<Notifier, 'post'> {
  const { settings, profile, profileDir, now, log, onQuit } = context
  const sender = { title: profile.name, currency: profile.bank.currency }
  let isLocked = () => true
  let isSignedOut = () => false
  const onlookers = () => ({ streamer: settings.settings.streamerMode, locked: isLocked() })
  const textNow = (shown: Shown) => notificationText(shown, needs.say, sender, onlookers())
  /** Closes the notifications whose text must not be seen now. */
  const guard = () => {
    const { streamer, locked } = onlookers()
    if (streamer || locked) closeWhere(({ shown, text }) => textNow(shown).body !== text.body)
  }
  const isOver = (notice: Notice) => isOutdated(notice, needs.mods, isSignedOut())
  settings.onChange(guard)
  const takeBack = () =>
    closeWhere(({ shown }) => (shown.kind === 'notice' ? [shown.notice] : shown.notices).some(isOver))
  needs.mods.lists.onUpdates(takeBack)
  needs.mods.onChange(takeBack)
  const notifier = new Notifier({
    rules: () => settings.settings,
    isPlaying: () => needs.playing.now,
    minute: () => now().getHours() * 60 + now().getMinutes(),
    seen: openSeenKeys(join(profileDir, 'told.json'), log.error),
    waiting: openWaitingNotices(join(profileDir, 'held-notices.json'), log.error),
    isOutdated: (notice) => isOver(notice) || hasRunOut(notice, now().getTime()),
    show(shown, place) {
      const what = { shown, text: textNow(shown) }
      if (shown.kind === 'notice' && shown.notice.class === 'mod-ready')
        showNotification(what, () => needs.playMod(Number(place.id)), needs.say('notice.join'))
      else showNotification(what, () => needs.goTo(place))
    },
  })
  void needs.secrets.then(
    ({ lock, player }) => {
      isLocked = () => lock.view.locked
      lock.onChange(guard)
      isSignedOut = () => player.view.state === 'signed-out'
      player.onChange(() => {
        takeBack()
        notifier.look() // drops what waits
      })
    },
    () => undefined, // reported already
  )
  const watcher = openListWatcher(context, needs, notifier)
  const safely = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => log.error('news could not be watched', error))
  const look = safely(watcher.look)
  const lookAtMods = safely(async () => {
    if (!needs.playing.now) await needs.mods.refresh() // the connection is the game's
  })
  const timers = [
    setInterval(() => notifier.look(), LOOK_EVERY_MS),
    setInterval(lookAtMods, MODS_EVERY_MS),
    setTimeout(look, LOOK_EVERY_MS),
    setTimeout(lookAtMods, 2 * LOOK_EVERY_MS),
  ]
  // Timers stand still while the computer sleeps.
  onWake(context, () => {
    look()
    lookAtMods()
  })
  const stopReading = inRhythm(READ_EVERY_MS, look, needs.playing)
  const stopWatching = needs.playing.onChange((playing) => {
    if (!playing) notifier.look()
  })
  onQuit(() => {
    stopWatching()
    stopReading()
    timers.forEach(clearTimeout)
  })
  return {
    post(notice) {
      if (notice.class === 'server-online') watcher.learnOnline(Number(notice.place.id))
      notifier.post(notice)
    },
  }
}
