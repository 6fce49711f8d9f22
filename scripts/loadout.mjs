#!/usr/bin/env node
// npx loadout …: the headless twin. Needs the npm packages and a build, but neither Electron nor a display.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build.mjs'
import { out } from './lib/paths.mjs'
import { runScript, sayOn } from './lib/say.mjs'
import { setupPackages } from './lib/setup.mjs'

// Standard output is the result's alone.
sayOn(process.stderr)
await runScript(async () => {
  await setupPackages()
  await ensureBuilt()
})
if (!process.exitCode) await import(pathToFileURL(join(out, 'main', 'cli.js')).href)
