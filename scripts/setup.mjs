#!/usr/bin/env node
// Makes a fresh clone ready: npm packages, Electron, system libraries. `--tests` adds what the tests need.
import { runScript } from './lib/say.mjs'
import { setup, setupServers } from './lib/setup.mjs'

await runScript(async () => {
  const tests = process.argv.includes('--tests')
  await setup({ tests })
  if (tests) await setupServers()
})
