import type { Reading } from '../../../src-preload/contract/community/index.ts'

const LEAST_MS = 5_000
const MOST_MS = 15 * 60_000
/** A window that nobody sees is refreshed this many times more slowly. */
const HIDDEN_TIMES = 6

/** When to ask again, in ms from now: as the reading's freshness has it, later after failures and while hidden. */
export function nextRefresh(
  reading: Reading<unknown> | undefined,
  failures: number,
  hidden: boolean,
  now: number,
): number {
  const due = reading ? Date.parse(reading.asOf) + reading.freshMs - now : LEAST_MS
  const wait = failures > 0 ? LEAST_MS * 2 ** Math.min(failures, 8) : due
  return Math.min(MOST_MS, Math.max(LEAST_MS, wait) * (hidden ? HIDDEN_TIMES : 1))
}
