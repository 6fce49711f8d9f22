#!/usr/bin/env node
// Makes a fresh clone ready: npm packages, Electron, system libraries. `--tests` adds what the tests need.
import { runScript } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'

await runScript(async () => {
  await setup({ tests: process.argv.includes('--tests') })
})
