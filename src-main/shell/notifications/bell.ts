import type { Notice } from './notice.ts'
import type { Notifier } from './notifier.ts'

/** Stands in for the notifier until it is open: rooms that ring open before the window that a click leads to. */
export interface Bell {
  ring(notice: Notice): void
  seatFree(serverId: number, name: string, free: number): void
  hangUp(notifier: Pick<Notifier, 'post'>): void
}

/** Makes a bell; what rings before it hangs is told once it does. A seat is told once an hour. */
export function createBell(now: () => Date = () => new Date()): Bell {
  const early: Notice[] = []
  let post = (notice: Notice): void => void early.push(notice)
  const hour = () => Math.floor(now().getTime() / 3_600_000)
  return {
    ring: (notice) => post(notice),
    seatFree: (serverId, name) =>
      post({
        class: 'seat-free',
        key: `seat:${serverId}:${hour()}`,
        name,
        place: { screen: 'server', id: String(serverId) },
      }),
    hangUp(notifier) {
      post = notifier.post
      early.forEach(post)
    },
  }
}
