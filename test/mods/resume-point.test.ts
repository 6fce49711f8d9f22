import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCache } from '../../src-main/mods/check/digest-cache.ts'
import { ResumePoint } from '../../src-main/mods/check/resume-point.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame } from './game.ts'

const stat = { size: 1, key: '1 2 3 4' }
const names = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.resume'))
const open = (base: string, resume = true) => ResumePoint.open(base, 'list', resume, Date.now())
const knows = ({ done }: ResumePoint, path: string) => done.get(path, stat)

it('two runs on the same mod at once write two files, and the next goes on with what was left', async () => {
  const dir = tempDir()
  const base = join(dir, 'mod')
  const [one, two] = await Promise.all([open(base), open(base)])
  one.add('@Mod/one', stat, 'aa')
  two.add('@Mod/two', stat, 'bb')
  await two.forget()
  await one.leave()
  expect(names(dir)).toEqual(['mod.resume'])
  expect(readFileSync(join(dir, 'mod.resume'), 'utf8')).not.toContain('@Mod/two')
  const [next, other] = await Promise.all([open(base), open(base)])
  const found = [next, other].map((point) => knows(point, '@Mod/one'))
  expect(found.filter((digest) => digest === 'aa')).toHaveLength(1) // only one of two can have it
  await Promise.all([next.forget(), other.forget()])
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
  const { digests } = await readCache(join(game.cacheDir, name))
  expect(
    digests
      .rows()
      .map(([path]) => path)
      .sort(),
  ).toEqual(['@Mod/also old', '@Mod/old'])
})
