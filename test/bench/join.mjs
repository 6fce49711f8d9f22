// The time from the click on Join to the start of the game's process, with nothing changed on disk.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildForNode, workers } from '../../scripts/lib/build-for-node.mjs'
import { makeFiles } from './file-sets.mjs'
import { below, median, row } from './table.mjs'

const root = resolve(import.meta.dirname, '../..')

/** @param {{ rounds: number, share: number }} options `share`: share of the number of files, for small machines */
export async function measureJoin({ rounds, share }) {
  await buildForNode({ ...workers, 'join-child': 'test/bench/join-child.ts' }, 'out/bench')
  const dir = mkdtempSync(join(tmpdir(), 'loadout-bench-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const count = Math.round(20_000 * share)
  const gameDir = makeFiles(join(dir, 'game'), count, 16)
  const game = join(gameDir, 'bench-game')
  writeFileSync(game, '#!/bin/sh\nexit 0\n')
  chmodSync(game, 0o755)
  const words = [join(root, 'out/bench/join-child.js'), gameDir, join(dir, 'data'), rounds]
  const took = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }).trim().split('\n').at(-1))
  const range = `${Math.round(Math.min(...took))} to ${Math.round(Math.max(...took))} ms`
  return [
    row(`click to game process, ${count.toLocaleString('en')} files unchanged`, median(took), 'ms', below(500), range),
  ]
}
