import { one, openRepairs } from './setup.ts'
import { read } from './support.ts'
import { describe, expect, it } from 'vitest'
import { backOffMs, type Clock, realClock, Throttle } from '../../src-main/mods/repair/pace.ts'

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
  it('of none never waits', async () => {
    const clock = sleepyClock()
    await new Throttle(clock, 0).take(1e9, never)
    expect(clock.slept).toEqual([])
  })

  it('holds on average, whatever the pieces', async () => {
    for (const piece of [1, 1000, 65_536, 1_000_000]) {
      const clock = sleepyClock()
      const throttle = new Throttle(clock, 1_000_000)
      for (let bytes = 0; bytes < 4_000_000; bytes += Math.max(piece, 40_000))
        await throttle.take(Math.max(piece, 40_000), never)
      expect(clock.now()).toBeGreaterThanOrEqual(3_900)
      expect(clock.now()).toBeLessThanOrEqual(4_100)
    }
  })

  it('is changed in the middle', async () => {
    const clock = sleepyClock()
    const throttle = new Throttle(clock, 1000)
    await throttle.take(1000, never)
    expect(clock.now()).toBe(1000)
    throttle.setLimit(10_000)
    await throttle.take(1000, never)
    expect(clock.now()).toBe(1100)
    throttle.setLimit(0)
    await throttle.take(1e9, never)
    expect(clock.slept).toHaveLength(2)
  })

  it('that is lifted keeps nobody any longer', async () => {
    const throttle = new Throttle(realClock, 1)
    const taken = throttle.take(65_536, never)
    throttle.setLimit(0)
    await taken
  })

  it('saves no more than a quarter of a second for later', async () => {
    const clock = sleepyClock()
    const throttle = new Throttle(clock, 1000)
    await throttle.take(1, never)
    await clock.sleep(60_000, never)
    const { length } = clock.slept
    await throttle.take(250, never)
    expect(clock.slept).toHaveLength(length)
    await throttle.take(1000, never)
    expect(clock.slept.at(-1)).toBe(1000)
  })
})

describe('waits between tries', () => {
  it('double up to half a minute, and never all at the same time', () => {
    expect([1, 2, 3, 10, 50].map((attempt) => backOffMs(attempt, () => 1))).toEqual([500, 1000, 2000, 30_000, 30_000])
    expect(backOffMs(1, () => 0)).toBe(250)
  })
})

it('a repair fetches no more while the game runs as soon as the player no longer wants that', async () => {
  let playing = 50_000_000
  const limits = () => ({ concurrency: 2, bytesPerSecond: 0, playing })
  const game = { runs: true, sure: () => Promise.resolve({ running: true }) }
  const { repairs, reached, repairAll, faults } = await openRepairs({ limits, game })
  faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  await repairAll()
  await reached('fetching', ({ progress }) => progress.bytesDone >= 40_000)
  playing = 0
  repairs.limitsChanged()
  const { progress } = await reached('paused', ({ forGame }) => forGame)
  expect(progress.bytesDone).toBeLessThan(progress.bytesTotal)
  repairs.gameRuns(false)
  expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
})

it('a repair that the game has paused fetches as soon as the player wants that, and replaces files only after the game', async () => {
  const limits = { concurrency: 2, bytesPerSecond: 0, playing: 0 }
  const game = { runs: true, sure: () => Promise.resolve({ running: true }) }
  const { repairs, reached, repairAll, gameDir } = await openRepairs({ limits: () => limits, game })
  const turn = (playing: number) => {
    limits.playing = playing
    repairs.limitsChanged()
  }
  await repairAll()
  await reached('paused', ({ forGame }) => forGame)
  turn(50_000_000)
  expect(repairs.states).toMatchObject([{ phase: 'fetching' }])
  turn(0)
  expect(repairs.states).toMatchObject([{ phase: 'paused', forGame: true }])
  turn(50_000_000)
  await reached('paused', ({ progress: { bytesDone, bytesTotal } }) => bytesDone === bytesTotal)
  turn(60_000_000) // it only waits for the end of the game
  expect(repairs.states).toMatchObject([{ phase: 'paused', forGame: true }])
  expect(read(gameDir, one)).toBeUndefined()
  game.runs = false
  repairs.gameRuns(false)
  expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
})

it.each(['while it fetches', 'while it waits for the end of the game'])(
  'a repair that the player pauses and resumes %s replaces no file during the game',
  async (when) => {
    const limits = () => ({ concurrency: 2, bytesPerSecond: 0, playing: 50_000_000 })
    const game = { runs: true, sure: () => Promise.resolve({ running: true }) }
    const { repairs, reached, repairAll, gameDir, faults } = await openRepairs({ limits, game })
    const fetches = when === 'while it fetches'
    if (fetches) faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await (fetches ? reached('fetching', ({ progress }) => progress.bytesDone > 0) : reached('paused'))
    repairs.pause(1, true)
    repairs.pause(1, false)
    repairs.reconnect()
    const ended = repairs.rests(1).then(() => 'ended')
    expect(await Promise.race([ended, reached('paused', ({ forGame }) => forGame)])).toMatchObject({ phase: 'paused' })
    expect(read(gameDir, one)).toBeUndefined()
    repairs.pause(1, false) // the player wants it now
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
  },
)
