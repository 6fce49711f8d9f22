import type { ByteProgress } from '../../src-preload/contract/progress.ts'

/** The speed that is shown. */
const SPEED_WINDOW_MS = 5_000
/** The speed that the time left is told by: it should not jump. */
const TIME_WINDOW_MS = 60_000
/** Who has waited so long begins anew: a pause says nothing of the speed. */
const GAP_MS = 10_000
const SLOT_MS = 250
/** A time longer than this is no estimate: nothing comes. */
const LONGEST_LEFT_S = 24 * 3600

/** Of work that rests. */
export const AT_REST = { bytesPerSecond: 0, secondsLeft: null } as const

/** How fast work goes, and how long the rest of it takes: the one estimate of downloads, checks and moves. */
export class Speed {
  readonly #now: () => number
  readonly #slots: { at: number; bytes: number }[] = []

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  add(bytes: number): void {
    if (bytes <= 0) return
    const at = this.#now()
    const slots = this.#slots
    const last = slots.at(-1)
    if (last && at - last.at > GAP_MS) slots.length = 0
    while (slots[0] && slots[0].at < at - TIME_WINDOW_MS) slots.shift()
    if (last && at - last.at < SLOT_MS) last.bytes += bytes
    else slots.push({ at, bytes })
  }

  /** @param limit bytes a second that the player allows; 0 for all: no time left is better than that */
  tell(bytesLeft: number, limit = 0): Pick<ByteProgress, 'bytesPerSecond' | 'secondsLeft'> {
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
