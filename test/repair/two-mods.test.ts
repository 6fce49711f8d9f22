import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { QueueTotal } from '../../src-preload/contract/repair.ts'
import type { CheckOutcome } from '../../src-preload/contract/mods.ts'
import { type RepairNeeds, RepairQueue } from '../../src-main/mods/repair/index.ts'
import { type Clock, realClock } from '../../src-main/mods/repair/pace.ts'
import { empties, states, until } from './queue-support.ts'
import { world } from './move-world.ts'
import { one, openRepairs } from './setup.ts'
import { realDisk } from './real-disk.ts'
import { tellsCaseApart } from '../support/system.ts'
import { bytesOf, hastyClock, md5, MOD, read, safe } from './support.ts'

const four = safe('@Harbour/addons/four.pbo')
const harbour = bytesOf('harbour', 100_000)
/** Of both mods. */
const BYTES = 90_000 + 80_000 + 700 + harbour.length

/** Two mods of which nothing is installed. */
async function openTwo(change: Partial<RepairNeeds> = {}) {
  const world = await openRepairs(change)
  const { needs, served } = world
  served[four] = harbour
  const { lastCheck, problems, mods } = needs
  const [size, hash] = [harbour.length, md5(harbour)]
  const listed = { path: four, size, hash, algorithm: 'md5' } as const
  const missing = { path: four, result: 'missing', expected: size, found: null, listed } as const
  const facts = { listVersion: 'v1', filesStay: 0, missingBytes: size, checkedAt: '1' }
  const checked = { modId: 2, modName: 'Harbour', modFolder: '@Harbour', ...facts }
  needs.lastCheck = (modId) => (modId === 2 ? { ...lastCheck(1), ...checked } : lastCheck(modId))
  needs.problems = (modId, piece) =>
    modId === 2 ? Promise.resolve({ problems: [missing], pieces: 1 }) : problems(modId, piece)
  needs.mods = () => [...mods(), { id: 2, name: 'Harbour', folder: '@Harbour' }]
  const check = () => Promise.resolve({ trusted: true, summary: { result: 'damaged' } } as CheckOutcome)
  const missingBytes = (modId: number) => (modId === 2 ? harbour.length : BYTES - harbour.length)
  const queue = new RepairQueue({ ...needs, missingBytes, service: world.repairs, check })
  needs.queued = () => queue.left
  onTestFinished(() => queue.close())
  return { ...world, queue }
}

it.each([
  ['the limit', false, 10_000],
  ['the limit while playing', true, 5_000],
])('two repairs at once have %s together', async (_which, runs, limit) => {
  const slept: number[] = []
  const sleep: Clock['sleep'] = (ms, signal) => (slept.push(ms), realClock.sleep(1, signal))
  const { repairs, reached } = await openTwo({
    clock: { now: () => 0, sleep, random: () => 0.5 }, // it stands still, so that each wait is as long as all before it together
    limits: () => ({ concurrency: 2, bytesPerSecond: 10_000, playing: 5_000 }),
    game: { runs, sure: () => Promise.resolve({ running: runs }) },
  })
  await Promise.all([repairs.begin(1), repairs.begin(2)])
  await Promise.all([1, 2].map((id) => reached(runs ? 'paused' : 'ended', ({ modId }) => modId === id)))
  expect(Math.max(...slept)).toBeCloseTo((BYTES / limit) * 1000)
})

it('mods in the queue are fetched while the game runs if the player wants that, and replaced after it', async () => {
  const game = { runs: true, sure: () => Promise.resolve({ running: game.runs }) }
  const limits = { concurrency: 2, bytesPerSecond: 0, playing: 0 }
  const { queue, repairs, service, reached, gameDir } = await openTwo({ game, limits: () => limits })
  await queue.add([1, 2])
  expect(states(queue)).toEqual(['1 game', '2 game'])
  limits.playing = 50_000_000
  repairs.limitsChanged()
  queue.look()
  await reached('paused', ({ modId, forGame }) => modId === 2 && forGame)
  expect([states(queue), service.asked.length]).toEqual([['1 working', '2 working'], 4])
  expect([read(gameDir, one), read(gameDir, four)]).toEqual([undefined, undefined])
  game.runs = false
  repairs.gameRuns(false)
  queue.look()
  await empties(queue)
  expect([read(gameDir, four)?.equals(harbour), service.asked.length]).toEqual([true, 4])
})

