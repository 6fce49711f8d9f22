#!/usr/bin/env node
// npm run soak: an hour's refreshes, jobs and screen changes in the real app, to find memory leaks.
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { withDesktop } from './lib/desktop.mjs'
import { modules, root } from './lib/paths.mjs'
import { runScript } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'

await runScript(async () => {
  await setup({ tests: true })
  await ensureBuilt()
  const command = [join(modules, '@playwright', 'test', 'cli.js'), 'test', 'soak', '--reporter=list']
  return withDesktop(process.execPath, command, { cwd: root, env: { LOADOUT_SOAK: 'hour' } })
})
