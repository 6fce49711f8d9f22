import type { Reading } from '../../../src-preload/contract/community/index.ts'
import { paceOf, type Pace, type Surroundings } from './surroundings.ts'

const LEAST_MS = 5_000
const MOST_MS = 15 * 60_000
/** At a slow pace everything takes this many times as long. */
const SLOW_TIMES = 6

/** When to ask again, in ms from now: as the reading's freshness has it, later after failures and at a slow pace. `undefined`: not by itself. */
export function nextRefresh(reading: Aged | undefined, failures: number, pace: Pace, now: number): number | undefined {
  if (pace === 'none') return undefined
  const due = reading ? Date.parse(reading.asOf) + reading.freshMs - now : LEAST_MS
  const wait = failures > 0 ? LEAST_MS * 2 ** Math.min(failures, 8) : due
  return Math.min(MOST_MS, Math.max(LEAST_MS, wait) * (pace === 'slow' ? SLOW_TIMES : 1))
}

/** The page's time, passed in. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`; returns the way to call it off. */
  after(ms: number, run: () => void): () => void
}

export const pageClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** What has an age, and how long it counts as fresh. */
export type Aged = Pick<Reading<unknown>, 'asOf' | 'freshMs'>

/** What was heard at `ms` since 1970. */
export const agedAt = (ms: number, freshMs: number): Aged => ({ asOf: new Date(ms).toISOString(), freshMs })

/** True once a reading no longer counts as fresh; `now` in ms since 1970. */
export const isStale = ({ asOf, freshMs }: Aged, now: number): boolean => Date.parse(asOf) + freshMs <= now

/** What a pacer looks at. */
export interface Paced {
  reading(): Aged | undefined
  /** Failures in a row. */
  failures(): number
  /** Asks for what may have gone stale. */
  ask(): void
  /** Asks the service in any case. */
  refresh(): void
}

/**
 * Asks by itself while something is on screen: when it goes stale, slowly while nobody looks or the game runs, never without
 * a network, at once when the network or the player's eyes return.
 */
export function pacer(paced: Paced, surroundings: Surroundings, clock: Clock) {
  let callOff = () => undefined as void
  const plan = () => {
    callOff()
    const wait = nextRefresh(paced.reading(), paced.failures(), paceOf(surroundings.facts), clock.now())
    callOff = wait === undefined ? () => undefined : clock.after(wait, () => paced.ask())
  }
  const stopHearing = surroundings.onChange((facts, before) => {
    if (paceOf(facts) === paceOf(before)) return
    if (paceOf(before) === 'none') return paced.refresh()
    const reading = paceOf(facts) === 'usual' && paced.failures() === 0 ? paced.reading() : undefined
    if (reading && isStale(reading, clock.now())) return paced.ask()
    plan()
  })
  return {
    /** Plans the next asking; call it after each answer. */
    plan,
    stop() {
      stopHearing()
      callOff()
    },
  }
}
