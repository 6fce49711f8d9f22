import { describe, expect, it } from 'vitest'
import { adaptLanes, inLanes } from '../../src-main/mods/repair/lanes.ts'
import { backOffMs, createGate, createThrottle, type Clock } from '../../src-main/mods/repair/pace.ts'

const never = new AbortController().signal

/** A clock that goes on only while somebody sleeps. */
function sleepyClock(): Clock & { slept: number[] } {
  let now = 0
  const slept: number[] = []
  const sleep = (ms: number) => {
    slept.push(ms)
    now += ms
    return Promise.resolve()
  }
  return { now: () => now, sleep, random: () => 0, slept }
}

describe('a speed limit', () => {
  it('of none never waits', () => {
    expect(createThrottle(sleepyClock(), 0).take(1e9, never)).toBeUndefined()
  })

  it('holds on average, whatever the pieces', async () => {
    for (const piece of [1, 1000, 65_536, 1_000_000]) {
      const clock = sleepyClock()
      const throttle = createThrottle(clock, 1_000_000)
      for (let bytes = 0; bytes < 4_000_000; bytes += Math.max(piece, 40_000))
        await throttle.take(Math.max(piece, 40_000), never)
      expect(clock.now()).toBeGreaterThanOrEqual(3_900)
      expect(clock.now()).toBeLessThanOrEqual(4_100)
    }
  })

  it('is changed in the middle', async () => {
    const clock = sleepyClock()
    const throttle = createThrottle(clock, 1000)
    await throttle.take(1000, never)
    expect(clock.now()).toBe(1000)
    throttle.setLimit(10_000)
    await throttle.take(1000, never)
    expect(clock.now()).toBe(1100)
    throttle.setLimit(0)
    expect(throttle.take(1e9, never)).toBeUndefined()
  })

  it('saves no more than a quarter of a second for later', async () => {
    const clock = sleepyClock()
    const throttle = createThrottle(clock, 1000)
    await throttle.take(1, never)
    await clock.sleep(60_000, never)
    expect(throttle.take(250, never)).toBeUndefined()
    await throttle.take(1000, never)
    expect(clock.slept.at(-1)).toBe(1000)
  })
})

describe('a gate', () => {
  it('lets through while open, holds while closed, and gives up when aborted', async () => {
    const gate = createGate()
    await gate.pass(never)
    gate.pause()
    const passed: string[] = []
    const waiting = gate.pass(never).then(() => passed.push('through'))
    await new Promise(setImmediate)
    expect(passed).toEqual([])
    gate.resume()
    await waiting
    gate.pause()
    const stop = new AbortController()
    const given = gate.pass(stop.signal)
    stop.abort()
    await expect(given).rejects.toThrow()
  })
})

describe('waits between tries', () => {
  it('double up to half a minute, and never all at the same time', () => {
    expect([1, 2, 3, 10, 50].map((attempt) => backOffMs(attempt, () => 1))).toEqual([500, 1000, 2000, 30_000, 30_000])
    expect(backOffMs(1, () => 0)).toBe(250)
  })
})

describe('lanes', () => {
  const slow = { elapsedMs: 1000, bytes: 1 << 20 }
  it('become fewer where a slow disk holds them up, and more where it does not', () => {
    expect(adaptLanes(4, 4, { ...slow, diskMs: 3900 })).toBe(3)
    expect(adaptLanes(1, 4, { ...slow, diskMs: 1000 })).toBe(1)
    expect(adaptLanes(2, 4, { ...slow, diskMs: 100 })).toBe(3)
    expect(adaptLanes(4, 4, { ...slow, diskMs: 100 })).toBe(4)
    expect(adaptLanes(2, 4, { ...slow, diskMs: 1100 })).toBe(2)
    expect(adaptLanes(3, 4, { elapsedMs: 1000, bytes: 500 << 20, diskMs: 2900 })).toBe(4)
  })

  it('never run more at a time than are allowed, asked anew before each, and end with the first error', async () => {
    let [running, most, allowed] = [0, 0, 3]
    const work = async (item: number) => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      if (item === 5) allowed = 1
      if (item === 8) throw new Error('eight')
    }
    const done: number[] = []
    const items = Array.from({ length: 20 }, (_, n) => n)
    await expect(
      inLanes(
        items,
        () => allowed,
        (item) => work(item).then(() => void done.push(item)),
      ),
    ).rejects.toThrow('eight')
    expect(most).toBe(3)
    expect(running).toBe(0)
    expect(done).not.toContain(19)
  })
})
