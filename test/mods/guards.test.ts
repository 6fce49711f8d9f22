import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { noCounts, resultOf } from '../../src-main/mods/check/result.ts'
import { usableDir } from '../../src-main/mods/index.ts'
import { listOf } from './game.ts'
import { setUp } from './service-setup.ts'

const never = new AbortController().signal

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
  expect(mods.view.mods[1]?.verification).toEqual({ state: 'unknown' })
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
  const { mods, gameDir } = await setUp([5, 6], { now: () => new Date(1_700_000_000_000 + 3_600_000 * hours++) })
  const check = () => mods.check({ modId: 1, tier: 'quick' }, never)
  await check()
  truncateSync(join(gameDir, '@Mod/addons/file_1.pbo'), 1)
  // the problems of this check are written by now, but the check is not yet the last one
  const asked = new Promise((resolve) => mods.onListChecked(() => resolve(mods.problems(1, 0))))
  await check()
  expect(await asked).toMatchObject({ problems: [{ path: '@Mod/addons/file_1.pbo' }] })
})
