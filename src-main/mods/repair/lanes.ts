/** What was measured since the last look: time waited for the disk by all lanes, and bytes written. */
export interface LaneSample {
  elapsedMs: number
  diskMs: number
  bytes: number
}

/** A disk that takes less than this a second is the brake, not the line: 60 MiB. */
const SLOW_DISK = 60 << 20

/** How many files to fetch at a time from now on: one less where a slow disk holds the lanes up, one more where it does not. */
export function adaptLanes(lanes: number, most: number, { elapsedMs, diskMs, bytes }: LaneSample): number {
  if (elapsedMs <= 0) return lanes
  const waiting = diskMs / (elapsedMs * lanes)
  const slow = (bytes / elapsedMs) * 1000 < SLOW_DISK
  if (waiting > 0.7 && slow) return Math.max(1, lanes - 1)
  return waiting < 0.4 || !slow ? Math.min(most, lanes + 1) : lanes
}

/**
 * Runs `work` for every item, at most `allowed()` at a time (asked anew before each). Ends when all are through;
 * rejects with the first error, after the running ones have ended.
 */
export async function inLanes<T>(
  items: readonly T[],
  allowed: () => number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let failed: { error: unknown } | undefined
  const running = new Set<Promise<void>>()
  const begin = (item: T) => {
    const run: Promise<void> = work(item)
      .catch((error: unknown) => void (failed ??= { error }))
      .finally(() => running.delete(run))
    running.add(run)
  }
  while (!failed && (next < items.length || running.size > 0)) {
    while (next < items.length && running.size < Math.max(1, allowed())) begin(items[next++] as T)
    await Promise.race(running)
  }
  await Promise.all(running)
  if (failed) throw failed.error
}
