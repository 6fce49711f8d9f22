import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listOf } from './game.ts'
import { setUp } from './service-setup.ts'

const quick = { modId: 1, tier: 'quick' } as const
const signal = new AbortController().signal
const refused = { RelativPath: '@Mod\\..\\evil.dll', Hash: '0'.repeat(32), Size: 1 }
const unknown = { RelativPath: '@Mod\\addons\\odd.pbo', Hash: 'crc32', Size: 1 }

async function world(isInstalled = true) {
  const given = { rows: [] as object[] }
  const setup = await setUp([1000, 2000], { hashList: () => Promise.resolve(listOf({ data: given.rows })) })
  given.rows = setup.rows
  const stored = setup.rows.map(({ RelativPath }) => join(setup.gameDir, RelativPath.replaceAll('\\', '/')))
  if (isInstalled) await setup.mods.check(quick, signal)
  else for (const path of stored) await rm(path)
  return { ...setup, stored, list: (...rows: object[]) => (given.rows = rows) }
}

it.each([
  ['a refused path', refused],
  ['an unknown checksum', unknown],
])('a list with %s, whose other files are right, is rejected, and no update of nothing is told', async (_, row) => {
  const { mods, again, rows, list } = await world()
  list(...rows, row)
  const told = { reason: 'refused-rows' }
  expect(await mods.check(quick, signal)).toMatchObject({ trusted: false, distrust: told })
  expect(mods.view.mods).toMatchObject([{ verification: { state: 'damaged' }, distrust: told }])
  await mods.lists.readAll()
  expect(mods.lists.updates).toEqual([])
  expect((await again()).view.mods).toMatchObject([{ distrust: told }]) // also after a restart
  list(...rows)
  expect(await mods.check(quick, signal)).toMatchObject({ trusted: true, summary: { result: 'ready' } })
  expect(mods.view.mods).toMatchObject([{ distrust: null }])
})

it('the other files of such a list are repaired, or installed, as ever', async () => {
  const { mods, rows, list, stored } = await world()
  list(...rows, refused)
  await rm(stored[0] ?? '')
  expect(await mods.check(quick, signal)).toMatchObject({ trusted: true, summary: { isInstalled: true } })
  expect(mods.lastCheck(1)?.work).toBe('repair')
  expect(mods.view.mods).toMatchObject([{ verification: { state: 'damaged' }, distrust: null }])
  const absent = await world(false)
  absent.list(...absent.rows, refused)
  expect(await absent.mods.check(quick, signal)).toMatchObject({ trusted: true, summary: { isInstalled: false } })
})

it('a new list that changes no file is no update, but wants a check', async () => {
  const { mods, rows, list } = await world()
  list(...rows, refused)
  let told = mods.view
  mods.onChange((view) => (told = view))
  await mods.lists.readAll()
  expect(mods.lists.updates).toEqual([])
  expect(told.mods).toMatchObject([{ verification: { state: 'stale' } }])
  expect(mods.isReady(1)).toBe(false)
})

it('of such a list the next one is an update', async () => {
  const { mods, rows, list } = await world()
  list(...rows, refused)
  await mods.check(quick, signal)
  list(...rows, refused, { ...rows[0], RelativPath: '@Mod\\addons\\new.pbo' })
  await mods.lists.readAll()
  expect(mods.lists.updates).toMatchObject([{ added: 1 }])
  expect(mods.view.mods).toMatchObject([{ distrust: null }])
})

it('without the list, it is still told', async () => {
  const { mods, rows, list, needs } = await world()
  list(...rows, refused)
  await mods.check(quick, signal)
  const { ListUnavailable } = await import('../../src-main/mods/index.ts')
  needs.hashList = () => Promise.reject(new ListUnavailable('offline', ''))
  await mods.check(quick, signal)
  expect(mods.view.mods).toMatchObject([{ distrust: { reason: 'refused-rows' } }])
})
