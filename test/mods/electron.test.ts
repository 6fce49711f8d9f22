import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programAt } from '../support/programs.ts'
import { makeGame } from './game.ts'

const FILES = 800
const electron = createRequire(import.meta.url)('electron') as string

it.each(['--full', '--quick'])('%s in Electron takes an archive of a mod for the file that it is', (tier) => {
  const game = makeGame()
  game.add('@Mod/resources/app.asar')
  for (let at = 0; at < FILES; at++) game.add(`@Mod/${'long'.repeat(40)}/${at}.pbo`)
  const list = join(game.dir, 'list.json')
  writeFileSync(list, JSON.stringify(game.rows))
  const words = [programAt('cli'), 'verify', '--list', list, '--game-dir', game.dir, '--json', tier]
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', LOADOUT_CACHE_DIR: game.cacheDir }
  const { stdout } = spawnSync(electron, words, { env, encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({ result: 'ready', counts: { ok: FILES + 1 }, problems: [] })
})
