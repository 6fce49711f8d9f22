import { describe, expect, it } from 'vitest'
import { realDisk } from './real-disk.ts'
import { beginRepairSession, type SessionEntry } from '../../src-main/mods/repair/session.ts'
import { type RepairNeeds, RepairService } from '../../src-main/mods/repair/index.ts'
import { type Step, StepList } from '../../src-main/mods/repair/steps.ts'
import { readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { listOf } from '../mods/game.ts'
import { setUp } from '../mods/service-setup.ts'
import { rowsOf } from './checked.ts'
import { empties } from './queue-support.ts'
import { old, one, openRepairs, three, two } from './setup.ts'
import { bytesOf, fetchStep, MOD, partsIn, read, safe, write } from './support.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const A = 'harbour'
const B = 'lake'

/** Two communities' apps, one after the other, in one game folder: both have mod 1 in the same folder, with different files. */
async function openBoth(change: Partial<RepairNeeds> = {}) {
  const setup = await openRepairs({ ...change, community: B })
  const { gameDir } = setup
  /** The app of A ends in the middle of this. */
  const leftByA = async (kind: 'repair' | 'set-aside', steps: Step[], done: SessionEntry[] = []) => {
    const of = { modId: 1, modName: 'Harbour', modFolder: MOD, listVersion: 'of A', community: A }
    const session = await beginRepairSession(realDisk, gameDir, { kind, ...of, steps: StepList.of(steps) }, new Date())
    for (const entry of done) await session.note(entry)
    await session.close()
    return session.head.id
  }
  return { ...setup, leftByA }
}

const record = { name: 'Mod', description: '', imageUrl: '', active: true, hasFiles: true, downloadUrl: '' }

/** The app of A, in which the mod has another number and was found ready. */
async function readyInA({ gameDir, needs }: Awaited<ReturnType<typeof openBoth>>) {
  for (const [path, bytes] of Object.entries(old)) write(gameDir, path, bytes)
  const known = { mods: [{ ...record, id: 5, directory: MOD }], asOf: new Date().toISOString(), refreshFailure: null }
  const { mods: first, again } = await setUp([], {
    gameDir: () => gameDir,
    listMods: () => Promise.resolve(known),
    hashList: () => Promise.resolve(listOf({ data: rowsOf(old) })),
  })
  const checkIn = (mods: typeof first) => mods.check({ modId: 5, tier: 'quick' }, asked.signal)
  await checkIn(first)
  /** Starts it again. */
  return async () => {
    const mods = await again()
    const ofMods = { mods: () => mods.view.mods, doubt: mods.doubt.bind(mods) }
    await new RepairService({ ...needs, ...ofMods, community: A }).recover()
    return { mods, check: () => checkIn(mods), state: () => mods.view.mods[0]?.verification.state }
  }
}

describe('a mod that was ready', () => {
  it('is not called so after another community has repaired it, until it is checked again', async () => {
    const both = await openBoth({ areFromCommunity: () => Promise.resolve(true) })
    const { served, community, recheck, queue, handlers } = both
    const startA = await readyInA(both)
    expect((await startA()).state()).toBe('ready')

    community.listed = { ...old, [two]: bytesOf('two of B', 80_000) }
    Object.assign(served, community.listed)
    await recheck()
    await queue.add([1])
    await empties(queue)
    const { mods, check, state } = await startA()
    expect([state(), mods.isReady(5), mods.lastCheck(5)]).toEqual(['unknown', false, undefined])
    await check()
    expect([state(), (await startA()).state()]).toEqual(['damaged', 'damaged'])

    const [session] = (await handlers().quarantine(undefined, asked)).sessions
    await handlers().undo({ sessionId: session?.sessionId ?? '', paths: null }, asked)
    expect((await startA()).state()).toBe('unknown')
  })

  it('nor after another community has undone a repair of this one', async () => {
    const both = await openBoth()
    const startA = await readyInA(both)
    const sessionId = await both.leftByA(
      'repair',
      [fetchStep(two, bytesOf('two', 80_000))],
      [{ w: 'add', path: safe(two) }],
    )
    expect((await startA()).state()).toBe('ready')
    await both.handlers().undo({ sessionId, paths: null }, asked)
    expect(read(both.gameDir, two)).toBeUndefined()
    expect((await startA()).state()).toBe('unknown')
  })
})

describe('what another community began in the same game folder', () => {
  it('is not carried out by this one’s queue: a removal there removes nothing here', async () => {
    const { gameDir, repairs, queue, handlers, leftByA } = await openBoth()
    for (const path of [one, three]) write(gameDir, path, old[path] ?? '')
    await leftByA(
      'set-aside',
      [one, three].map((path) => ({ do: 'set-aside', path: safe(path) })),
    )
    await repairs.recover()
    expect(repairs.states).toEqual([])
    await queue.add([1])
    await empties(queue)
    expect((await handlers().quarantine(undefined, asked)).sessions.flatMap(({ files }) => files)).toEqual([])
    for (const [path, bytes] of Object.entries(old)) expect(read(gameDir, path)?.equals(bytes), path).toBe(true)
  })

  it('is not gone on with by this one’s join, and stays as it is until this one repairs the mod itself', async () => {
    const { gameDir, repairs, queue, leftByA, service, recheck } = await openBoth()
    const ofA = bytesOf('two of A', 80_000)
    for (const [path, bytes] of Object.entries(old)) write(gameDir, path, bytes)
    const id = await leftByA('repair', [fetchStep(two, ofA)])
    await recheck()
    await repairs.recover()
    expect(repairs.states).toEqual([])
    expect((await readUnfinished(realDisk, gameDir)).unfinished.map(({ head }) => head.id)).toEqual([id])
    await queue.bringUp(1, asked.signal)
    expect(service.asked).toEqual([])
    expect(partsIn(gameDir)).toEqual([])
    expect(read(gameDir, two)?.equals(Buffer.from(old[two] ?? ''))).toBe(true)
  })
})
