import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { noCounts, resultOf } from '../../src-main/mods/check/result.ts'
import { takeLock } from '../../src-main/lib/index.ts'
import { usableDir } from '../../src-main/mods/index.ts'
import { listOf } from './game.ts'
import { mod, setUp } from './service-setup.ts'

const never = new AbortController().signal

const problemsAt = (dataDir: string): string =>
  join(dataDir, readdirSync(dataDir).find((name) => name.startsWith('check-')) ?? '')

it('a check counts though the history of lists cannot be written', async () => {
  const { mods, needs, gameDir } = await setUp([10, 20])
  writeFileSync(join(needs.dataDir, 'lists'), 'in the way')
  truncateSync(join(gameDir, '@Mod/addons/file_0.pbo'), 3)
  expect(await mods.check({ modId: 1, tier: 'full' }, never)).toMatchObject({ trusted: true })
  expect((await mods.problems(1, 0)).problems).toMatchObject([{ path: '@Mod/addons/file_0.pbo', result: 'wrong-size' }])
})

it('problems that an earlier check left are not shown under a later summary', async () => {
  const { mods, needs, gameDir } = await setUp([10, 20])
  await mods.check({ modId: 1, tier: 'full' }, never)
  const store = join(needs.dataDir, 'mods.json')
  const known = readFileSync(store, 'utf8')
  expect(known).toContain('"startedAtMs"')
  truncateSync(join(gameDir, '@Mod/addons/file_0.pbo'), 3)
  await mods.check({ modId: 1, tier: 'full' }, never)
  expect((await mods.problems(1, 0)).problems).toHaveLength(1)
  writeFileSync(store, known) // as if the app had died before it took note
  const { ModsService } = await import('../../src-main/mods/index.ts')
  const again = await ModsService.open(needs)
  await again.refresh()
  expect(again.view.mods[0]?.verification).toMatchObject({ state: 'ready' })
  await expect(again.problems(1, 0)).rejects.toMatchObject({ code: 'problems-unreadable' })
})

it.each([
  [
    'rows of another folder',
    (rows: object[]) => rows.map((_, at) => ({ RelativPath: `@X/${at}`, Hash: 'a'.repeat(32) })),
  ],
  ['rows that say nothing', (rows: object[]) => [rows[0], ...rows.slice(1).map(() => ({}))]],
  ['one row many times', (rows: object[]) => [rows[0], ...rows.slice(1).map(() => rows[1])]],
])('a list of as many rows, but %s, is not trusted', async (_, spoil) => {
  let spoilt = false
  const { mods, rows, needs } = await setUp(Array.from({ length: 8 }, () => 10))
  needs.hashList = () => Promise.resolve(listOf(spoilt ? spoil(rows) : rows))
  await mods.check({ modId: 1, tier: 'full' }, never)
  spoilt = true
  expect(await mods.check({ modId: 1, tier: 'full' }, never)).toMatchObject({ trusted: false })
  expect(mods.view.mods[0]?.verification).toMatchObject({ state: 'ready' })
})

it('a check that waits for its turn is cancelled at once', async () => {
  const { mods, needs } = await setUp([10])
  const other = { ...(mods.mod(1) as object), id: 2, name: 'Other' }
  const listMods = needs.listMods
  needs.listMods = async () => {
    const answer = await listMods()
    return { ...answer, mods: [...answer.mods, other as (typeof answer.mods)[number]] }
  }
  await mods.refresh()
  const first = new AbortController()
  const hashList = needs.hashList
  needs.hashList = (_, signal) =>
    new Promise((__, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const running = mods.check({ modId: 1, tier: 'full' }, first.signal)
  const second = new AbortController()
  const waiting = mods.check({ modId: 2, tier: 'full' }, second.signal)
  second.abort()
  await expect(waiting).rejects.toThrow()
  expect(mods.view.mods[1]?.verification).toEqual({ state: 'unknown', last: null })
  first.abort()
  await expect(running).rejects.toThrow()
  needs.hashList = hashList
  expect(await mods.check({ modId: 2, tier: 'full' }, never)).toMatchObject({ trusted: true })
})

it('no check ends with fewer results than files', () => {
  expect(resultOf({ ...noCounts(), ok: 7 }, 0, 7)).toBe('ready')
  expect(() => resultOf({ ...noCounts(), ok: 5 }, 0, 7)).toThrow('5 results of 7 files')
})

it('a folder in the way of the store does not harm a check', async () => {
  const { mods, needs } = await setUp([10])
  mkdirSync(join(needs.dataDir, 'mods.json'))
  expect(await mods.check({ modId: 1, tier: 'full' }, never)).toMatchObject({ trusted: true })
})

it('short jobs that follow each other share a thread', async () => {
  const { needs } = await setUp([10])
  let started = 0
  const count = () => void started++
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  for (let job = 0; job < 3; job++) await usableDir(needs)
  expect(started).toBeLessThanOrEqual(1)
})

it('tells what the last check found while the next one is about to end', async () => {
  let hours = 0
  const now = () => new Date(1_700_000_000_000 + 3_600_000 * hours++)
  const { mods, gameDir, needs, rows } = await setUp([5, 6], { now })
  // more than a quick check reads
  for (const path of ['a', 'b', 'c', 'd', 'e'].map((name) => `@Mod/${name}.pbo`)) {
    writeFileSync(join(gameDir, path), '')
    truncateSync(join(gameDir, path), 60 << 20) // sparse
    rows.push({ RelativPath: path, Hash: 'a'.repeat(32), Size: 60 << 20 })
  }
  const check = () => mods.check({ modId: 1, tier: 'quick' }, never)
  truncateSync(join(gameDir, '@Mod/addons/file_0.pbo'), 1)
  await check()
  truncateSync(join(gameDir, '@Mod/addons/file_1.pbo'), 1)
  const written = problemsAt(needs.dataDir)
  const before = readFileSync(written, 'utf8')
  // the lists that were seen are written after the problems
  const unlock = await takeLock(`history ${mods.lists.historyOf(1).path}`)
  const next = check()
  await expect.poll(() => readFileSync(written, 'utf8')).not.toBe(before)
  const asked = mods.problems(1, 0)
  unlock?.()
  await next
  const wrong = (await asked).problems.filter(({ result }) => result === 'wrong-size')
  expect(wrong).toHaveLength(2)
})

it('a damaged history of lists is logged without an error that there is not', async () => {
  const said: unknown[][] = []
  const { mods } = await setUp([5], { log: (...words) => void said.push(words) })
  await mods.check({ modId: 1, tier: 'quick' }, never)
  writeFileSync(mods.lists.historyOf(1).path, '{')
  await mods.check({ modId: 1, tier: 'quick' }, never)
  expect(said).toEqual([[expect.stringContaining('is damaged'), undefined]])
})

it('offers no check of a mod whose folder has no usable name', async () => {
  const odd = { ...mod, directory: 'cba' }
  const listMods = () => Promise.resolve({ mods: [odd], asOf: '2026-01-01T00:00:00Z', refreshFailure: null })
  const { mods } = await setUp([5], { listMods })
  expect(mods.view.mods).toMatchObject([{ hasFiles: false }])
  await expect(mods.check({ modId: 1, tier: 'quick' }, never)).rejects.toMatchObject({ code: 'mod-not-checkable' })
})
