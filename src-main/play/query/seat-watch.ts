export interface SeatParts {
  /** Asks a server now; what the service says counts where the server itself is silent. */
  seats(serverId: number): Promise<{ name: string; free: number } | undefined>
  /** Tells the player that a seat is free. */
  tell(serverId: number, name: string, free: number): void
  /** The time to the next round, asked anew each time. */
  everyMs: () => number
}

/** Waits for free seats: tells once, then stops watching that server. */
export interface SeatWatch {
  readonly watched: number[]
  set(serverId: number, on: boolean): void
  onChange(listener: (watched: number[]) => void): () => void
  close(): void
}

/** Watches servers for a free seat, one round at a time. */
export function watchSeats({ seats, tell, everyMs }: SeatParts): SeatWatch {
  const watched = new Set<number>()
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
      if (!found || found.free === 0 || !watched.delete(serverId)) continue
      changed()
      tell(serverId, found.name, found.free)
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
