import * as real from '../../../src-main/lib/clock.ts'
import { clockShift, hasteOfTime, pauseOf } from './faults.ts'

/** Replaces lib/clock.ts in the test build. */
export const now: typeof real.now = () => new Date(real.now().getTime() + clockShift())
export const steadyNow: typeof real.steadyNow = () => real.steadyNow() * hasteOfTime()
export const sleep: typeof real.sleep = (ms, signal) => real.sleep(pauseOf(ms), signal)
