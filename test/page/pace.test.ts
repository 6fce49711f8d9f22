import { afterEach, expect, it, vi } from 'vitest'
import type { Reading } from '../../src-preload/contract/community/index.ts'
import { type Clock, isStale, nextRefresh, pageClock, pacer } from '#shared/resource/pace.ts'
import { type Facts, Surroundings } from '#shared/resource/surroundings.ts'

const readingAt = (ms: number): Reading<unknown> => ({
  asOf: new Date(ms).toISOString(),
  source: 'live',
  state: 'ok',
  aside: { count: 0, entries: [] },
  freshMs: 60_000,
})

it('asks soon for what is from a time to come, as the clock was set back', () => {
  const [ahead, now] = [readingAt(3_600_000), 60_000]
  expect(isStale(ahead, now)).toBe(true)
  expect(nextRefresh(ahead, 0, 'usual', now)).toBe(nextRefresh(undefined, 0, 'usual', now))
  expect(isStale(readingAt(now), now)).toBe(false)
})

/** A clock that stands until it is moved; what is due on the way runs. */
function createClock() {
  let at = 0
  let due: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => at,
    after(ms, run) {
      const entry = { at: at + ms, run }
      due.push(entry)
      return () => (due = due.filter((one) => one !== entry))
    },
  }
  return {
    clock,
    get waiting() {
      return due.map((entry) => entry.at)
    },
    pass(ms: number) {
      const until = at + ms
      for (;;) {
        const [next] = due.filter((entry) => entry.at <= until).sort((a, b) => a.at - b.at)
        if (!next) break
        due = due.filter((entry) => entry !== next)
        at = next.at
        next.run()
      }
      at = until
    },
  }
}

const usual: Facts = { hidden: false, online: true, playing: false, local: false }

/** One reading on screen whose service answers at once, or fails. */
function onScreen(facts: Partial<Facts> = {}) {
  const time = createClock()
  const surroundings = new Surroundings({ ...usual, ...facts })
  const asked: number[] = []
  const state = { reading: readingAt(0), failures: 0, fails: false }
  const answer = () => {
    asked.push(time.clock.now())
    if (state.fails) state.failures += 1
    else Object.assign(state, { failures: 0, reading: readingAt(time.clock.now()) })
    paces.plan()
  }
  const paced = {
    reading: () => state.reading,
    failures: () => state.failures,
    ask: answer,
    refresh: answer,
  }
  const paces = pacer(paced, surroundings, time.clock)
  paces.plan()
  return { time, surroundings, asked, state, paces }
}

it('plans by freshness, later after failures, slowly at a slow pace, not at all at none', () => {
  expect(nextRefresh(readingAt(0), 0, 'usual', 20_000)).toBe(40_000)
  expect(nextRefresh(readingAt(0), 0, 'usual', 90_000)).toBe(5_000)
  expect(nextRefresh(readingAt(0), 3, 'usual', 0)).toBe(40_000)
  expect(nextRefresh(readingAt(0), 0, 'slow', 0)).toBe(360_000)
  expect(nextRefresh(undefined, 50, 'slow', 0)).toBe(900_000)
  expect(nextRefresh(readingAt(0), 0, 'none', 90_000)).toBeUndefined()
})

it('asks when what is shown goes stale, again and again, until it leaves the screen', () => {
  const { time, asked, paces } = onScreen()
  time.pass(180_000)
  expect(asked).toEqual([60_000, 120_000, 180_000])
  paces.stop()
  time.pass(600_000)
  expect(asked).toHaveLength(3)
  expect(time.waiting).toEqual([])
})

it('backs off while the service fails, and comes back to its rhythm', () => {
  const { time, asked, state } = onScreen()
  state.fails = true
  time.pass(60_000 + 10_000 + 20_000 + 40_000)
  expect(asked).toEqual([60_000, 70_000, 90_000, 130_000])
  state.fails = false
  time.pass(80_000)
  expect(asked.at(-1)).toBe(210_000)
  time.pass(60_000)
  expect(asked.at(-1)).toBe(270_000)
})

it.each(['hidden', 'playing'] as const)('asks six times as slowly while %s, and at once when that ends', (fact) => {
  const { time, asked, surroundings } = onScreen()
  surroundings.update({ [fact]: true })
  time.pass(359_000)
  expect(asked).toEqual([])
  time.pass(1_000)
  expect(asked).toEqual([360_000])
  time.pass(100_000)
  surroundings.update({ [fact]: false })
  expect(asked).toEqual([360_000, 460_000])
  time.pass(60_000)
  expect(asked.at(-1)).toBe(520_000)
})

it('asks for nothing when the window comes back and all is still fresh', () => {
  const { time, asked, surroundings } = onScreen({ hidden: true })
  time.pass(30_000)
  surroundings.update({ hidden: false })
  expect(asked).toEqual([])
  expect(time.waiting).toEqual([60_000])
})

it('asks at once when the window comes back, however long it has to wait after failures', () => {
  const { time, asked, surroundings, state } = onScreen({ hidden: true })
  state.fails = true
  time.pass(8 * 3_600_000)
  state.fails = false
  surroundings.update({ hidden: false })
  expect(asked.at(-1)).toBe(8 * 3_600_000)
  expect(time.waiting).toEqual([8 * 3_600_000 + 60_000])
})

it('asks nothing at all without a network, and at once when it returns', () => {
  const { time, asked, surroundings } = onScreen()
  surroundings.update({ online: false })
  time.pass(3_600_000)
  expect(asked).toEqual([])
  surroundings.update({ online: true })
  expect(asked).toEqual([3_600_000])
})

it('goes on without a network where the service is on this computer', () => {
  const { time, asked } = onScreen({ online: false, local: true })
  time.pass(60_000)
  expect(asked).toEqual([60_000])
})

afterEach(() => void vi.useRealTimers())

it.each([
  ['has slept', 3_600_000],
  ['had its clock set back', -3_600_000],
])('ends a wait soon after the computer %s', (_, jump) => {
  vi.useFakeTimers()
  let runs = 0
  pageClock.after(15 * 60_000, () => runs++)
  vi.advanceTimersByTime(5 * 60_000)
  expect(runs).toBe(0)
  vi.setSystemTime(Date.now() + jump) // and the timers stood still
  vi.advanceTimersByTime(30_000)
  expect(runs).toBe(1)
})

it('waits as long as it must, and not when it is called off', () => {
  vi.useFakeTimers()
  let runs = 0
  pageClock.after(95_000, () => runs++)
  const callOff = pageClock.after(95_000, () => runs++)
  vi.advanceTimersByTime(94_999)
  expect(runs).toBe(0)
  callOff()
  vi.advanceTimersByTime(1)
  expect(runs).toBe(1)
})
