import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { faultyProgramAt } from '../support/programs.ts'
import { makeGame } from './game.ts'

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
