#!/usr/bin/env node
// npm run bench [-- check | rows | join | blocks | fetch | desktop | map …]: measures the goals of docs/performance.md; all of them if no part is named.
// Options: --rounds 5, --share 0.25 (of the number of files, for small machines), --seconds 60 (of the hidden window).
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { withDesktop } from './lib/desktop.mjs'
import { root } from './lib/paths.mjs'
import { relay } from './lib/run.mjs'
import { runScript } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'

/** Parts that need no window. */
const withoutWindow = ['check', 'rows', 'join', 'blocks', 'fetch']

await runScript(async () => {
  const words = process.argv.slice(2)
  await setup({ tests: true })
  await ensureBuilt()
  const command = [join(root, 'test/bench/run.mjs'), ...words]
  const isWithoutWindow =
    !words.some((word) => word === 'desktop' || word === 'map') && withoutWindow.some((part) => words.includes(part))
  return isWithoutWindow
    ? relay(process.execPath, command, { cwd: root, group: true })
    : withDesktop(process.execPath, command, { cwd: root })
})
