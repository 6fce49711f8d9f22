import { existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../src-main/lib/index.ts'
import { partNameOf } from '../../src-main/mods/list/index.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import type { QuarantineLimits } from '../../src-preload/contract/settings.ts'
import { realDisk } from './real-disk.ts'
import { emptySession, readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { beginRepairSession, listSessions, storeOf } from '../../src-main/mods/repair/session.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { tempDir } from '../support/temp.ts'
import { one, openRepairs, three, two } from './setup.ts'
import { bytesOf, fetchStep, MOD, partsIn, read, safe, treeOf, write } from './support.ts'

/** So many days from now. */
const sweepOf = (limits: Partial<QuarantineLimits>, inDays: number) => ({
  limits: { days: 0, gib: 0, ...limits },
  now: new Date(Date.now() + inDays * 86_400_000),
  since: 1,
  announce: () => undefined,
})

type Swept = Pick<Awaited<ReturnType<typeof openRepairs>>['repairs'], 'sweepQuarantine'>

/** Looks so many days from now, and once more most of a day later. */
async function sweepTwice(repairs: Swept, limits: Partial<QuarantineLimits>, inDays: number): Promise<void> {
  for (const day of [inDays, inDays + 0.9]) await repairs.sweepQuarantine(sweepOf(limits, day))
}

describe('the quarantine', () => {
  it('gives up what it holds longest above its size, and nothing of the last day', async () => {
    const { repairs, reached, repairAll, gameDir, recheck } = await openRepairs()
    for (const text of ['former', 'latter']) {
      write(gameDir, one, text)
      void recheck()
      await repairAll()
      await reached('ended', ({ outcome }) => outcome !== null)
    }
    const kept = async () => (await readQuarantine(realDisk, gameDir)).sessions.map(({ bytes }) => bytes)
    const limits = { gib: 8 / 2 ** 30 }
    await sweepTwice(repairs, limits, 0)
    expect(await kept()).toEqual([6, 6])
    await sweepTwice(repairs, limits, 1.05)
    expect(await kept()).toEqual([6])
    await sweepTwice(repairs, limits, 4)
    expect(await kept()).toEqual([6])
  })

  it('tells all that is kept of a file in the order in which it came, more than ten as well', async () => {
    const gameDir = tempDir()
    const head = {
      kind: 'repair' as const,
      modId: 1,
      modName: 'Nordwind',
      modFolder: MOD,
      listVersion: '',
      steps: new StepList(),
    }
    const session = await beginRepairSession(realDisk, gameDir, head, new Date())
    const sizes = Array.from({ length: 12 }, (_, at) => at + 1)
    for (const size of sizes) writeFileSync(await session.reserveKept(safe(one)), Buffer.alloc(size))
    await session.close()
    const [{ files = [] } = {}] = (await readQuarantine(realDisk, gameDir)).sessions
    expect(files.map(({ path, bytes }) => [path, bytes])).toEqual(sizes.map((size) => [one, size]))
  })

  it('is emptied by the player alone, or after the time that they set', async () => {
    let held = 0
    const hold = () => {
      held++
      return Promise.resolve(() => void held--)
    }
    const { repairs, reached, repairAll, gameDir, recheck } = await openRepairs({ hold })
    write(gameDir, one, 'former one')
    void recheck()
    await repairAll()
    await reached('ended')
    for (const day of [0, 1, 3000, 3001]) await repairs.sweepQuarantine(sweepOf({ days: 0 }, day))
    await sweepTwice(repairs, { days: 30 }, 29)
    const [session] = (await readQuarantine(realDisk, gameDir)).sessions
    expect(session?.files).toMatchObject([{ path: one, bytes: 10 }])
    mkdirSync(join(gameDir, '.loadout', 'a-stranger'))
    await sweepTwice(repairs, { days: 30 }, 31)
    expect((await readQuarantine(realDisk, gameDir)).sessions).toEqual([])
    expect(existsSync(join(gameDir, '.loadout', 'a-stranger'))).toBe(true)
    expect(await emptySession(realDisk, gameDir, session?.sessionId ?? '')).toBe(0)
    expect(held).toBe(0)
  })

  it('takes all files of a mod after a yes, and no others', async () => {
    const { reached, repairAll, handlers, gameDir } = await openRepairs()
    const [extra, other] = [`${MOD}/notes.txt`, '@Other/one.pbo']
    for (const path of [extra, other]) write(gameDir, path, path)
    await repairAll()
    await reached('ended')
    const before = treeOf(gameDir)
    const { remove, undo, quarantine } = handlers()
    const run = { signal: new AbortController().signal } as Parameters<typeof remove>[1]
    const proposal = await remove({ modId: 1 }, run)
    if (!('question' in proposal)) throw new Error('no question')
    expect(proposal.question).toMatchObject({
      kind: 'remove-mod',
      mod: 'Nordwind',
      files: 4,
      folder: join(gameDir, MOD),
    })
    expect(treeOf(gameDir)).toEqual(before)
    await proposal.yes()
    await reached('ended', ({ outcome }) => outcome?.setAside === 4)
    for (const path of [one, two, three, extra]) expect(read(gameDir, path)).toBeUndefined()
    expect(read(gameDir, other)?.toString()).toBe(other)
    const [{ sessionId = '' } = {}] = (await quarantine(undefined, run)).sessions
    expect(await undo({ sessionId, paths: null }, run)).toEqual({ restored: 4, left: [] })
    expect(treeOf(gameDir)).toMatchObject(before)
  })

  /** Answers the question about a mod's removal with its other yes. */
  const deleteMod = async (handlers: Awaited<ReturnType<typeof openRepairs>>['handlers']) => {
    const { remove } = handlers()
    const proposal = await remove({ modId: 1 }, { signal: new AbortController().signal } as Parameters<
      typeof remove
    >[1])
    if (!('question' in proposal)) throw new Error('no question')
    await proposal.other?.()
    return proposal.question
  }

  it('deletes all files of a mod permanently after the other yes, says how many are not of the list, and takes no others', async () => {
    const { repairs, reached, repairAll, handlers, gameDir } = await openRepairs()
    const [extra, other] = [`${MOD}/notes.txt`, '@Other/one.pbo']
    for (const path of [extra, other]) write(gameDir, path, path)
    write(gameDir, one, 'former one')
    await repairAll()
    await reached('ended')
    expect(await deleteMod(handlers)).toMatchObject({ files: 4, others: 1 })
    await repairs.rests(1)
    expect(repairs.states).toMatchObject([{ phase: 'ended', outcome: { setAside: 0, troubles: [], stopped: null } }])
    for (const path of [one, two, three, extra]) expect(read(gameDir, path)).toBeUndefined()
    expect(read(gameDir, other)?.toString()).toBe(other)
    const { sessions } = await readQuarantine(realDisk, gameDir)
    expect(sessions.map(({ kind }) => kind)).toEqual(['repair']) // what the player gave up is only what they were asked about
  })

  it.each([
    ['before anything is deleted', 0],
    ['while it is deleted', 1],
  ])('deletes a mod after a kill too: %s', async (_when, deletes) => {
    let left = deletes
    const rm: Disk['rm'] = (path, options) =>
      left-- > 0 ? realDisk.rm(path, options) : Promise.reject(new Error('killed'))
    const killed = await openRepairs({ disk: { ...realDisk, rm } })
    const { repairs, reached, repairAll, handlers, gameDir } = killed
    await repairAll()
    await reached('ended')
    await deleteMod(handlers)
    await repairs.rests(1)
    const store = () => readdirSync(join(gameDir, '.loadout')).length
    const before = store()
    left = Infinity
    const second = killed.open()
    await second.repairs.recover()
    await second.repairs.sweepQuarantine(sweepOf({}, 0))
    expect(store()).toBe(before - 1)
    expect((await readQuarantine(realDisk, gameDir)).sessions.map(({ kind }) => kind)).toEqual(['repair'])
    for (const path of [one, two, three]) expect(read(gameDir, path)).toBeUndefined()
  })

  it('keeps in the quarantine what is there when the player ends the deletion of a mod', async () => {
    const game = { runs: false, sure: () => Promise.resolve({ running: game.runs }) }
    const { repairs, queue, reached, repairAll, handlers, gameDir } = await openRepairs({ game })
    await repairAll()
    await reached('ended')
    game.runs = true // so it waits before its first file
    await deleteMod(handlers)
    await reached('paused')
    await queue.takeOut(1)
    await repairs.dismiss(1)
    await repairs.sweepQuarantine(sweepOf({}, 0))
    for (const path of [one, two, three]) expect(read(gameDir, path)).toBeDefined()
  })

  it.each(['..', '', 'Dta', '.loadout', `${MOD}/addons`])(
    'takes no files of a mod whose folder is “%s”',
    async (folder) => {
      const { handlers } = await openRepairs({ mods: () => [{ id: 1, name: 'Nordwind', folder }] })
      const { remove } = handlers()
      const run = { signal: new AbortController().signal } as Parameters<typeof remove>[1]
      await expect(remove({ modId: 1 }, run)).rejects.toMatchObject({ code: 'mod-not-checkable' })
    },
  )

  it('is emptied only some days after the player was told', async () => {
    const { repairs, reached, repairAll, gameDir, recheck } = await openRepairs()
    write(gameDir, one, 'former one')
    void recheck()
    await repairAll()
    await reached('ended')
    const told: { bytes: number; since: number }[] = []
    const sweep = (inDays: number) => {
      const announce = (bytes: number, since: number) => void told.push({ bytes, since })
      return repairs.sweepQuarantine({ ...sweepOf({ days: 30 }, inDays), since: told[0]?.since ?? 0, announce })
    }
    const kept = async () => (await readQuarantine(realDisk, gameDir)).sessions.length
    for (const inDays of [0, 29]) await sweep(inDays)
    expect(told).toEqual([])
    for (const inDays of [31, 32, 37.9]) await sweep(inDays)
    expect([told.map(({ bytes }) => bytes), await kept()]).toEqual([[10], 1])
    await sweep(38.1)
    expect([told.length, await kept()]).toEqual([1, 0])
  })

  it('of a repair that is not through is not emptied by time', async () => {
    const { repairs, reached, repairAll, gameDir, recheck, faults } = await openRepairs()
    write(gameDir, one, 'former one')
    void recheck()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2)
    await repairs.stop(1)
    for (const day of [0, 100, 101]) await repairs.sweepQuarantine(sweepOf({ days: 1 }, day))
    expect((await readQuarantine(realDisk, gameDir)).sessions[0]?.files).toHaveLength(1)
  })

  it('of what is just being brought back is left alone until that is done', async () => {
    const [begun, goOn] = [withResolvers(), withResolvers()]
    const rename: Disk['rename'] = async (from, to) => {
      if (String(from).includes('kept')) {
        begun.resolve()
        await goOn.promise
      }
      return realDisk.rename(from, to)
    }
    const { repairs, reached, repairAll, handlers, gameDir, recheck } = await openRepairs({
      disk: { ...realDisk, rename },
    })
    for (const path of [one, two]) write(gameDir, path, `former ${path}`)
    void recheck()
    await repairAll()
    await reached('ended')
    const { undo } = handlers()
    const [session] = (await readQuarantine(realDisk, gameDir)).sessions
    const run = { signal: new AbortController().signal } as Parameters<typeof undo>[1]
    const undone = undo({ sessionId: session?.sessionId ?? '', paths: null }, run)
    await begun.promise
    for (const day of [0, 100, 101]) await repairs.sweepQuarantine(sweepOf({ days: 1 }, day))
    goOn.resolve()
    expect(await undone).toEqual({ restored: 3, left: [] })
    for (const path of [one, two]) expect(read(gameDir, path)?.toString()).toBe(`former ${path}`)
    for (const day of [100, 200, 201]) await repairs.sweepQuarantine(sweepOf({ days: 1 }, day))
    expect((await readQuarantine(realDisk, gameDir)).sessions).toEqual([])
  })

  // each clock in days: what is kept of a repair under the first one
  it.each([
    ['jumps ahead once', [0, 60, 1]],
    ['jumps ahead, further each time', [0, 60, 1, 90, 2]],
    ['jumps ahead for hours', [0, 60, 60.5, 1]],
    ['was ahead at the first look', [60, 0, 29, 89.5]],
    ['was behind at the repair', [3000, 3001, 3029]],
    ['goes back and comes again', [0, 31, -3000, 31.5]],
  ])('loses nothing where the clock %s', async (_, clock) => {
    const { repairs, reached, repairAll, gameDir, recheck } = await openRepairs()
    write(gameDir, one, 'former one')
    void recheck()
    await repairAll()
    await reached('ended')
    for (const day of clock) {
      await repairs.sweepQuarantine(sweepOf({ days: 30 }, day))
      expect((await readQuarantine(realDisk, gameDir)).sessions, `${day}`).toHaveLength(1)
    }
    const last = Math.max(...clock) + 31
    for (const day of [last, last + 0.9]) await repairs.sweepQuarantine(sweepOf({ days: 30 }, day))
    expect((await readQuarantine(realDisk, gameDir)).sessions).toEqual([])
  })
})

describe('part files that nothing continues', () => {
  const call = { signal: new AbortController().signal } as never

  /** What an earlier list left, beside what a repair, a fetch ahead and the plan continue, and what the app has not made. */
  async function openLeftOver(change: Parameters<typeof openRepairs>[0] = {}) {
    const other = { id: 2, name: 'Other', folder: '@Other' }
    const world = await openRepairs({ mods: () => [{ id: 1, name: 'Nordwind', folder: MOD }, other], ...change })
    const { gameDir } = world
    const partOf = (folder: string, name: string) => {
      write(gameDir, `${folder}/${partNameOf(name)}`, name)
      return `${folder}/${partNameOf(name)}`
    }
    const leave = async (isAhead: boolean, modFolder: string, name: string) => {
      const steps = StepList.of([fetchStep(`${modFolder}/${name}`, bytesOf(name, 500))])
      const head = { kind: 'repair', isAhead, modId: 2, modName: 'Other', modFolder, listVersion: '', steps } as const
      await (await beginRepairSession(realDisk, gameDir, head, new Date())).close()
      return partOf(modFolder, name)
    }
    const needed = [await leave(false, '@Other', 'paused.pbo'), await leave(true, '@Other', 'Ahead.pbo')]
    needed.push(partOf(`${MOD}/addons`, 'one.pbo'), partOf('Dta', 'of-no-mod.pbo'), partOf('@Strange', 'a.pbo'))
    for (const name of ['named.loadout-part', 'linked-part']) write(gameDir, `${MOD}/${name}`, 'by the player')
    linkSync(join(gameDir, MOD, 'linked-part'), join(gameDir, MOD, '.linked.loadout-part'))
    needed.push(...['named.loadout-part', 'linked-part', '.linked.loadout-part'].map((name) => `${MOD}/${name}`))
    const left = [partOf(MOD, 'old.pbo'), partOf(`${MOD}/gone/deep`, `${'ü'.repeat(120)}.pbo`), partOf('@Other', 'b')]
    return { ...world, needed, left }
  }

  it('are counted, and deleted when the player discards them: no others, and nothing that the app has not made', async () => {
    const { handlers, gameDir, needed, left } = await openLeftOver()
    const { quarantine, discardLeftOver } = handlers()
    const before = treeOf(gameDir)
    expect((await quarantine(undefined, call)).leftOver).toEqual([
      { modName: 'Nordwind', bytes: 7 + 244 },
      { modName: 'Other', bytes: 1 },
    ])
    expect(treeOf(gameDir)).toEqual(before)
    await discardLeftOver(undefined, call)
    expect(partsIn(gameDir).sort()).toEqual([...needed].sort())
    expect(
      Object.keys(before)
        .filter((path) => read(gameDir, path) === undefined)
        .sort(),
    ).toEqual([...left].sort())
    expect((await quarantine(undefined, call)).leftOver).toEqual([])
  })

  it('are looked for in one folder after the other, so that a large mod does not block the app', async () => {
    let most = 0
    const readdir = async (...given: unknown[]) => {
      const entries = await (realDisk.readdir as (...given: unknown[]) => Promise<unknown[]>)(...given)
      most = Math.max(most, entries.length)
      return entries
    }
    const { handlers, gameDir } = await openLeftOver({ disk: { ...realDisk, readdir: readdir as Disk['readdir'] } })
    for (let at = 0; at < 40; at++) write(gameDir, `${MOD}/${at % 4}/a${at}/file.pbo`, 'a')
    const { leftOver } = await handlers().quarantine(undefined, call)
    expect(leftOver.map(({ bytes }) => bytes)).toEqual([251, 1])
    expect(most).toBeLessThan(20)
  })

  it('are left alone beside a repair that only another computer can read', async () => {
    const { handlers, gameDir, needed, left } = await openLeftOver()
    write(storeOf(gameDir), 'of-another/session.json', '{}')
    const { quarantine, discardLeftOver } = handlers()
    expect((await quarantine(undefined, call)).leftOver).toEqual([])
    await discardLeftOver(undefined, call)
    expect(partsIn(gameDir).sort()).toEqual([...needed, ...left].sort())
  })

  it('are kept if a repair needs them that began meanwhile', async () => {
    let gameDir = ''
    const hold = async () => {
      const steps = StepList.of([fetchStep(`${MOD}/old.pbo`, bytesOf('old', 500))])
      const head = { kind: 'repair', modId: 1, modName: 'Nordwind', modFolder: MOD, listVersion: '', steps } as const
      await (await beginRepairSession(realDisk, gameDir, head, new Date())).close()
      return () => undefined
    }
    const { handlers, left, ...world } = await openLeftOver({ hold })
    ;({ gameDir } = world)
    await handlers().discardLeftOver(undefined, call)
    expect(left.filter((path) => read(gameDir, path) !== undefined)).toEqual([`${MOD}/${partNameOf('old.pbo')}`])
  })

  it('are left alone while something else works on their mod, and the player is told', async () => {
    const { handlers, gameDir, needed, left } = await openLeftOver({ hold: () => Promise.resolve(undefined) })
    await expect(handlers().discardLeftOver(undefined, call)).rejects.toMatchObject({ code: 'repair-busy' })
    expect(partsIn(gameDir).sort()).toEqual([...needed, ...left].sort())
  })
})

it.each(['ahead', 'in the queue'])('tries in vain %s do not leave a session each', async (where) => {
  const { repairs, queue, served, gameDir } = await openRepairs()
  delete served[one]
  delete served[two]
  delete served[three]
  for (let time = 0; time < 4; time++) {
    if (where === 'ahead') expect(await repairs.prepare(1)).toBe('stopped')
    else await queue.begin(1, true)
    await repairs.rests(1)
  }
  expect(await listSessions(realDisk, gameDir)).toHaveLength(2) // the first has made folders, the last may go on
})
