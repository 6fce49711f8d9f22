import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import type { RepairProgress } from '../../src-preload/contract/repair.ts'
import { progressLine } from '../../src-main/cli/progress-bar.ts'
import { pathsFor } from '../../src-main/mods/repair/disk.ts'
import { Meter, openSpeedMemory } from '../../src-main/mods/repair/meter.ts'
import { RepairService } from '../../src-main/mods/repair/index.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { tempDir } from '../support/temp.ts'
import { old, one, openRepairs } from './setup.ts'
import { bytesOf, fetchStep, hastyClock, MOD, openWorld, read, safe } from './support.ts'

const path = `${MOD}/addons/one.pbo`
const step = { ...fetchStep(path, bytesOf('one', 1)), size: 4e9 }

it('a try that failed is told with its cause and the seconds until the next one, until bytes come', () => {
  let now = 0
  const meter = new Meter(StepList.of([step]), () => now)
  meter.begin(path)
  meter.retrying(path, { kind: 'source-busy', status: 503 }, 4_000)
  expect(meter.progress().retrying).toEqual({ path, cause: { kind: 'source-busy', status: 503 }, inSeconds: 4 })
  now = 2_500
  const { retrying } = meter.progress()
  expect(retrying?.inSeconds).toBe(2)
  const shown = {
    filesDone: 0,
    filesTotal: 1,
    bytesDone: 0,
    bytesTotal: 4e9,
    bytesPerSecond: 1,
    secondsLeft: 9,
    retrying,
  }
  // on a terminal of the usual width
  expect(progressLine(shown, 80)).toContain('The server is overloaded (503), next try in 2 s, 0 bytes / 3.73 GB')
  now = 9_000
  expect(meter.progress().retrying?.inSeconds).toBe(0)
  meter.bytes(path, 10, 10)
  expect(meter.progress().retrying).toBeNull()
})

it('a time beyond every patience is told by nobody', () => {
  let now = 0
  const meter = new Meter(StepList.of([step]), () => now)
  meter.begin(path)
  expect(meter.progress().secondsLeft).toBeNull()
  meter.bytes(path, 0, 1)
  now = 2_000
  meter.bytes(path, 1, 1)
  const { secondsLeft, bytesPerSecond } = meter.progress()
  expect({ secondsLeft, isKnown: bytesPerSecond > 0 }).toEqual({ secondsLeft: null, isKnown: true })
  const shown = { filesDone: 0, filesTotal: 1, bytesDone: 1, bytesTotal: 4e9, bytesPerSecond, secondsLeft }
  expect(progressLine(shown, 200)).not.toContain('left')
  meter.bytes(path, 2e9, 2e9)
  expect(meter.progress().secondsLeft).toBeGreaterThan(0)
})

it('a file that failed is not counted as done, and its missing bytes are not waited for', () => {
  const [failed, last] = ['two', 'three'].map((name) => fetchStep(`${MOD}/${name}`, bytesOf(name, 1_000_000)))
  if (!failed || !last) throw new Error('no steps')
  let now = 0
  const meter = new Meter(StepList.of([failed, last]), () => now)
  meter.bytes(failed.path, 125_000, 125_000)
  now = 2_000
  meter.bytes(failed.path, 250_000, 125_000)
  meter.failed(failed)
  const { bytesDone, bytesPerSecond, secondsLeft } = meter.progress()
  expect({ bytesDone, secondsLeft }).toEqual({ bytesDone: 250_000, secondsLeft: Math.ceil(1e6 / bytesPerSecond) })
  meter.done(last)
  expect(meter.progress()).toMatchObject({ filesDone: 1, filesTotal: 2, bytesDone: 1_250_000, bytesTotal: 2_000_000 })
  meter.bytes('a file without a listed size', 500_000, 0)
  expect(meter.progress().secondsLeft).toBe(0)
})

it('counts the bytes of files that are here, done, or begin again', () => {
  const steps = Array.from({ length: 50 }, (_, at) => ({
    ...step,
    path: safe(`${MOD}/addons/${at}.pbo`),
    size: 100,
  }))
  const meter = new Meter(StepList.of(steps), () => 0)
  for (const { path } of steps) meter.bytes(path, 90, 0)
  for (const one of steps.slice(0, 10)) meter.done(one)
  meter.bytes(steps.at(-1)?.path ?? '', 10, 0) // begins again
  expect(meter.progress()).toMatchObject({ bytesDone: 100 * 10 + 90 * 39 + 10, bytesTotal: 5_000 })
})

