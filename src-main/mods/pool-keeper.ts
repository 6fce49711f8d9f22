import { openPool, WorkerCrash, type Pool } from './pool.ts'

/** Gives pools, and keeps the last one up for a while: a check soon after another one is spared the start of its threads. */
export interface PoolKeeper {
  /** A pool for one user at a time; its `close` gives it back. */
  take(): Pool
  /** Ends what is kept. */
  close(): void
}

/** Code of threads that were just busy is compiled already, which is worth more than that they run. */
const IDLE_MS = 10_000

/** A pool on loan: who has given it back, and does not know yet that its check was broken off, is no longer heard. */
function lend(pool: Pool, giveBack: () => void): Pool {
  let mine = true
  const ifMine = (tell: () => void) => () => (mine ? tell() : undefined)
  const gone = () => Promise.reject(new WorkerCrash(null))
  return {
    ...pool,
    get bytes() {
      return pool.bytes
    },
    get isIdle() {
      return pool.isIdle
    },
    hash: (batch) => (mine ? pool.hash(batch) : gone()),
    scan: (batch) => (mine ? pool.scan(batch) : gone()),
    giveUpStuck: ifMine(() => pool.giveUpStuck()),
    pause: ifMine(() => pool.pause()),
    resume: ifMine(() => pool.resume()),
    stop: ifMine(() => pool.stop()),
    close() {
      if (mine) giveBack()
      mine = false
    },
  }
}

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
      return lend(pool, () => giveBack(pool))
    },
    close() {
      closed = true
      drop()
    },
  }
}
