import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { PauseGate, withResolvers } from '../../src-main/lib/index.ts'
import { partNameOf } from '../../src-main/mods/list/index.ts'
import { PartDigests } from '../../src-main/mods/repair/index.ts'
import type { RunOptions } from '../../src-main/mods/repair/run/repair-file.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { beginRepairSession } from '../../src-main/mods/repair/session.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { tempDir } from '../support/temp.ts'
import { digestHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, fetchStep, MOD, openWorld, read, write } from './support.ts'

const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${MOD}/addons/${name}.pbo`)

/** An update of old files that stand, by a list that tells sizes or not. */
async function openUpdate(news: readonly string[] = paths, isSized = true) {
  const served = Object.fromEntries(news.map((path, at) => [path, bytesOf(`${path}, new`, 50_000 + at)]))
  const world = await openWorld(served)
  const { gameDir } = world
  for (const path of paths) write(gameDir, path, bytesOf(`${path}, old`, 40_000))
  const steps = Object.entries(served).map(([path, bytes]) => fetchStep(path, bytes))
  const listed = isSized ? steps : steps.map((step) => ({ ...step, size: null }))
  const head = {
    kind: 'repair',
    work: 'update',
    modId: 1,
    modName: 'Nordwind',
    modFolder: MOD,
    listVersion: 'v2',
  } as const
  const session = await beginRepairSession(realDisk, gameDir, { ...head, steps: StepList.of(listed) }, new Date())
  const run = (change: Parameters<typeof world.options>[0] = {}) =>
    runSteps(session, world.options(change)).finally(() => session.close())
  const isNew = () => news.filter((path) => read(gameDir, path)?.equals(served[path] ?? Buffer.alloc(0)))
  return { ...world, run, isNew }
}

it.each([true, false])(
  'an update asks once for each file, and for none while it replaces (sizes listed: %s)',
  async (isSized) => {
    const { run, isNew, service, faults } = await openUpdate(paths, isSized)
    let asked = 0
    faults.decide(() => (++asked > paths.length ? { kind: 'status', status: 404 } : undefined))
    expect(await run()).toMatchObject({ repaired: paths.length, troubles: [] })
    expect(service.asked).toHaveLength(paths.length)
    expect(isNew()).toEqual(paths)
  },
)

it.each([true, false])(
  'an update reads each file once, also when one comes only later (sizes listed: %s)',
  async (isSized) => {
    const { run, isNew, service, faults } = await openUpdate(paths, isSized)
    const hashed: string[] = []
    const { digestOf } = new PartDigests({
      ...{ disk: realDisk, dataDir: tempDir(), log: (line) => expect(line).toBe('') },
      now: () => new Date(Date.now() + 3_600_000), // so that no file has just changed
      digestOf: (path, ...more) => (hashed.push(basename(path)), digestHere(path, ...more)),
    })
    faults.set(/f\.pbo/, { kind: 'status', status: 404 })
    await run({ digestOf })
    await run({ digestOf })
    expect(isNew()).toEqual([])
    faults.clear()
    await run({ digestOf })
    expect(isNew()).toEqual(paths)
    const parts = hashed.filter((name) => name.endsWith('-part'))
    expect(parts).toHaveLength(paths.length)
    expect(service.asked.filter(({ path }) => !path.endsWith('f.pbo'))).toHaveLength(paths.length - 1)
  },
)

it('an update moves what stands for a new folder only when all other files are here', async () => {
  const inner = `${MOD}/addons/extra/a.pbo`
  const { run, isNew, gameDir, faults } = await openUpdate([...paths, inner])
  write(gameDir, `${MOD}/addons/extra`, 'an old file')
  faults.set(/f\.pbo/, { kind: 'status', status: 404 })
  expect(await run()).toMatchObject({ repaired: 0, troubles: [{ path: paths.at(-1) }] })
  expect(read(gameDir, `${MOD}/addons/extra`)?.toString()).toBe('an old file')
  faults.clear()
  expect(await run()).toMatchObject({ repaired: 7, troubles: [] })
  expect(isNew()).toHaveLength(7)
})

/** Hashes one part file only after so many files count as done. */
function openHold(path: string, files: number, before = () => undefined as void) {
  const shown: [phase: string, files: number][] = []
  const held = withResolvers()
  return {
    shown,
    onProgress(this: void, ...[meter, phase]: Parameters<RunOptions['onProgress']>) {
      const { filesDone } = meter.progress()
      shown.push([phase, filesDone])
      if (filesDone === files) held.resolve()
    },
    async digestOf(this: void, ...given: Parameters<typeof digestHere>) {
      if (basename(given[0]) === partNameOf(basename(path))) {
        await held.promise
        before()
      }
      return digestHere(...given)
    },
  }
}

it('the files of an update that are here count as done, never fewer than before, also when it goes on', async () => {
  const { run, faults } = await openUpdate()
  const { shown, ...watched } = openHold(paths[4] ?? '', 4)
  faults.set(/f\.pbo/, { kind: 'status', status: 404 })
  await run(watched)
  expect(shown.at(-1)).toEqual(['checking', 5])
  await run(watched)
  faults.clear()
  await run(watched)
  expect(shown.at(-1)).toEqual(['checking', 6])
  const files = shown.map(([, done]) => done)
  expect(files).toEqual(files.toSorted())
  expect(shown.filter(([phase, done]) => phase === 'fetching' && done === 6)).toEqual([])
})

it('a part file of an update that changes after it was verified is fetched again', async () => {
  const { run, isNew, gameDir, service } = await openUpdate()
  const first = partNameOf(basename(paths[0] ?? ''))
  const change = () => write(gameDir, `${MOD}/addons/${first}`, bytesOf('of another', 50_000))
  await run(openHold(paths.at(-1) ?? '', 5, change))
  expect(isNew()).toEqual(paths)
  expect(service.asked).toHaveLength(paths.length + 1)
})

it.each(['update', 'repair'] as const)(
  'a part file of an %s that changes during a pause is fetched again',
  async (work) => {
    const [path, bytes] = [`${MOD}/a.pbo`, bytesOf('new', 50_000)]
    const { gameDir, options } = await openWorld({ [path]: bytes })
    write(gameDir, path, 'old')
    const head = { kind: 'repair', work, modId: 1, modName: 'N', modFolder: MOD, listVersion: 'v1' } as const
    const steps = StepList.of([fetchStep(path, bytes)])
    const session = await beginRepairSession(realDisk, gameDir, { ...head, steps }, new Date())
    const run = options({})
    const gate = new (class extends PauseGate {
      override async pass(signal: AbortSignal) {
        if (this.paused) write(gameDir, `${MOD}/${partNameOf('a.pbo')}`, bytesOf('spoilt', 50_000))
        this.resume()
        await super.pass(signal)
      }
    })()
    let isFirst = true
    const digestOf: typeof digestHere = async (...given) => {
      const digest = await digestHere(...given)
      if (isFirst) gate.pause()
      isFirst = false
      return digest
    }
    await runSteps(session, { ...run, tools: { ...run.tools, gate, digestOf } })
    await session.close()
    expect([isFirst, read(gameDir, path)?.equals(bytes)]).toEqual([false, true])
  },
)
