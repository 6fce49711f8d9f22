import { openPool, type Pool } from './pool.ts'

/** Gives pools, and keeps the last one up for a while: a check soon after another one is spared the start of its threads. */
export interface PoolKeeper {
  /** A pool for one user at a time; its `close` gives it back. */
  take(): Pool
  /** Ends what is kept. */
  close(): void
}

/** Code of threads that were just busy is compiled already, which is worth more than that they run. */
const IDLE_MS = 10_000

const withClose = (pool: Pool, close: () => void): Pool => ({
  ...pool,
  get bytes() {
    return pool.bytes
  },
  get isIdle() {
    return pool.isIdle
  },
  close,
})

/** Makes a keeper, which has no threads yet. What it keeps does not keep the process. */
export function createPoolKeeper(url: URL, idleMs = IDLE_MS): PoolKeeper {
  let kept: { pool: Pool; timer: NodeJS.Timeout } | undefined
  let closed = false

  const drop = () => {
    clearTimeout(kept?.timer)
    kept?.pool.close()
    kept = undefined
  }
  const giveBack = (pool: Pool) => {
    // threads that still have something in hand may never answer
    if (closed || kept || !pool.isIdle) return pool.close()
    pool.stay(false)
    kept = { pool, timer: setTimeout(drop, idleMs).unref() }
  }
  return {
    take() {
      const pool = kept?.pool ?? openPool(url)
      clearTimeout(kept?.timer)
      kept = undefined
      pool.stay(true)
      pool.resume()
      let taken = true
      const close = () => {
        if (taken) giveBack(pool)
        taken = false
      }
      return withClose(pool, close)
    },
    close() {
      closed = true
      drop()
    },
  }
}
