import type { Reading } from '../../../src-preload/contract/community/index.ts'
import { paceOf, type Pace, type Surroundings } from './surroundings.ts'

const LEAST_MS = 5_000
const MOST_MS = 15 * 60_000
/** How often a wait looks at the clock. A timer of the whole wait would stand still while the computer sleeps. */
const LOOK_MS = 30_000
/** How many times longer the waits are at a slow pace. */
const SLOW_TIMES = 6

/**
 * The time to the next request, in ms: when the reading gets stale, and later after failures and at a slow pace. `undefined`: no
 * request.
 */
export function nextRefresh(reading: Aged | undefined, failures: number, pace: Pace, now: number): number | undefined {
  if (pace === 'none') return undefined
  const due = reading && !isStale(reading, now) ? Date.parse(reading.asOf) + reading.freshMs - now : LEAST_MS
  const wait = failures > 0 ? LEAST_MS * 2 ** Math.min(failures, 8) : due
  return Math.min(MOST_MS, Math.max(LEAST_MS, wait) * (pace === 'slow' ? SLOW_TIMES : 1))
}

/** The page's clock. It is a parameter, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` once after `ms`; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const pageClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const until = Date.now() + ms
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const left = until - Date.now()
      if (left <= 0 || left > ms) return run() // more is left if the clock was set back
      timer = setTimeout(look, Math.min(left, LOOK_MS))
    }
    look()
    return () => clearTimeout(timer)
  },
}

/** A reading's time, and how long it is fresh. */
export type Aged = Pick<Reading<unknown>, 'asOf' | 'freshMs'>

/** The age of something received at `ms` since 1970. */
export const agedAt = (ms: number, freshMs: number): Aged => ({ asOf: new Date(ms).toISOString(), freshMs })

/** True if a reading is no longer fresh, or from a time to come, as the clock was set back. `now`: epoch ms. */
export function isStale({ asOf, freshMs }: Aged, now: number): boolean {
  const age = now - Date.parse(asOf)
  return age < 0 || age >= freshMs
}

/** What a pacer reads and calls. */
export interface Paced {
  reading(): Aged | undefined
  /** Failures in a row. */
  failures(): number
  /** Requests the value if it may be stale. */
  ask(): void
  /** Requests the value even if it is fresh. */
  refresh(): void
}

/**
 * Makes requests while something is on screen: when it gets stale, less often while the window is hidden or the game runs, never
 * without a network, and at once when the network or the player comes back.
 */
export function pacer(paced: Paced, surroundings: Surroundings, clock: Clock) {
  let callOff = () => undefined as void
  let isOver = false
  const plan = () => {
    callOff()
    if (isOver) return
    const wait = nextRefresh(paced.reading(), paced.failures(), paceOf(surroundings.facts), clock.now())
    callOff = wait === undefined ? () => undefined : clock.after(wait, () => paced.ask())
  }
  const stopHearing = surroundings.onChange((facts, before) => {
    if (paceOf(facts) === paceOf(before)) return
    if (paceOf(before) === 'none') return paced.refresh()
    const reading = paced.reading()
    const isDue = paced.failures() > 0 || (reading && isStale(reading, clock.now()))
    if (isDue && paceOf(facts) === 'usual') return paced.ask()
    plan()
  })
  return {
    /** Plans the next request. Call it after each answer; after `stop` it does nothing. */
    plan,
    stop() {
      isOver = true
      stopHearing()
      callOff()
    },
  }
}
