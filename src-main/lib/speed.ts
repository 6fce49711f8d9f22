import type { ByteProgress } from '../../src-preload/contract/progress.ts'

/** For the speed on the screen. */
const SPEED_WINDOW_MS = 10_000
/** For the time left, which must not jump. */
const TIME_WINDOW_MS = 60_000
/** The time left assumes at most this many times the speed on the screen, and at least the same share of it. */
const MOST_APART = 2
/** A longer time between two arrivals is a pause or a trouble, not the speed of the connection. */
const STALL_MS = 2_000
/** After a longer pause the measurement starts again. */
const GAP_MS = 10_000
const SLOT_MS = 250
/** A connection begins slowly. A time left from less than this would be far too long. */
const LEAST_MS = 2_000
/** A longer time left is not shown, because the work has practically stopped. */
const LONGEST_LEFT_S = 24 * 3600

/** The speed of paused work. */
export const AT_REST = { bytesPerSecond: 0, secondsLeft: null } as const

export type Estimate = Pick<ByteProgress, 'bytesPerSecond' | 'secondsLeft'>

/** Measures speed and estimates the time left, for downloads, checks and moves. */
export class Speed {
  readonly #now: () => number
  /** What came, and the time in which it came, without stalls. Oldest first. */
  readonly #slots: { bytes: number; ms: number }[] = []
  readonly #measured = { bytes: 0, ms: 0 }
  #lastAt = -Infinity

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  add(bytes: number): void {
    if (bytes <= 0) return
    const idle = this.#idle
    this.#lastAt = this.#now()
    if (idle <= STALL_MS) {
      this.#measured.bytes += bytes
      this.#measured.ms += idle
    }
    const slots = this.#slots
    if (idle > GAP_MS) slots.length = 0
    const ms = idle > GAP_MS ? 0 : Math.min(idle, STALL_MS)
    const last = slots.at(-1)
    if (last && last.ms < SLOT_MS) Object.assign(last, { bytes: last.bytes + bytes, ms: last.ms + ms })
    else slots.push({ bytes, ms })
    if (slots.length > TIME_WINDOW_MS / SLOT_MS) slots.shift()
  }

  /** The time since the last arrival. */
  get #idle(): number {
    return this.#now() - this.#lastAt
  }

  /** All bytes that came, and the time in which they came, without pauses. */
  get measured(): { bytes: number; ms: number } {
    return this.#measured
  }

  /** @param limit the player's speed limit in bytes per second, 0 for none; the estimate never assumes more */
  estimate(bytesLeft: number, limit = 0): Estimate {
    if (this.#idle > GAP_MS) return AT_REST
    const most = limit > 0 ? limit : Infinity
    const shown = Math.min(this.#over(SPEED_WINDOW_MS), most)
    const steady = Math.min(Math.max(this.#over(TIME_WINDOW_MS), shown / MOST_APART), shown * MOST_APART, most)
    const seconds = Math.ceil(bytesLeft / steady)
    const isYoung = this.#slots.reduce((sum, { ms }) => sum + ms, 0) < LEAST_MS
    const isKnown = (!isYoung || seconds === 0) && seconds <= LONGEST_LEFT_S
    return { bytesPerSecond: Math.round(shown), secondsLeft: isKnown ? seconds : null }
  }

  /** The speed over this much time until now in which something came. */
  #over(windowMs: number): number {
    let [bytes, ms] = [0, this.#idle]
    for (const slot of this.#slots.toReversed()) {
      if (ms >= windowMs) break
      bytes += slot.bytes
      ms += slot.ms
    }
    return (bytes / Math.max(ms, SLOT_MS)) * 1000
  }
}
