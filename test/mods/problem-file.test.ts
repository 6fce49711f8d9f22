import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type ProblemFile, readProblems, writeProblems } from '../../src-main/mods/check/problem-file.ts'
import { type FoundProblem, parseSafePath } from '../../src-main/mods/index.ts'
import { noLog } from '../support/no-log.ts'
import { tempDir } from '../support/temp.ts'

const parsed = parseSafePath('@Mod/a.pbo', '@Mod')
if (!parsed.ok) throw new Error()
const listed = { path: parsed.path, size: 1, hash: 'a'.repeat(32), algorithm: 'md5' as const }
const missing: FoundProblem = { path: '@Mod/a.pbo', result: 'missing', expected: 1, found: null, listed }
const check: ProblemFile = {
  startedAtMs: 7,
  modFolder: '@Mod',
  problems: [missing, { path: '@Mod/mine ü', result: 'extra', expected: null, found: 3 }],
}

async function write(change: Partial<ProblemFile> = {}): Promise<string> {
  const path = join(tempDir(), 'check.json')
  await writeProblems(path, { ...check, ...change }, noLog)
  return path
}

it('what a check found is read back as it was', async () => {
  expect(await readProblems(await write(), 7, 0)).toEqual({ problems: check.problems, pieces: 1 })
  expect(await readProblems(await write({ problems: [] }), 7, 0)).toEqual({ problems: [], pieces: 0 })
})

it('a long list comes in pieces, whole and in its order', async () => {
  const problems = Array.from({ length: 1_234 }, (_, at) => ({ ...missing, path: `@Mod/${'ü'.repeat(at % 7)}${at}` }))
  const path = await write({ problems })
  const { pieces } = await readProblems(path, 7, 0)
  const all = await Promise.all(Array.from({ length: pieces }, (_, piece) => readProblems(path, 7, piece)))
  expect(pieces).toBeGreaterThan(1)
  expect(all.flatMap((one) => one.problems)).toEqual(problems)
  expect(await readProblems(path, 7, pieces)).toEqual({ problems: [], pieces })
})

it('a path that a changed file holds is not repaired unless it is safe', async () => {
  const evil = { ...listed, path: '@Mod/../../etc/passwd' as typeof listed.path }
  const { problems } = await readProblems(await write({ problems: [{ ...missing, listed: evil }] }), 7, 0)
  expect(problems).toEqual([{ path: '@Mod/a.pbo', result: 'missing', expected: 1, found: null }])
})

it('what another check found is not taken for it', async () => {
  await expect(write().then((path) => readProblems(path, 8, 0))).rejects.toThrow('another check')
})

it.each([
  ['nothing', () => ''],
  ['no line', () => 'none'],
  ['no head', () => '{}\n'],
  ['the end lost', (text: string) => text.slice(0, -20)],
  ['a row lost', (text: string) => text.replace('missing', 'missed!')],
])('a damaged file is refused: %s', async (_, damage) => {
  const path = await write()
  writeFileSync(path, damage(readFileSync(path, 'utf8')))
  await expect(readProblems(path, 7, 0)).rejects.toThrow()
})

it('no file is refused', async () => {
  await expect(readProblems(join(tempDir(), 'check.json'), 7, 0)).rejects.toMatchObject({ code: 'ENOENT' })
})
