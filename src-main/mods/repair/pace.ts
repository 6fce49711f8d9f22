import { sleep, steadyNow, underSignals } from '../../lib/index.ts'

/** Time and randomness for repair. Tests pass their own. */
export interface Clock {
  /** Milliseconds on a clock that never jumps. */
  now: () => number
  /** Waits `ms`. @throws the signal's reason when it aborts */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** A number in [0, 1). */
  random: () => number
}

export const realClock: Clock = { now: steadyNow, sleep, random: Math.random }

/** A speed limit shared by all transfers: a token bucket that holds a quarter of a second's bytes. */
export class Throttle {
  readonly #clock: Clock
  #limit: number
  #tokens = 0
  #filledAt: number
  readonly #changes = new Nudge()

  /** @param bytesPerSecond 0 means no limit */
  constructor(clock: Clock, bytesPerSecond = 0) {
    this.#clock = clock
    this.#limit = bytesPerSecond
    this.#filledAt = clock.now()
  }

  get limit(): number {
    return this.#limit
  }

  /** Takes effect at once. */
  setLimit(bytesPerSecond: number): void {
    if (bytesPerSecond === this.#limit) return
    this.#limit = bytesPerSecond
    this.#tokens = 0
    this.#filledAt = this.#clock.now()
    this.#changes.give()
  }

  /** Waits until `bytes` more may be received. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#limit <= 0) return
    const now = this.#clock.now()
    this.#tokens = Math.min(this.#limit / 4, this.#tokens + ((now - this.#filledAt) / 1000) * this.#limit)
    this.#filledAt = now
    this.#tokens -= bytes // it may go below zero, so that later callers wait longer and the order is kept
    if (this.#tokens >= 0) return
    const ms = (-this.#tokens / this.#limit) * 1000
    const work = (until: AbortSignal) => this.#clock.sleep(ms, until).catch(() => signal.throwIfAborted())
    await underSignals([signal, this.#changes.signal], work)
  }
}

/** Makes everything that waits for a source connect again. */
export class Nudge {
  #control = new AbortController()

  /** Aborts at the next nudge. Each nudge has its own signal. */
  get signal(): AbortSignal {
    return this.#control.signal
  }

  readonly give = (): void => {
    const before = this.#control
    this.#control = new AbortController()
    before.abort()
  }
}

/** How long to wait before attempt number `attempt` (from 1): from half a second, doubled up to half a minute, with jitter. */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.min(30_000, 500 * 2 ** (attempt - 1)) * (0.5 + random() / 2)
