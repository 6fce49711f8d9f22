import type { PlayPorts } from '../../play/index.ts'
import type { Notice } from './notice.ts'
import type { Notifier } from './notifier.ts'

/** Stands in for the notifier until it is open: rooms that ring open before the window that a click leads to. */
export interface Bell {
  ring(notice: Notice): void
  seatFree: PlayPorts['seatFree']
  hangUp(notifier: Pick<Notifier, 'post'>): void
}

/** Makes a bell; what rings before it hangs is told once it does. The player asks for each wait anew, so each is told. */
export function createBell(now: () => Date = () => new Date()): Bell {
  const early: Notice[] = []
  let post = (notice: Notice): void => void early.push(notice)
  return {
    ring: (notice) => post(notice),
    seatFree: (serverId, name, news) =>
      post({
        class: news === 'back' ? 'server-online' : 'seat-free',
        key: `seat:${serverId}:${now().getTime()}`,
        name,
        place: { screen: 'server', id: String(serverId) },
      }),
    hangUp(notifier) {
      post = notifier.post
      early.forEach(post)
    },
  }
}
