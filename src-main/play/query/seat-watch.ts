import type { KeptWaits, Wait } from './waits-file.ts'

/** How a server is found. */
export interface SeatsFound {
  name: string
  /** Neither it answers, nor does the service call it online. */
  isDown: boolean
  /** Free seats; undefined when nobody tells. */
  free: number | undefined
}

/** Why a server that was waited for is told of: it has a free seat, or it is back. */
export type SeatNews = 'seat' | 'back'

export interface SeatParts {
  /** Asks a server now; what the service says counts where the server itself is silent. */
  seats(serverId: number): Promise<SeatsFound>
  /** Tells the player that the wait is over. */
  tell(serverId: number, name: string, news: SeatNews): void
  /** The time to the next round, asked anew each time. */
  everyMs: () => number
  now: () => Date
  /** Waits of before are taken up again. */
  kept: KeptWaits
}

/** Waits for free seats, and for servers to be back: tells once, then stops watching that server. */
export interface SeatWatch {
  readonly watched: number[]
  set(serverId: number, on: boolean): void
  onChange(listener: (watched: number[]) => void): () => void
  close(): void
}

function newsOf({ isDown, free }: SeatsFound, wasDown: boolean): SeatNews | undefined {
  if (isDown) return undefined
  if (wasDown) return 'back'
  return free !== undefined && free > 0 ? 'seat' : undefined
}

/** Watches servers, one round at a time. */
export function watchSeats({ seats, tell, everyMs, now, kept }: SeatParts): SeatWatch {
  const waits = new Map<number, Wait>(kept.read().map((wait) => [wait.serverId, wait]))
  const listeners = new Set<(watched: number[]) => void>()
  let timer: NodeJS.Timeout | undefined
  let inRound = false
  const keep = () => kept.write([...waits.values()])
  const changed = () => {
    keep()
    for (const listener of listeners) listener([...waits.keys()])
  }
  const lookAt = async (wait: Wait) => {
    const { serverId } = wait
    const found = await seats(serverId).catch(() => undefined)
    if (!found || waits.get(serverId) !== wait) return // not to be told now, or not wanted any more
    if (found.isDown && !wait.wasDown) {
      wait.wasDown = true
      keep()
    }
    const news = newsOf(found, wait.wasDown)
    if (!news) return
    waits.delete(serverId)
    changed()
    tell(serverId, found.name, news)
  }
  const round = async () => {
    inRound = true
    for (const wait of [...waits.values()]) await lookAt(wait)
    inRound = false
    plan()
  }
  const plan = () => {
    clearTimeout(timer)
    if (waits.size === 0 || inRound) return
    timer = setTimeout(() => void round(), everyMs())
    timer.unref()
  }
  plan()
  return {
    get watched() {
      return [...waits.keys()]
    },
    set(serverId, on) {
      if (on === waits.has(serverId)) return
      if (on) waits.set(serverId, { serverId, since: now().getTime(), wasDown: false })
      else waits.delete(serverId)
      changed()
      plan()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(timer)
      waits.clear()
      listeners.clear()
    },
  }
}
