import { execFile } from 'node:child_process'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { plantInProcess, plantInThreads } from '../support/faults/elsewhere.ts'
import { faultyProgramAt } from '../support/programs.ts'
import { makeGame, resultsOf } from './game.ts'

const run = promisify(execFile)

/** The result of a full check by the command line of seven files, with faults planted in it and its threads. */
async function check(faults: string, size: number) {
  const game = makeGame()
  for (let at = 1; at <= 7; at++) game.add(`@Mod/addons/${at}.pbo`, Buffer.alloc(size, at))
  const list = join(game.cacheDir, 'list.json')
  writeFileSync(list, JSON.stringify({ data: game.rows }))
  const words = ['verify', '--list', list, '--game-dir', game.dir, '--full', '--json']
  const env = { ...process.env, LOADOUT_CACHE_DIR: game.cacheDir, ...plantInProcess(faults).env }
  const { stdout } = await run(process.execPath, [faultyProgramAt('cli'), ...words], { env }).catch(
    (error: { stdout: string }) => error,
  )
  return JSON.parse(stdout) as { counts: Record<string, number>; problems: object[]; result: string }
}

it.each([
  ['open:EIO@3.pbo', 100],
  ['open:EIO@3.pbo', 2_000_000],
  ['read:EIO@3.pbo', 100],
  ['read:EIO@3.pbo', 2_000_000],
])('a disk that fails is told of the one file that it fails on: %s, %i bytes', async (fault, size) => {
  const result = await check(fault, size)
  expect(result).toMatchObject({ counts: { ok: 6, unreadable: 1 }, result: 'damaged' })
  expect(result.problems).toMatchObject([{ path: '@Mod/addons/3.pbo', result: 'unreadable' }])
  expect(JSON.stringify(result.problems)).toContain('EIO')
})

it.each(['3.pbo', 'addons'])(
  'a reparse point that is no link is the plain file or folder that it is: %s',
  async (name) => {
    const result = await check(`readdir:ELINK@${name}`, 100)
    expect(result).toMatchObject({ counts: { ok: 7 }, result: 'ready' })
  },
)

it.each([
  ['while it may change within them', 1_500, { '@Mod/a.pbo': ['wrong-hash', expect.any(String)] }],
  ['and no more once only the time could tell a change', 2_500, {}],
])('on a disk that tells times by two seconds a file is read anew %s', async (_, ageMs, expected) => {
  const game = makeGame()
  const { workerAt } = plantInThreads('stat:ECOARSE@a.pbo')
  const written = Math.floor(Date.now() / 2_000) * 2_000
  const fill = (value: number) => {
    writeFileSync(join(game.dir, '@Mod/a.pbo'), Buffer.alloc(100, value))
    utimesSync(join(game.dir, '@Mod/a.pbo'), written / 1_000, written / 1_000)
  }
  const threads = { modsWorker: workerAt('mods-worker'), hashWorker: workerAt('hash-worker') }
  const check = (tier: 'full' | 'quick') =>
    resultsOf(game.verify(tier, { ...threads, now: () => written + ageMs, random: () => 0.5 }))
  for (let n = 0; n < 300; n++) game.add(`@Mod/${n}`) // a quick check reads 64 anew, none by this seed
  game.add('@Mod/a.pbo', Buffer.alloc(100, 1))
  fill(1)
  expect(await check('full')).toEqual({})
  fill(2)
  expect(await check('quick')).toEqual(expected)
})
