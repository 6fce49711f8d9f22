import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readCache } from '../../src-main/mods/check/digest-cache.ts'
import { ResumePoint } from '../../src-main/mods/check/resume-point.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame } from './game.ts'

const stat = { size: 1, key: '1 2 3 4' }
const names = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.resume'))
const open = (base: string, resume = true) => ResumePoint.open(base, 'list', resume, Date.now())
/** Has a line after its header. */
const isWritten = (path: string) => existsSync(path) && readFileSync(path, 'utf8').split('\n').length > 2
const knows = (point: ResumePoint | undefined, path: string) =>
  point?.done.find((row) => row[0] === path && row[1] === stat.key)?.[2]

it('is had by one check of a mod at a time, and the next goes on with what was left', async () => {
  const dir = tempDir()
  const base = join(dir, 'mod')
  const one = await open(base)
  expect(await open(base)).toBeUndefined()
  one?.add('@Mod/one', stat, 'aa')
  await one?.leave()
  expect(names(dir)).toEqual(['mod.resume'])
  const next = await open(base)
  expect(knows(next, '@Mod/one')).toBe('aa')
  next?.add('@Mod/two', stat, 'bb')
  await next?.leave()
  const last = await open(base)
  expect([knows(last, '@Mod/one'), knows(last, '@Mod/two')]).toEqual(['aa', 'bb'])
  await last?.forget()
  expect(names(dir)).toEqual([])
})

it('that is not gone on with is forgotten', async () => {
  const base = join(tempDir(), 'mod')
  const one = await open(base)
  one?.add('@Mod/one', stat, 'aa')
  await one?.leave()
  const anew = await open(base, false)
  expect(anew?.done.length).toBe(0)
  await anew?.leave()
  const last = await open(base)
  expect(last?.done.length).toBe(0)
  await last?.forget()
})

it('of a killed process is taken up, whoever has its number now', async () => {
  const base = join(tempDir(), 'mod')
  const child = spawn(process.execPath, [programAt('resume-child'), base])
  onTestFinished(() => void child.kill('SIGKILL'))
  while (!isWritten(`${base}.resume`)) await once(child.stdout, 'data')
  expect(await open(base)).toBeUndefined()
  child.kill('SIGKILL')
  await once(child, 'close')
  const next = await open(base)
  expect(knows(next, '@Mod/0')).toBe('aa')
  await next?.forget()
})

it('two checks of the same mod at once both come to their end', async () => {
  const game = makeGame()
  for (let at = 0; at < 12; at++) game.add(`@Mod/f${at}`, randomBytes(3 << 20))
  const both = await Promise.all([game.verify('full', { resume: true }), game.verify('full', { resume: true })])
  for (const done of both) expect(done).toMatchObject({ result: 'ready', counts: { ok: 12 } })
  expect(names(game.cacheDir)).toEqual([])
})

it('keeps no digest of a file so fresh that a change could leave its stat as it is', async () => {
  const game = makeGame()
  for (const name of ['old', 'new', 'also old']) game.add(`@Mod/${name}`)
  const path = join(game.dir, '@Mod/new')
  writeFileSync(path, readFileSync(path))
  await game.verify('full', { now: () => statSync(path).mtimeMs })
  const [name = ''] = readdirSync(game.cacheDir).filter((one) => one.endsWith('.digests'))
  const paths: string[] = []
  await readCache(join(game.cacheDir, name), ([path]) => paths.push(path))
  expect(paths.sort()).toEqual(['@Mod/also old', '@Mod/old'])
})

it('keeps the digest of a file whose time was set to one to come, as soon as that was not just now', async () => {
  const game = makeGame()
  game.add('@Mod/ahead')
  const path = join(game.dir, '@Mod/ahead')
  const ahead = new Date(Date.now() + 365 * 24 * 3_600_000)
  utimesSync(path, ahead, ahead)
  const keptAt = async (now: number) => {
    await game.verify('full', { now: () => now })
    const [name = ''] = readdirSync(game.cacheDir).filter((one) => one.endsWith('.digests'))
    let rows = 0
    await readCache(join(game.cacheDir, name), () => rows++)
    return rows
  }
  const { ctimeMs } = statSync(path)
  expect(await keptAt(ctimeMs)).toBe(0)
  expect(await keptAt(ctimeMs + 10_000)).toBe(1)
})
