import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CheckSummary } from '../../src-preload/contract/mods.ts'
import { lastChecks, noCounts } from '../../src-main/mods/index.ts'
import { openStateStore } from '../../src-main/mods/state-store.ts'
import { noLog } from '../support/no-log.ts'
import { tempDir } from '../support/temp.ts'

const last: CheckSummary = {
  tier: 'full',
  verdict: 'damaged',
  counts: { ...noCounts(), ok: 3, missing: 1 },
  filesListed: 4,
  unverified: 0,
  bytesHashed: 12,
  durationMs: 5,
  checkedAt: new Date(0).toISOString(),
  fullAt: null,
}
const remembered = { gameDir: '/games/x', last, paused: null }
const listText = JSON.stringify({ data: [{ RelativPath: '@mod\\a.pbo', Hash: 'a'.repeat(32), Size: 1 }] })
const problems = [{ path: '@mod/a.pbo', result: 'missing' as const, expected: 1, found: null }]

it('remembers checks over a restart', async () => {
  const dir = tempDir()
  const store = await openStateStore(dir, noLog)
  await store.save(7, remembered)
  await store.saveCheck(7, '/games/x', { listText, modFolder: '@mod', problems })
  const again = await openStateStore(dir, noLog)
  expect([...again.all()]).toEqual([[7, [remembered]]])
  expect((await again.readCheck(7, '/games/x'))?.problems).toEqual(problems)
})

it.each([
  ['a check that says nothing of its counts', { ...last, counts: null }],
  ['a verdict there is none of', { ...last, verdict: 'perhaps' }],
  ['no check at all', 'yesterday'],
])('leaves out %s, and keeps the others', async (_, damaged) => {
  const dir = tempDir()
  const path = join(dir, 'mods.json')
  writeFileSync(path, JSON.stringify({ 7: remembered, 8: { ...remembered, last: damaged } }))
  expect(await lastChecks(dir, noLog)).toEqual([[7, last]])
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('8')
})

it('has no problems of a file whose problems are none', async () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'mods.json'), JSON.stringify({ 7: remembered }))
  const store = await openStateStore(dir, noLog)
  for (const found of ['none', [null], [{ path: 7, result: 'missing' }], [{ ...problems[0], result: 'ok' }]]) {
    writeFileSync(join(dir, 'check-7.json'), JSON.stringify({ modFolder: '@mod', problems: found, listText }))
    expect(await store.readCheck(7, '/games/x')).toBeUndefined()
  }
})

it('remembers each game folder by itself, the four that were worked in last', async () => {
  const dir = tempDir()
  const store = await openStateStore(dir, noLog)
  const folders = ['a', 'b', 'c', 'd', 'a', 'e'].map((name) => `/games/${name}`)
  for (const gameDir of folders) {
    await store.save(7, { ...remembered, gameDir })
    await store.saveCheck(7, gameDir, { listText, modFolder: '@mod', problems })
  }
  await store.save(7, { ...remembered, gameDir: '/games/f', last: null, paused: null }) // a check of it was broken off
  const again = await openStateStore(dir, noLog)
  expect(
    again
      .all()
      .get(7)
      ?.map(({ gameDir }) => gameDir),
  ).toEqual(['/games/e', '/games/a', '/games/d', '/games/c'])
  expect(await again.readCheck(7, '/games/a')).toMatchObject({ problems })
  expect(await again.readCheck(7, '/games/b')).toBeUndefined()
  expect(readdirSync(dir)).toHaveLength(5)
})

it('reads what an early version kept, of the one game folder that it remembered', async () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'mods.json'), JSON.stringify({ 7: remembered }))
  writeFileSync(join(dir, 'check-7.json'), JSON.stringify({ modFolder: '@mod', problems, listText }))
  const store = await openStateStore(dir, noLog)
  expect([...store.all()]).toEqual([[7, [remembered]]])
  expect(await store.readCheck(7, '/games/y')).toBeUndefined()
  expect(await store.readCheck(7, '/games/x')).toMatchObject({ problems })
  await store.save(7, { ...remembered, gameDir: '/games/y' })
  expect(await store.readCheck(7, '/games/y')).toBeUndefined() // it may be the other folder's
})

it('puts what it checks itself in the place of what an early version kept', async () => {
  const dir = tempDir()
  writeFileSync(join(dir, 'mods.json'), JSON.stringify({ 7: remembered }))
  writeFileSync(join(dir, 'check-7.json'), JSON.stringify({ modFolder: '@mod', problems, listText }))
  const store = await openStateStore(dir, noLog)
  await store.saveCheck(7, '/games/x', { listText, modFolder: '@mod', problems: [] })
  expect((await store.readCheck(7, '/games/x'))?.problems).toEqual([])
})

it('reads what an early version wrote after a later one, not what that one knew before', async () => {
  const dir = tempDir()
  const store = await openStateStore(dir, noLog)
  await store.save(7, remembered)
  await store.saveCheck(7, '/games/x', { listText, modFolder: '@mod', problems })
  writeFileSync(join(dir, 'mods.json'), JSON.stringify({ 7: remembered }))
  writeFileSync(join(dir, 'check-7.json'), JSON.stringify({ modFolder: '@mod', problems: [], listText }))
  expect((await (await openStateStore(dir, noLog)).readCheck(7, '/games/x'))?.problems).toEqual([])
})
