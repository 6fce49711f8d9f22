import { type Resolvers, sleep, steadyNow, withResolvers } from '../../lib/index.ts'

/** Time and chance as repair sees them; tests pass their own. */
export interface Clock {
  /** Milliseconds on a clock that never jumps. */
  now: () => number
  /** Waits; rejects with the signal's reason when aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** At least 0, under 1. */
  random: () => number
}

/** The machine's clock. */
export const realClock: Clock = { now: steadyNow, sleep, random: Math.random }

/** A speed limit shared by all transfers. */
export interface Throttle {
  /** Bytes a second; 0 means no limit. Takes effect at once. */
  setLimit(bytesPerSecond: number): void
  /** Waits until `bytes` more may come; nothing to wait for where there is no promise. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined
}

/** A token bucket that holds a quarter of a second's bytes. */
export function createThrottle(clock: Clock, bytesPerSecond = 0): Throttle {
  let limit = bytesPerSecond
  let tokens = 0
  let filledAt = clock.now()
  const refill = () => {
    const now = clock.now()
    tokens = Math.min(limit / 4, tokens + ((now - filledAt) / 1000) * limit)
    filledAt = now
  }
  return {
    setLimit(next) {
      limit = next
      tokens = 0
      filledAt = clock.now()
    },
    take(bytes, signal) {
      if (limit <= 0) return undefined
      refill()
      tokens -= bytes // may go below zero: who comes later waits longer, so the order is kept
      return tokens < 0 ? clock.sleep((-tokens / limit) * 1000, signal) : undefined
    },
  }
}

/** A door that pausing closes. */
export interface Gate {
  readonly paused: boolean
  pause(): void
  resume(): void
  /** Waits while closed; rejects with the signal's reason when aborted. */
  pass(signal: AbortSignal): Promise<void>
}

/** Opens a gate. */
export function createGate(): Gate {
  let opened: Resolvers | undefined
  return {
    get paused() {
      return opened !== undefined
    },
    pause() {
      opened ??= withResolvers()
    },
    resume() {
      opened?.resolve()
      opened = undefined
    },
    async pass(signal) {
      signal.throwIfAborted()
      if (!opened) return
      const stop = withResolvers()
      const abort = () => stop.resolve()
      signal.addEventListener('abort', abort, { once: true })
      await Promise.race([opened.promise, stop.promise])
      signal.removeEventListener('abort', abort)
      signal.throwIfAborted()
    },
  }
}

/** Tells all who wait for a source that waiting on is no use. */
export interface Nudge {
  /** Aborts with the next nudge; each nudge has a signal of its own. */
  readonly signal: AbortSignal
  give(): void
}

/** Makes a nudge. */
export function createNudge(): Nudge {
  let control = new AbortController()
  return {
    get signal() {
      return control.signal
    },
    give() {
      const before = control
      control = new AbortController()
      before.abort()
    },
  }
}

/** How long to wait before try number `attempt` (from 1): doubling from half a second to half a minute, with jitter. */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.min(30_000, 500 * 2 ** (attempt - 1)) * (0.5 + random() / 2)
