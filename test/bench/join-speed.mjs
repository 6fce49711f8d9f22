import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildForNode, workers } from '../../scripts/lib/build-for-node.mjs'

/**
 * From the click on Join to the start of the game's process with nothing changed on disk, against the bare start of the same
 * program plus `find` over the same files. `npm run bench -- join [files] [rounds]`
 */
const [, , count = '20000', rounds = '5'] = process.argv
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

await buildForNode({ ...workers, 'join-child': 'test/bench/join-child.ts' }, 'out/bench')

mkdirSync(join(folder, 'game'))
const game = join(folder, 'game/bench-game')
writeFileSync(game, '#!/bin/sh\nexit 0\n')
chmodSync(game, 0o755)

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const child = spawnSync(process.execPath, [join(root, 'out/bench/join-child.js'), folder, count, rounds], {
  encoding: 'utf8',
})
const ours = JSON.parse(child.stdout.trim().split('\n').at(-1) || '[]')
if (ours.length === 0) throw new Error(child.stderr)

const bare = []
for (let round = 0; round < Number(rounds); round++) {
  const since = performance.now()
  spawnSync('find', [join(folder, 'game'), '-type', 'f', '-printf', '%s %T@\n'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1 << 28,
  })
  await once(spawn(game, [], { detached: true, stdio: 'ignore' }), 'spawn')
  bare.push(performance.now() - since)
}
const [join_, find] = [median(ours), median(bare)]
console.log(
  `${count} files, median of ${rounds}: click to start ${join_.toFixed(0)} ms, find + bare start ${find.toFixed(0)} ms, ratio ${(join_ / find).toFixed(2)}`,
)
