import { execFile } from 'node:child_process'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { faultyProgramAt } from '../support/programs.ts'
import { makeGame, resultsOf } from './game.ts'

const run = promisify(execFile)

/** A full check by the command line of seven files, with faults planted in it and its threads; its result, and the faults that were hit. */
async function check(faults: string, size: number) {
  const game = makeGame()
  for (let at = 1; at <= 7; at++) game.add(`@Mod/addons/${at}.pbo`, Buffer.alloc(size, at))
  const [list, hits] = [join(game.cacheDir, 'list.json'), join(game.cacheDir, 'hits')]
  writeFileSync(list, JSON.stringify({ data: game.rows }))
  writeFileSync(hits, '')
  const words = ['verify', '--list', list, '--game-dir', game.dir, '--full', '--json']
  const env = { ...process.env, LOADOUT_CACHE_DIR: game.cacheDir, LOADOUT_TEST_FAULTS: faults, LOADOUT_TEST_HITS: hits }
  const { stdout } = await run(process.execPath, [faultyProgramAt('cli'), ...words], { env }).catch(
    (error: { stdout: string }) => error,
  )
  return {
    result: JSON.parse(stdout) as { counts: Record<string, number>; problems: object[]; verdict: string },
    hits: readFileSync(hits, 'utf8').split('\n').filter(Boolean),
  }
}

it.each([
  ['open:EIO@3.pbo', 100],
  ['open:EIO@3.pbo', 2_000_000],
  ['read:EIO@3.pbo', 100],
  ['read:EIO@3.pbo', 2_000_000],
])('a disk that fails is told of the one file that it fails on: %s, %i bytes', async (fault, size) => {
  const { result, hits } = await check(fault, size)
  expect(hits).toContain(fault)
  expect(result).toMatchObject({ counts: { ok: 6, unreadable: 1 }, verdict: 'damaged' })
  expect(result.problems).toMatchObject([{ path: '@Mod/addons/3.pbo', result: 'unreadable' }])
  expect(JSON.stringify(result.problems)).toContain('EIO')
})

it.each(['3.pbo', 'addons'])(
  'a reparse point that is no link is the plain file or folder that it is: %s',
  async (name) => {
    const fault = `readdir:ELINK@${name}`
    const { result, hits } = await check(fault, 100)
    expect(hits).toContain(fault)
    expect(result).toMatchObject({ counts: { ok: 7 }, verdict: 'ready' })
  },
)

it.each([
  ['while it may change within them', 1_500, { '@Mod/a.pbo': ['wrong-hash', expect.any(String)] }],
  ['and no more once only the time could tell a change', 2_500, {}],
])('on a disk that tells times by two seconds a file is read anew %s', async (_, ageMs, expected) => {
  const game = makeGame()
  const before = process.env.LOADOUT_TEST_FAULTS
  process.env.LOADOUT_TEST_FAULTS = 'stat:ECOARSE@a.pbo'
  onTestFinished(() => void (process.env.LOADOUT_TEST_FAULTS = before ?? ''))
  const written = Math.floor(Date.now() / 2_000) * 2_000
  const fill = (value: number) => {
    writeFileSync(join(game.dir, '@Mod/a.pbo'), Buffer.alloc(100, value))
    utimesSync(join(game.dir, '@Mod/a.pbo'), written / 1_000, written / 1_000)
  }
  const [mods, hash] = (['mods-worker', 'hash-worker'] as const).map((name) => pathToFileURL(faultyProgramAt(name)))
  const threads = { modsWorker: mods, hashWorker: hash }
  const check = (tier: 'full' | 'quick') =>
    resultsOf(game.verify(tier, { ...threads, now: () => written + ageMs, random: () => 0.5 }))
  for (let n = 0; n < 300; n++) game.add(`@Mod/${n}`) // a quick check reads 64 anew, none by this seed
  game.add('@Mod/a.pbo', Buffer.alloc(100, 1))
  fill(1)
  expect(await check('full')).toEqual({})
  fill(2)
  expect(await check('quick')).toEqual(expected)
})
