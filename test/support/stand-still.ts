import { readFileSync } from 'node:fs'

/** CPU time of this thread in ms, which a busy machine does not change. On other systems than Linux, the time of day. */
export function spent(): number {
  if (process.platform !== 'linux') return performance.now()
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1e6
}

/** Runs `work` and measures the longest turn of this thread's event loop meanwhile (ms of CPU time), and how much the process's memory grew at most (bytes). */
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
