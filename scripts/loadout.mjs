#!/usr/bin/env node
// npx loadout …: the headless twin. Needs the npm packages and a build, but neither Electron nor a display.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build.mjs'
import { out } from './lib/paths.mjs'
import { complain, sayOn } from './lib/say.mjs'
import { setupPackages } from './lib/setup.mjs'

// Standard output is the result's alone.
sayOn(process.stderr)
try {
  await setupPackages()
  await ensureBuilt()
} catch (problem) {
  complain(problem)
  const end = { result: 'failed', code: 'setup', message: problem.message }
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(end)}\n`)
  process.exitCode = 3 // 1 would say that the mod is damaged
}
if (!process.exitCode) await import(pathToFileURL(join(out, 'main', 'cli.js')).href)
