export { ListWatcher, newsFrom } from './list-watcher.ts'
export { type Notice, notificationText, type Shown } from './notice.ts'
export { Notifier } from './notifier.ts'
export {
  hasRunOut,
  isOutdated,
  reminderNotices,
  RepairNotices,
  restingMods,
  seatNotice,
  stoppedMods,
  transferNotice,
  watchUpkeep,
} from './own-notices.ts'
export type { OwnMod, WatchList } from './news.ts'
export { openKnownNews, openSeenKeys, openWaitingNotices } from './stored.ts'
