import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keepCheck, type KeptCheck, readKeptCheck } from '../../src-main/mods/check/kept-check.ts'
import { parseSafePath } from '../../src-main/mods/index.ts'
import { noLog } from '../support/no-log.ts'
import { tempDir } from '../support/temp.ts'

const parsed = parseSafePath('@Mod/a.pbo', '@Mod')
if (!parsed.ok) throw new Error()
const listed = { path: parsed.path, size: 1, hash: 'a'.repeat(32), algorithm: 'md5' as const }
const check: KeptCheck = {
  modFolder: '@Mod',
  listVersion: 'v',
  filesListed: 4,
  problems: [
    { path: '@Mod/a.pbo', result: 'missing', expected: 1, found: null, listed },
    { path: '@Mod/mine', result: 'extra', expected: null, found: 3 },
  ],
}

it('what a check found is read back as it was', async () => {
  const path = join(tempDir(), 'check.json')
  await keepCheck(path, check, noLog)
  expect(await readKeptCheck(path, noLog)).toMatchObject(check)
})

it('a path that a changed file holds is not repaired unless it is safe', async () => {
  const path = join(tempDir(), 'check.json')
  const evil = { ...listed, path: '@Mod/../../etc/passwd' }
  writeFileSync(path, JSON.stringify({ format: 2, ...check, problems: [{ ...check.problems[0], listed: evil }] }))
  const kept = await readKeptCheck(path, noLog)
  expect(kept?.problems).toEqual([{ path: '@Mod/a.pbo', result: 'missing', expected: 1, found: null }])
})

it.each([
  'none',
  '{}',
  JSON.stringify({ format: 2, ...check, problems: [null] }),
  JSON.stringify({ modFolder: '@Mod' }),
])('a file that is none (%s) counts as absent', async (text) => {
  const path = join(tempDir(), 'check.json')
  writeFileSync(path, text)
  expect(await readKeptCheck(path, noLog)).toBeUndefined()
})
