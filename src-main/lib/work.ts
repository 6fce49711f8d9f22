/** What must not be cut off by ending the app: a transfer on its way, a join, a check. */
export interface Work {
  readonly isBusy: boolean
  /** Counts as work until it settles. */
  during<T>(run: () => Promise<T>): Promise<T>
}

/** Keeps count of the work under way. */
export function countWork(): Work {
  const running = new Set<symbol>()
  return {
    get isBusy() {
      return running.size > 0
    },
    async during(run) {
      const one = Symbol('work')
      running.add(one)
      try {
        return await run()
      } finally {
        running.delete(one)
      }
    },
  }
}
