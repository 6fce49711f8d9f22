import { type PathLike, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { isAbort, isFailure } from '../../src-preload/contract/failure.ts'
import { isPartName } from '../../src-main/mods/list/index.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { lockMod } from '../../src-main/mods/repair/mod-lock.ts'
import { listSessions } from '../../src-main/mods/repair/session.ts'
import { readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { tempDir } from '../support/temp.ts'
import { realDisk } from './real-disk.ts'
import { openRepairs } from './setup.ts'
import { MOD } from './support.ts'

const diskError = () => Object.assign(new Error('a disk error'), { code: 'EIO' })

type World = Awaited<ReturnType<typeof openRepairs>>

/** A repair that is stopped while it fetches its last file. */
async function stop(world: World) {
  world.faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  await world.repairAll()
  await world.reached('fetching', ({ progress }) => progress.filesDone === 2)
  await world.repairs.stop(1)
}

async function stopped(world: World) {
  await stop(world)
  await world.reached('interrupted')
}

/** From now on the game is looked for without an answer. `asked`: somebody waits for it; `answer`: it does not run. */
function holdGame({ needs }: World) {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    const answered = new Promise<{ running: boolean }>((tell) => (answer = () => void tell({ running: false })))
    needs.game = { runs: false, sure: () => (resolve(), answered) }
  })
  return { asked, answer }
}

it('a repair does not go on in the former game folder when another one is chosen while it waits', async () => {
  let held = 0
  const world = await openRepairs({ hold: () => Promise.resolve((held++, () => void held--)) })
  await stopped(world)
  const game = holdGame(world)
  const resumed = world.repairs.resume(1)
  await game.asked
  const other = tempDir()
  world.needs.gameDir = () => other
  await world.repairs.recover()
  game.answer()
  await expect(resumed).rejects.toMatchObject({ code: 'repair-plan-gone' })
  expect([world.repairs.states, held]).toEqual([[], 0])
})

it.each([
  ['the app ends', 'begin', (world: World) => world.repairs.close()],
  ['the app ends', 'resume', (world: World) => world.repairs.close()],
  ['its mod is taken out of the queue', 'begin', ({ queue }: World) => queue.takeOut(1)],
] as const)('no repair begins after %s while it waits (%s)', async (_when, how, end) => {
  let held = 0
  const hold = () => Promise.resolve((held++, () => void held--))
  const world = await openRepairs({ areFromCommunity: () => Promise.resolve(true), hold })
  const { repairs, queue } = world
  if (how === 'resume') await stopped(world)
  const before = repairs.states
  const game = holdGame(world)
  const begun = how === 'resume' ? repairs.resume(1) : queue.begin(1)
  const settled = begun.catch((error: unknown) => isAbort(error))
  await game.asked
  await end(world)
  game.answer()
  expect([await settled, repairs.states, held]).toEqual([true, before, 0])
})

it('a repair that is stopped while it begins its session fetches nothing', async () => {
  const seal: Disk['seal'] = async (content) => {
    await world.repairs.stop(1)
    return realDisk.seal(content)
  }
  const world = await openRepairs({ disk: { ...realDisk, seal } })
  await world.repairAll()
  await world.repairs.rests(1)
  expect(world.repairs.states).toMatchObject([{ phase: 'interrupted', progress: { filesDone: 0 } }])
})

it('a repair that is dismissed while its mod is checked leaves alone what another process has begun meanwhile', async () => {
  const world = await openRepairs()
  const { repairs, needs, gameDir } = world
  let end = () => {}
  needs.changed = () => new Promise<void>((resolve) => (end = resolve))
  let letGo: Awaited<ReturnType<typeof lockMod>>
  await stop(world)
  await expect.poll(async () => (letGo = await lockMod(gameDir, MOD))).toBeDefined()
  const parts = () => readdirSync(join(gameDir, MOD, 'addons')).filter(isPartName)
  const before = parts()
  const dismissed = repairs.dismiss(1).catch((error: unknown) => isFailure(error) && error.code)
  for (let looks = 0; looks < 20; looks++) await readUnfinished(realDisk, gameDir) // longer than a dismissal takes
  expect(repairs.states).toMatchObject([{ phase: 'checking' }])
  end()
  expect(await dismissed).toBe('repair-busy')
  expect(parts()).toEqual(before)
  letGo?.()
  await repairs.dismiss(1)
  expect([repairs.states, parts()]).toEqual([[], []])
})