it.each([1, 2])(
  'a mod that the player adds to a paused queue begins, and what was paused continues: mod %s',
  async (press) => {
    const { queue, reached, faults } = await openTwo()
    faults.set(/one/, { kind: 'stall', share: 0.5 }, 1)
    await queue.add([1])
    await reached('fetching', ({ progress }) => progress.bytesDone > 0)
    queue.pause()
    await reached('paused')
    expect(await queue.begin(press)).toBe(true)
    expect(queue.view.paused).toBe(false)
    await reached('fetching')
  },
)

it('a repair does not begin where it has no room beside one that runs, nor goes on without room', async () => {
  const [margin, bytes] = [64 << 20, BYTES - harbour.length]
  let free = margin + bytes
  const disk = { ...realDisk, statfs: () => Promise.resolve({ bavail: free, bsize: 1 }) } as unknown as typeof realDisk
  const { repairs, reached, faults, queue, gameDir } = await openTwo({ disk })
  faults.set(/four/, { kind: 'stall', share: 0.5 }, 1)
  expect(await repairs.begin(2)).toBe(true)
  await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  await expect(queue.begin(1, true)).rejects.toMatchObject({ code: 'repair-disk-full', facts: { freeBytes: free } })
  await repairs.stop(2)
  const { progress } = await reached('interrupted')
  const neededBytes = margin + progress.bytesTotal - progress.bytesDone
  free = neededBytes - 1
  await expect(repairs.resume(2)).rejects.toMatchObject({ code: 'repair-disk-full', facts: { neededBytes } })
  expect(repairs.states).toMatchObject([{ modId: 2, phase: 'interrupted' }])
  free = neededBytes
  await repairs.resume(2)
  await reached('ended')
  free = margin + bytes
  expect(await repairs.begin(1)).toBe(true)
  await reached('ended', ({ modId }) => modId === 1)
  expect(read(gameDir, one)).toBeDefined()
})

it('mods that do not fit together are not begun, one after the other or beside each other, unless they are on two disks', async () => {
  const [margin, first] = [64 << 20, BYTES - harbour.length]
  const statfs = () => Promise.resolve({ bavail: margin + BYTES - 1, bsize: 1 })
  let dev = 1
  const stat = async (path: string) => {
    const stats = await realDisk.stat(path)
    return path.endsWith('@Harbour') ? Object.assign(stats, { dev }) : Object.assign(stats, { dev: 1 })
  }
  const { queue, repairs, needs, service, gameDir } = await openTwo({ disk: { ...realDisk, statfs, stat } as never })
  mkdirSync(join(gameDir, '@Harbour'))
  const full = { code: 'repair-disk-full', facts: { neededBytes: margin + BYTES } }
  await expect(queue.add([1, 2])).rejects.toMatchObject(full)
  expect([queue.view.mods, service.asked]).toEqual([[], []])
  needs.queued = () => [1]
  await expect(repairs.space.mustFitAll([2])).rejects.toMatchObject(full)
  await repairs.space.mustFitAll([2], []) // for a join, before what waits
  // its list has changed since it was checked
  needs.update = (modId) => (modId === 1 ? { version: 'v2', fetchBytes: first - 2 } : undefined)
  await repairs.space.mustFitAll([2])
  needs.update = () => undefined
  dev = 2
  needs.queued = () => queue.left
  await queue.add([1, 2])
  await empties(queue)
  expect([read(gameDir, one), read(gameDir, four)].every(Boolean)).toBe(true)
})

