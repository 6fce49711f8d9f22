#!/usr/bin/env node
// npm run dev: the app with its page reloaded as the sources change.
import { join } from 'node:path'
import { modules, root } from './lib/paths.mjs'
import { relay } from './lib/run.mjs'
import { runScript } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { isRoot } from './lib/system.mjs'

await runScript(async () => {
  await setup()
  const env = { ...process.env, ...(isRoot ? { NO_SANDBOX: '1' } : {}) }
  const bin = join(modules, 'electron-vite', 'bin', 'electron-vite.js')
  return relay(process.execPath, [bin, 'dev', ...process.argv.slice(2)], { cwd: root, env, group: true })
})
