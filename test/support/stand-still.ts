import { readFileSync } from 'node:fs'

/** Processor time of this thread, ms: a busy machine adds nothing to it. Elsewhere than on Linux the clock has to do. */
export function spent(): number {
  if (process.platform !== 'linux') return performance.now()
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
}

/** Does something, and tells the longest that this thread worked on one turn of its loop meanwhile (ms of processor time), and the most memory the process took above before (bytes). */
export async function watchMain<T>(
  work: () => Promise<T>,
): Promise<{ result: T; longestMs: number; grownBytes: number }> {
  let [longestMs, grownBytes, isOver] = [0, 0, false]
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
  return { result, longestMs, grownBytes }
}