it('where the space has shrunk, a mod of the queue that still fits is brought up although the one after it does not fit', async () => {
  const first = BYTES - harbour.length
  let free = 256 << 20
  const statfs = () => Promise.resolve({ bavail: free, bsize: 1 })
  const game = { runs: true, sure: () => Promise.resolve({ running: game.runs }) }
  const failed: unknown[] = []
  const disk = { ...realDisk, statfs } as never
  const { queue, repairs, gameDir } = await openTwo({ disk, game, failed: (error) => void failed.push(error) })
  await queue.add([2, 1]) // both wait for the end of the game
  free = (64 << 20) + Math.max(first, harbour.length) - 1
  game.runs = false
  queue.look()
  await until(queue, () => states(queue).join() === '1 failed')
  await repairs.rests(2)
  expect([read(gameDir, four)?.equals(harbour), failed]).toMatchObject([true, [{ code: 'repair-disk-full' }]])
})

it('a mod that is added does not undo a pause that the player pressed while the space was looked at', async () => {
  let look: () => void = () => undefined
  const looked = new Promise<void>((resolve) => (look = resolve))
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const statfs = () => (look(), answered.then(() => ({ bavail: 2 ** 40, bsize: 1 })))
  const { queue, service } = await openTwo({ disk: { ...realDisk, statfs } as never })
  const added = queue.add([1])
  await looked
  queue.pause()
  answer()
  await added
  expect([queue.view, service.asked]).toMatchObject([{ paused: true, mods: [{ modId: 1, state: 'waiting' }] }, []])
})

it('a folder that cannot be read fails only the repair of its own mod, also where fetched files are given up', async () => {
  let [free, unreadable] = [2 ** 40, '@Harbour']
  const stat = (path: string) =>
    path.endsWith(unreadable) ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) : realDisk.stat(path)
  const statfs = () => Promise.resolve({ bavail: free, bsize: 1 })
  const { repairs, needs } = await openTwo({ disk: { ...realDisk, stat, statfs } as never })
  const { space } = repairs
  needs.queued = () => [2]
  await space.mustFitAll([1])
  await expect(space.mustFitAll([2])).rejects.toMatchObject({ code: 'game-dir-unusable', facts: { errno: 'EIO' } })
  needs.queued = () => []
  unreadable = MOD
  expect(await repairs.prepare(2)).toBe('here')
  unreadable = '@Harbour'
  free = (64 << 20) + 1
  await expect(space.mustFitAll([1])).rejects.toMatchObject({ code: 'repair-disk-full', facts: { freeBytes: free } })
  expect([...(await repairs.prepared()).keys()]).toEqual([2])
})

it('what was fetched ahead counts as here although a newer list has come since', async () => {
  const first = BYTES - harbour.length
  let free = 2 ** 40
  const statfs = () => Promise.resolve({ bavail: free, bsize: 1 })
  const { queue, repairs, needs, gameDir } = await openTwo({ disk: { ...realDisk, statfs } as never })
  expect(await repairs.prepare(1)).toBe('here')
  free = (64 << 20) + 500
  needs.update = (modId) => (modId === 1 ? { version: 'newer', fetchBytes: first + 501 } : undefined)
  await expect(queue.add([1])).rejects.toMatchObject({ code: 'repair-disk-full' })
  free++
  await queue.add([1])
  await empties(queue)
  expect(read(gameDir, one)).toBeDefined()
})

