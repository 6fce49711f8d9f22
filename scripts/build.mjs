#!/usr/bin/env node
// npm run build: builds into out/ unless it is up to date.
import { ensureBuilt } from './lib/build.mjs'
import { runScript } from './lib/say.mjs'
import { setupPackages } from './lib/setup.mjs'

await runScript(async () => {
  await setupPackages()
  await ensureBuilt()
})
