import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCache } from '../../src-main/mods/digest-cache.ts'
import type { createTable } from '../../src-main/mods/digest-table.ts'
import { openSession } from '../../src-main/mods/session.ts'
import { STAT_WORDS } from '../../src-main/mods/stat-words.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame } from './game.ts'

const stat = Int32Array.from({ length: STAT_WORDS }, (_, word) => word)
const names = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.session'))
const open = (base: string, resume = true) => openSession(base, () => 'list', resume, Date.now())
const knows = (session: { done: ReturnType<typeof createTable> }, path: string) =>
  session.done.get(path, { words: stat, at: 0 })

it('two runs on the same mod at once write two sessions, and the next goes on with what was left', async () => {
  const dir = tempDir()
  const base = join(dir, 'mod')
  const [one, two] = await Promise.all([open(base), open(base)])
  one.add('@Mod/one', stat, 0, 'aa')
  two.add('@Mod/two', stat, 0, 'bb')
  await two.end()
  await one.close()
  expect(names(dir)).toEqual(['mod.session'])
  expect(readFileSync(join(dir, 'mod.session'), 'utf8')).not.toContain('@Mod/two')
  const [next, other] = await Promise.all([open(base), open(base)])
  const found = [next, other].map((session) => knows(session, '@Mod/one'))
  expect(found.filter((digest) => digest === 'aa')).toHaveLength(1) // only one of two can have it
  await Promise.all([next.end(), other.end()])
  expect(names(dir)).toEqual([])
})

it('two checks of the same mod at once both come to their end', async () => {
  const game = makeGame()
  for (let at = 0; at < 12; at++) game.add(`@Mod/f${at}`, randomBytes(3 << 20))
  const both = await Promise.all([game.verify('full', { resume: true }), game.verify('full', { resume: true })])
  for (const done of both) expect(done).toMatchObject({ report: { verdict: 'ready', counts: { ok: 12 } } })
  expect(names(game.cacheDir)).toEqual([])
})

it('keeps no digest of a file so fresh that a change could leave its stat as it is', async () => {
  const game = makeGame()
  for (const name of ['old', 'new', 'also old']) game.add(`@Mod/${name}`)
  const path = join(game.dir, '@Mod/new')
  writeFileSync(path, readFileSync(path))
  await game.verify('full', { now: () => statSync(path).mtimeMs })
  const [name = ''] = readdirSync(game.cacheDir).filter((one) => one.endsWith('.digests'))
  const { rows } = await readCache(join(game.cacheDir, name))
  expect(rows.paths).toEqual(['@Mod/old', '@Mod/also old'])
})
