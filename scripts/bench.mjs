#!/usr/bin/env node
// npm run bench [-- NAME [WORD…]]: the measurements of docs/performance.md. NAME is check, desktop, repair, join or bank, and
// gets the words that follow. Without a name the hash check runs, with the options that are given, and after it the desktop.
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { withDesktop } from './lib/desktop.mjs'
import { root } from './lib/paths.mjs'
import { relay } from './lib/run.mjs'
import { runScript } from './lib/say.mjs'
import { setup, setupPackages } from './lib/setup.mjs'

const inNode = { check: 'verify.mjs', repair: 'repair-speed.mjs', join: 'join-speed.mjs' }
const inApp = { desktop: 'desktop.mjs', bank: 'bank-speed.mjs' }

async function measure(name, words) {
  const command = [join(root, 'test/bench', inNode[name] ?? inApp[name]), ...words]
  if (name in inNode) {
    await setupPackages()
    return relay(process.execPath, command, { cwd: root, group: true })
  }
  await setup({ tests: true })
  await ensureBuilt()
  return withDesktop(process.execPath, command, { cwd: root })
}

await runScript(async () => {
  const [name, ...words] = process.argv.slice(2)
  if (name in inNode || name in inApp) return measure(name, words)
  return (await measure('check', process.argv.slice(2))) || measure('desktop', [])
})
