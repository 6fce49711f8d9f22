import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { programAt } from '../support/programs.ts'
import { copyFolder, tempDir } from '../support/temp.ts'
import { makeGame } from './game.ts'

it.skipIf(process.platform !== 'linux')('nobody is told damaged because a result could not be written', () => {
  const game = makeGame()
  game.add('@Mod/a')
  const list = join(game.cacheDir, 'list.json')
  writeFileSync(list, JSON.stringify(game.rows))
  const words = [process.execPath, programAt('cli'), 'verify', '--list', list, '--game-dir', game.dir, '--no-cache']
  const full = spawnSync('sh', ['-c', '"$0" "$@" > /dev/full', ...words], { encoding: 'utf8' })
  expect([full.status, full.stderr]).toEqual([3, 'loadout: the result cannot be written (ENOSPC)\n'])
  const closed = spawnSync('sh', ['-c', '{ "$0" "$@"; echo $? >&2; } | true', ...words], { encoding: 'utf8' })
  expect(closed.stderr).toBe('0\n') // who reads may stop to
})

it.skipIf(process.platform === 'win32')('a list goes into a pipe or a device, and does not replace it', async () => {
  const game = makeGame()
  game.add('@Mod/a')
  const pipe = join(game.cacheDir, 'pipe')
  execFileSync('mkfifo', [pipe])
  const list = text(createReadStream(pipe))
  const command = spawn(process.execPath, [programAt('cli'), 'hash', join(game.dir, '@Mod'), '--out', pipe])
  expect(await once(command, 'close')).toEqual([0, null])
  expect(statSync(pipe).isFIFO()).toBe(true)
  expect(JSON.parse(await list)).toMatchObject({ data: [{ RelativPath: '@Mod\\a' }] })
})

it('nobody is told damaged because the program could not be built', async () => {
  const root = tempDir()
  await copyFolder(join(import.meta.dirname, '../../scripts'), join(root, 'scripts'))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  const script = join(root, 'scripts/loadout.mjs')
  const { status, stdout } = spawnSync(process.execPath, [script, 'verify', '--json'], { encoding: 'utf8' })
  expect([status, JSON.parse(stdout)]).toMatchObject([3, { result: 'failed', code: 'setup' }])
})
