#!/usr/bin/env node
// npm run test:repair-fuzz [TREES [SEED [PROGRAM…]]]: damages mods at random and has the command line repair and undo them;
// test/repair/fuzz.py decides what is right. PROGRAM is how the built programs are started, `{}` in place of the program's name.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildForNode, workers } from './lib/build-for-node.mjs'
import { out, root } from './lib/paths.mjs'
import { runScript } from './lib/say.mjs'

await runScript(async () => {
  const [trees = '200', seed = String(Date.now()), ...program] = process.argv.slice(2)
  const entries = { ...workers, cli: 'src-main/cli.ts', 'undo-child': 'test/repair/undo-child.ts' }
  await buildForNode(entries, 'out/test')
  const command = program.length > 0 ? program : [process.execPath, join(out, 'test', '{}.js')]
  const words = [join(root, 'test/repair/fuzz.py'), trees, seed, ...command]
  const { status } = spawnSync(process.platform === 'win32' ? 'python' : 'python3', words, { stdio: 'inherit' })
  return status ?? 1
})