it('the mods of a queue have one progress, which goes from nothing to all once', async () => {
  const { queue, repairs, faults, reached } = await openTwo()
  const told: QueueTotal[] = []
  const note = () => queue.view.total && told.push(queue.view.total)
  repairs.onChange(note)
  queue.onChange(note)
  faults.set(/two/, { kind: 'stall', share: 0.5 }, 1) // else it may be here before anybody looks
  await queue.add([1, 2])
  await reached(
    'fetching',
    ({ modId, progress }) => modId === 1 && progress.bytesDone >= BYTES - harbour.length - 40_000,
  )
  repairs.gameRuns(true) // ends the stall
  repairs.gameRuns(false)
  await empties(queue)
  const done = told.map(({ bytesDone }) => bytesDone)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect([done[0], done.at(-1), queue.view.total]).toEqual([0, BYTES, undefined])
  expect(new Set(told.map(({ bytesTotal }) => bytesTotal))).toEqual(new Set([BYTES]))
  expect([...new Set(told.map(({ at, mods }) => `${at} of ${mods}`))]).toEqual(['1 of 2', '2 of 2'])
  await queue.add([1])
  expect(queue.view.total).toBeUndefined()
})

it('the queue shows the speed of the mod in work, not also that of the one before it', async () => {
  const { queue, repairs, reached, faults } = await openTwo({ clock: { ...hastyClock, now: () => 0 } })
  faults.set(/four/, { kind: 'stall', share: 0.5 }, 1)
  await queue.add([1, 2])
  await reached('fetching', ({ modId, progress }) => modId === 2 && progress.bytesDone === harbour.length / 2)
  const ofMod = repairs.stateOf(2)?.progress
  expect(ofMod?.bytesPerSecond).toBeGreaterThan(0)
  const { bytesPerSecond, secondsLeft } = ofMod ?? {}
  expect(queue.view.total).toMatchObject({ bytesPerSecond, secondsLeft })
})

it('a mod that the player takes out counts in the progress of the others no more', async () => {
  const { queue, reached, faults } = await openTwo()
  faults.set(/one/, { kind: 'stall', share: 0.5 }, 1)
  await queue.add([1, 2])
  await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  expect(queue.view.total).toMatchObject({ at: 1, mods: 2, bytesTotal: BYTES })
  await queue.takeOut(2)
  expect(queue.view.total).toBeUndefined()
})

it('brings up both mods of a join after a restart, and one after the other without one', async () => {
  const { queue, needs, repairs, faults, reached } = await openTwo()
  const stored = () => JSON.parse(readFileSync(join(needs.dataDir, 'repair-queue.json'), 'utf8')) as unknown
  faults.set(/one/, { kind: 'stall', share: 0.5 }, 1)
  const { signal } = new AbortController()
  const up = queue.bringUp(1, signal, [2])
  await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  expect(states(queue)).toEqual(['1 working', '2 waiting'])
  await expect.poll(stored).toMatchObject({ mods: [{ modId: 1 }, { modId: 2 }] })
  repairs.reconnect()
  expect(await up).toBe(true)
  expect(await queue.bringUp(2, signal)).toBe(true)
  expect([states(queue), repairs.stateOf(2)?.outcome?.repaired]).toEqual([[], 1])
})

it('no mod of a folder is checked while another one of it is repaired, however they spell it', async () => {
  const held = new Set<number>()
  const hold = (modId: number) => Promise.resolve((held.add(modId), () => void held.delete(modId)))
  const folders = [MOD, MOD.toUpperCase(), '@Harbour']
  const mods = () => folders.map((folder, at) => ({ id: at + 1, name: folder, folder }))
  const { repairs, reached, faults } = await openRepairs({ hold, mods, areFromCommunity: () => Promise.resolve(true) })
  faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  await repairs.begin(1)
  await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  expect([...held]).toEqual([1, 2])
  repairs.stopAll()
  await repairs.rests(1)
  expect([...held]).toEqual([])
})

// where case does not count, two spellings are refused before
it.each(tellsCaseApart ? [MOD, MOD.toUpperCase()] : [MOD])('two mods of %s and its folder are moved', async (other) => {
  const mods = () => [MOD, other].map((folder, at) => ({ id: at + 1, name: folder, folder }))
  const { mover, to, modsDir } = world({ mods })
  await mover.begin(to)
  await mover.goOn()
  expect([mover.place.move, modsDir()]).toEqual([null, to])
})