it('a repair whose source has another file never shows that all is done', async () => {
  const [good, bad] = [`${MOD}/good.pbo`, `${MOD}/bad.pbo`]
  const { repair } = await openWorld({ [good]: bytesOf('good', 3000), [bad]: bytesOf('another', 1000) })
  let ended: RepairProgress | undefined
  const { outcome } = await repair([fetchStep(good, bytesOf('good', 3000)), fetchStep(bad, bytesOf('bad', 1000))], {
    onProgress: (meter) => (ended = meter.progress()),
  })
  expect(outcome.troubles).toEqual([{ path: bad, cause: { kind: 'source-differs', bytes: 1000 } }])
  expect(ended).toMatchObject({ filesDone: 1, filesTotal: 2, bytesDone: 3000, bytesTotal: 4000, secondsLeft: 0 })
})

it.each([
  ['more than a day', 92_590, null],
  ['less than a day', 92_593, 86_398],
])('of %s left: %d bytes in two seconds tell %s', (_, came, secondsLeft) => {
  let now = 0
  const meter = new Meter(StepList.of([step]), () => now)
  meter.begin(path)
  meter.bytes(path, 1, 1)
  now = 2_000
  meter.bytes(path, came, came - 1)
  expect(meter.progress().secondsLeft).toBe(secondsLeft)
})

it('tells a time left that follows the last minute, not each second, and begins anew after a pause', () => {
  let now = 0
  const meter = new Meter(StepList.of([step]), () => now)
  const left = (limit?: number) => meter.progress(limit).secondsLeft ?? NaN
  let bytes = 0
  const run = (seconds: number, bytesPerSecond: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000
      bytes += bytesPerSecond
      meter.bytes(path, bytes, bytesPerSecond)
    }
  }
  run(60, 1e6)
  const before = left()
  run(3, 10e6) // a burst
  expect(left()).toBeGreaterThan(before / 2)
  expect(meter.progress().bytesPerSecond).toBeGreaterThan(3e6)
  now += 3_600_000
  run(20, 10e6)
  expect(left()).toBeLessThan(before / 5)
  now += 30_000 // a pause shorter than the minute that is looked back at
  run(20, 10e6)
  expect(left()).toBeLessThanOrEqual(Math.ceil((4e9 - bytes) / 9e6))
  expect(left(1e6)).toBeGreaterThanOrEqual((4e9 - bytes) / 1e6) // no better than the limit allows
})

it('tells no time left that the slow begin of a connection makes far too long', () => {
  let [now, bytes] = [0, 0]
  const meter = new Meter(StepList.of([step]), () => now)
  const told: number[] = []
  for (let at = 1; at <= 100; at++) {
    const came = Math.min(1e6, 1_000 * 2 ** at) // ten times a second
    now += 100
    meter.bytes(path, (bytes += came), came)
    const { secondsLeft } = meter.progress()
    if (secondsLeft !== null) told.push(secondsLeft / ((4e9 - bytes) / 10e6))
  }
  expect(told.length).toBeGreaterThan(70)
  expect(Math.max(...told)).toBeLessThan(2)
})

it('bytes, speed and time left never contradict each other, whatever came before', () => {
  let [now, bytes] = [0, 0]
  const meter = new Meter(StepList.of([step]), () => now)
  /** How often the time left is what the rest takes at the speed on the screen. */
  const apart = (limit = 0) => {
    const { secondsLeft, bytesPerSecond } = meter.progress(limit)
    return ((secondsLeft ?? NaN) * bytesPerSecond) / (4e9 - bytes)
  }
  const come = (bytesPerSecond: number) => {
    now += 1_000
    meter.bytes(path, (bytes += bytesPerSecond), bytesPerSecond)
    return apart()
  }
  const told = Array.from({ length: 60 }, () => come(1e6)).slice(2) // nothing is told at first
  now += 8_000 // a stall
  told.push(...Array.from({ length: 30 }, () => come(20e6)), ...Array.from({ length: 30 }, () => come(1e6)))
  expect(Math.min(...told)).toBeGreaterThanOrEqual(0.5)
  expect(Math.max(...told)).toBeLessThanOrEqual(2.01)
  for (const limit of [10_000_000, 500_000]) {
    expect(apart(limit)).toBeLessThanOrEqual(2.01)
    expect(meter.progress(limit).bytesPerSecond).toBeLessThanOrEqual(limit)
  }
  now += 11_000 // nobody knows when it goes on
  expect(meter.progress()).toMatchObject({ bytesPerSecond: 0, secondsLeft: null })
})

it('the time left does not count a stall as time in which bytes came', () => {
  let [now, bytes] = [0, 0]
  const meter = new Meter(StepList.of([step]), () => now)
  for (let second = 0; second < 60; second++) {
    now += second % 10 === 9 ? 9_000 : 1_000
    meter.bytes(path, (bytes += 1e6), 1e6)
  }
  const running = (4e9 - bytes) / 1e6
  expect((meter.progress().secondsLeft ?? NaN) / running).toBeLessThan(1.2)
})

