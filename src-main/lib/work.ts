/** What must not be cut off by ending the app: a transfer on its way, a join, a check. */
export interface Work {
  readonly isBusy: boolean
  /** Hears that work began or ended; returns the way to stop. */
  onChange(listener: () => void): () => void
  /** Counts as work until it settles. */
  during<T>(run: () => Promise<T>): Promise<T>
}

/** Keeps count of the work under way. */
export function countWork(): Work {
  const running = new Set<symbol>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  return {
    get isBusy() {
      return running.size > 0
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async during(run) {
      const one = Symbol('work')
      running.add(one)
      tell()
      try {
        return await run()
      } finally {
        running.delete(one)
        tell()
      }
    },
  }
}