it('a repair that is dismissed while repairs are looked for does not come back', async () => {
  let read = () => {}
  const isRead = new Promise<void>((resolve) => (read = resolve))
  let held: Promise<void> | undefined
  const lstat = async (path: PathLike) => {
    const waits = isPartName(basename(String(path))) && held
    if (waits) read()
    await waits
    return realDisk.lstat(path)
  }
  const disk = { ...realDisk, lstat } as Disk
  const world = await openRepairs({ disk })
  await stopped(world)
  let goOn = () => {}
  held = new Promise<void>((resolve) => (goOn = resolve))
  const recovered = world.repairs.recover()
  await isRead
  held = undefined
  await world.repairs.dismiss(1)
  goOn()
  await recovered
  expect(world.repairs.states).toEqual([])
})

it('a repair whose session cannot be read says so, and can be resumed once it can', async () => {
  let [breaks, isBroken, held] = [false, false, 0]
  const readFile = (path: PathLike) => (isBroken ? Promise.reject(diskError()) : realDisk.readFile(path))
  const disk = { ...realDisk, readFile } as Disk
  const hold = () => {
    isBroken = breaks
    held++
    return Promise.resolve(() => void held--)
  }
  const world = await openRepairs({ disk, hold })
  await stopped(world)
  breaks = true
  const resumed = world.repairs.resume(1)
  await expect(resumed).rejects.toMatchObject({ code: 'game-dir-unusable', facts: { errno: 'EIO' } })
  expect([world.repairs.states, held]).toMatchObject([[{ phase: 'interrupted' }], 0])
  breaks = isBroken = false
  await world.repairs.resume(1)
  expect((await world.reached('ended')).outcome).toMatchObject({ repaired: 3 })
})

it('what changes files in a folder that two mods use has both checked', async () => {
  const checked: number[] = []
  const { repairs, needs, recheck, queue, handlers, gameDir } = await openRepairs()
  const mods = needs.mods()
  needs.mods = () => [...mods, { id: 2, name: 'Nordwind 2', folder: MOD }]
  needs.changed = (modId) => (checked.push(modId), recheck())
  await queue.begin(1, true)
  await repairs.rests(1)
  expect(checked).toEqual([1, 2])
  await queue.remove(await repairs.plans.removal(1))
  await repairs.rests(1)
  checked.length = 0
  const [sessionId = ''] = await listSessions(realDisk, gameDir)
  await handlers().undo({ sessionId, paths: null }, { signal: new AbortController().signal } as never)
  expect(checked).toEqual([1, 2])
})

it('an unfinished repair is found in the game folder that is used again while another one of its mod ends', async () => {
  const { repairs, needs, reached, faults, gameDir: first, recheck } = await openRepairs()
  let [gameDir, ends] = [first, Promise.resolve()]
  let end = () => {}
  needs.gameDir = () => gameDir
  needs.changed = () => ends.then(recheck)
  const use = (folder: string) => {
    gameDir = folder
    return repairs.recover()
  }
  const begin = async () => {
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairs.begin(1)
    await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  }
  await begin()
  await use(tempDir())
  await repairs.rests(1)
  await begin()
  ends = new Promise<void>((resolve) => (end = resolve))
  await use(first)
  end()
  await repairs.rests(1)
  await expect.poll(() => repairs.states).toMatchObject([{ modId: 1, phase: 'interrupted' }])
})

it('a repair that is still running when it is dismissed goes on, and stays after it has stopped', async () => {
  const { repairs, faults, reached } = await openRepairs()
  faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  await repairs.begin(1)
  await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  await expect(repairs.dismiss(1)).rejects.toMatchObject({ code: 'repair-busy' })
  await repairs.stop(1)
  await repairs.rests(1)
  expect(repairs.states).toMatchObject([{ phase: 'interrupted' }])
})