it('the speed that is kept is that of the bytes that came in this run, without pauses', async () => {
  let now = 0
  const here = { ...fetchStep(`${MOD}/addons/here.pbo`, bytesOf('here', 1)), size: 28e9 }
  const meter = new Meter(StepList.of([here, step]), () => now)
  meter.done(here) // by an earlier run
  meter.bytes(path, 1e9, 0)
  let limit = 0
  const memory = openSpeedMemory(
    tempDir(),
    () => undefined,
    () => limit,
  )
  const come = (seconds: number) => {
    for (let second = 0; second < seconds; second++, now += 1_000) meter.bytes(path, 1e9 + now * 1_000, 1e6)
  }
  come(4)
  await memory.note(meter.measured)
  expect(await memory.bytesPerSecond()).toBeNull() // so few bytes say little
  now += 3_600_000
  come(20)
  await memory.note(meter.measured)
  expect(await memory.bytesPerSecond()).toBe(1e6)
  limit = 50_000
  expect(await memory.bytesPerSecond()).toBe(50_000)
})

it('a repair tells how fast it went, so that the next plan can say how long it takes', async () => {
  const large = bytesOf('large', 5 << 20)
  let limit = 0
  let runs = false
  const game = {
    get runs() {
      return runs
    },
    sure: () => Promise.resolve({ running: false }),
  }
  const limits = () => ({ concurrency: 2, bytesPerSecond: limit, playing: 3 })
  const { repairs, reached, repairAll, served, community, recheck, needs } = await openRepairs({ limits, game })
  expect((await repairs.plans.whole(1)).bytesPerSecond).toBeNull()
  served[one] = large
  community.listed = { ...old, [one]: large }
  void recheck()
  await repairAll()
  await reached('ended')
  expect((await repairs.plans.whole(1)).bytesPerSecond).toBeGreaterThan(0)
  limit = 7
  expect((await repairs.plans.whole(1)).bytesPerSecond).toBe(7)
  runs = true
  expect(await repairs.speed.bytesPerSecond()).toBe(3)
  // the connection is the same in a community that is new
  expect(await new RepairService({ ...needs, dataDir: tempDir() }).speed.bytesPerSecond()).toBe(3)
})

it('a repair does not take what was here before for the speed of the connection', async () => {
  const large = bytesOf('large', 5 << 20)
  const clock = { ...hastyClock, now: () => performance.now() * 100 } // else it is over in no time
  const { repairs, reached, repairAll, served, community, recheck, gameDir } = await openRepairs({ clock })
  served[one] = large
  community.listed = { ...old, [one]: large }
  const { part } = await pathsFor(gameDir, safe(one))
  await mkdir(dirname(part), { recursive: true })
  await writeFile(part, large.subarray(0, -1000))
  void recheck()
  await repairAll()
  expect((await reached('ended')).outcome?.troubles).toEqual([])
  expect(read(gameDir, one)?.equals(large)).toBe(true)
  expect((await repairs.plans.whole(1)).bytesPerSecond).toBeNull()
})

it('a speed that a limit made is not kept as that of the connection', async () => {
  let limit = 100_000
  const memory = openSpeedMemory(
    tempDir(),
    () => undefined,
    () => limit,
  )
  const at = (bytesPerSecond: number) => ({ bytes: bytesPerSecond * 100, ms: 100_000 })
  await memory.note(at(100_000), true)
  expect(await memory.bytesPerSecond()).toBe(100_000)
  limit = 0
  expect(await memory.bytesPerSecond()).toBeNull()
  await memory.note(at(5_000_000))
  await memory.note(at(100_000), true)
  expect(await memory.bytesPerSecond()).toBe(5_000_000)
  await memory.note(at(6_000_000), true) // the connection is at least as fast
  expect(await memory.bytesPerSecond()).toBe(6_000_000)
  await memory.note(at(1_000_000))
  expect(await memory.bytesPerSecond()).toBe(1_000_000)
})

it('the speed of a repair under a limit is not that of the next one without', async () => {
  let limit = 1e9
  const limits = () => ({ concurrency: 2, bytesPerSecond: limit })
  const { repairs, reached, repairAll, served, community, recheck } = await openRepairs({ limits })
  community.listed = { ...old, [one]: (served[one] = bytesOf('large', 5 << 20)) }
  void recheck()
  await repairAll()
  await reached('ended')
  expect((await repairs.plans.whole(1)).bytesPerSecond).toBeGreaterThan(0)
  limit = 0
  expect((await repairs.plans.whole(1)).bytesPerSecond).toBeNull()
})
