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
export function watchSeats({ seats, tell, everyMs }: SeatParts): SeatWatch {
  const watched = new Set<number>()
  const wereDown = new Set<number>()
  const listeners = new Set<(watched: number[]) => void>()
  let timer: NodeJS.Timeout | undefined
  let inRound = false
  const changed = () => {
    for (const listener of listeners) listener([...watched])
  }
  const round = async () => {
    inRound = true
    for (const serverId of [...watched]) {
      const found = await seats(serverId).catch(() => undefined)
      if (found?.isDown) wereDown.add(serverId)
      const news = found && newsOf(found, wereDown.has(serverId))
      if (!found || !news || !watched.delete(serverId)) continue
      wereDown.delete(serverId)
      changed()
      tell(serverId, found.name, news)
    }
    inRound = false
    plan()
  }
  const plan = () => {
    clearTimeout(timer)
    if (watched.size === 0 || inRound) return
    timer = setTimeout(() => void round(), everyMs())
    timer.unref()
  }
  return {
    get watched() {
      return [...watched]
    },
    set(serverId, on) {
      if (on === watched.has(serverId)) return
      if (on) watched.add(serverId)
      else watched.delete(serverId)
      wereDown.delete(serverId)
      changed()
      plan()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(timer)
      watched.clear()
      listeners.clear()
    },
  }
}
