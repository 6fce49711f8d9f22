import { readFileSync } from 'node:fs'

/** CPU time of this thread in ms, which a busy machine does not change. On other systems than Linux, the time of day. */
function spent(): number {
  if (process.platform !== 'linux') return performance.now()
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
}

const RECORDS = JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id, name: `n${id}`, at: '2024-01-01' })))

/** What reading a list of 60,000 records costs this thread now, in ms of CPU time. */
function listTime(): number {
  const before = spent()
  JSON.parse(RECORDS)
  return spent() - before
}

/**
 * Runs `work` and measures the longest turn of this thread's event loop meanwhile, in times of what a list of 60,000 records costs
 * in the same run (a slow machine changes nothing), and how much the process's memory grew at most (bytes).
 */
export async function watchMain<T>(
  work: () => Promise<T>,
): Promise<{ result: T; longestTurn: number; grownBytes: number }> {
  let [longestMs, grownBytes, isOver] = [0, 0, false]
  const listBefore = listTime()
  const before = process.memoryUsage.rss()
  let last = spent()
  const look = () => {
    const now = spent()
    longestMs = Math.max(longestMs, now - last)
    grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - before)
    last = spent()
    if (!isOver) setTimeout(look, 1)
  }
  setImmediate(look)
  const result = await work()
  isOver = true
  look()
  return { result, longestTurn: longestMs / Math.max(listBefore, listTime()), grownBytes }
}
