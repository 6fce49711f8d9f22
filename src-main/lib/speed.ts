import type { ByteProgress } from '../../src-preload/contract/progress.ts'

/** For the speed on the screen. */
const SPEED_WINDOW_MS = 5_000
/** For the time left, which must not jump. */
const TIME_WINDOW_MS = 60_000
/** A longer time between two arrivals is a pause or a trouble, not the speed of the connection. */
const STALL_MS = 2_000
/** After a longer pause the measurement starts again. */
const GAP_MS = 10_000
const SLOT_MS = 250
/** A longer time left is not shown, because the work has practically stopped. */
const LONGEST_LEFT_S = 24 * 3600

/** The speed of paused work. */
export const AT_REST = { bytesPerSecond: 0, secondsLeft: null } as const

/** Measures speed and estimates the time left, for downloads, checks and moves. */
export class Speed {
  readonly #now: () => number
  readonly #slots: { at: number; bytes: number }[] = []
  readonly #measured = { bytes: 0, ms: 0 }
  #lastAt = -Infinity

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  add(bytes: number): void {
    if (bytes <= 0) return
    const at = this.#now()
    const slots = this.#slots
    if (at - this.#lastAt <= STALL_MS) {
      this.#measured.bytes += bytes
      this.#measured.ms += at - this.#lastAt
    }
    this.#lastAt = at
    const last = slots.at(-1)
    if (last && at - last.at > GAP_MS) slots.length = 0
    while (slots[0] && slots[0].at < at - TIME_WINDOW_MS) slots.shift()
    if (last && at - last.at < SLOT_MS) last.bytes += bytes
    else slots.push({ at, bytes })
  }

  /** All bytes that came, and the time in which they came, without pauses. */
  get measured(): { bytes: number; ms: number } {
    return this.#measured
  }

  /** @param limit the player's speed limit in bytes per second, 0 for none; the estimate never assumes more */
  estimate(bytesLeft: number, limit = 0): Pick<ByteProgress, 'bytesPerSecond' | 'secondsLeft'> {
    const steady = Math.min(this.#over(TIME_WINDOW_MS), limit > 0 ? limit : Infinity)
    const seconds = Math.ceil(bytesLeft / steady)
    return {
      bytesPerSecond: this.#over(SPEED_WINDOW_MS),
      secondsLeft: seconds <= LONGEST_LEFT_S ? seconds : null,
    }
  }

  #over(windowMs: number): number {
    const now = this.#now()
    const slots = this.#slots.filter(({ at }) => at >= now - windowMs)
    const span = Math.max(now - (slots[0]?.at ?? now), SLOT_MS)
    return Math.round((slots.reduce((sum, slot) => sum + slot.bytes, 0) / span) * 1000)
  }
}
