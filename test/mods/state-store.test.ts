import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CheckSummary } from '../../src-preload/contract/mods.ts'
import { lastChecks, noCounts } from '../../src-main/mods/index.ts'
import { StateStore } from '../../src-main/mods/store.ts'
import { noLog } from '../support/no-log.ts'
import { tempDir } from '../support/temp.ts'

const last: CheckSummary = {
  tier: 'full',
  result: 'damaged',
  counts: { ...noCounts(), ok: 3, missing: 1 },
  filesListed: 4,
  refused: 0,
  unverified: 0,
  bytesHashed: 12,
  listVersion: 'v1',
  missingBytes: 0,
  startedAtMs: 0,
  checkedAt: new Date(0).toISOString(),
  fullAt: null,
  isInstalled: true,
}
const remembered = { gameDir: '/games/x', last, paused: null }

it('remembers checks over a restart', async () => {
  const dir = tempDir()
  const store = await StateStore.open(dir, noLog)
  await store.save(7, remembered)
  const again = await StateStore.open(dir, noLog)
  expect([...again.all]).toEqual([[7, [remembered]]])
})

it.each([
  ['a check that says nothing of its counts', { ...last, counts: null }],
  ['a result there is none of', { ...last, result: 'perhaps' }],
  ['no check at all', 'yesterday'],
])('leaves out %s, and keeps the others', async (_, damaged) => {
  const dir = tempDir()
  const path = join(dir, 'mods.json')
  writeFileSync(path, JSON.stringify({ 7: [remembered], 8: [{ ...remembered, last: damaged }], 9: 'none' }))
  expect(await lastChecks(dir, noLog)).toEqual([[7, last]])
  expect(JSON.parse(readFileSync(path, 'utf8'))).toHaveProperty('8')
})

it('reads the checks of earlier versions, whose results were verdicts', async () => {
  const dir = tempDir()
  const stored = { ...last, result: undefined, verdict: 'damaged', refused: undefined }
  writeFileSync(join(dir, 'mods.json'), JSON.stringify({ 7: [{ ...remembered, last: stored }] }))
  expect(await lastChecks(dir, noLog)).toMatchObject([
    [7, { result: 'damaged', refused: 0, checkedAt: last.checkedAt }],
  ])
})

it('counts a file behind a link as one that the list can be used for', async () => {
  const store = await StateStore.open(tempDir(), noLog)
  const counts = { ...noCounts(), ok: 1, 'unsafe-path': 7 }
  await store.save(7, { ...remembered, last: { ...last, counts, filesListed: 8, refused: 1 } })
  expect(store.lastGoodCount(7, '@Mod')).toBe(7)
})

it('remembers each game folder by itself, the four that were worked in last', async () => {
  const dir = tempDir()
  const store = await StateStore.open(dir, noLog)
  const folders = ['a', 'b', 'c', 'd', 'a', 'e'].map((name) => `/games/${name}`)
  for (const gameDir of folders) {
    await store.save(7, { ...remembered, gameDir })
    writeFileSync(store.problemsPath(7, gameDir), 'a check')
    mkdirSync(join(dir, 'lists'), { recursive: true })
    writeFileSync(store.historyPath(7, gameDir), 'a list')
  }
  await store.save(7, { ...remembered, gameDir: '/games/f', last: null, paused: null }) // a check of it was broken off
  const again = await StateStore.open(dir, noLog)
  expect(again.all.get(7)?.map(({ gameDir }) => gameDir)).toEqual(['/games/e', '/games/a', '/games/d', '/games/c'])
  expect(existsSync(again.problemsPath(7, '/games/a'))).toBe(true)
  expect(existsSync(again.problemsPath(7, '/games/b'))).toBe(false)
  expect(existsSync(again.historyPath(7, '/games/a'))).toBe(true)
  expect(existsSync(again.historyPath(7, '/games/b'))).toBe(false)
  expect(readdirSync(dir).filter((name) => name.startsWith('check-'))).toHaveLength(4)
})
