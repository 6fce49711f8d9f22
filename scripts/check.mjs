#!/usr/bin/env node
// npm run check: lock file, format, lint, types and unused code. Every step runs, so that one run tells all there is to mend.
import { join } from 'node:path'
import { modules, root } from './lib/paths.mjs'
import { head, npm, relay } from './lib/run.mjs'
import { runScript, say } from './lib/say.mjs'
import { setupPackages } from './lib/setup.mjs'

const STEPS = {
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  lint: ['eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  types: ['typescript/bin/tsc', '-b', '--pretty', 'false'],
  'page types': [
    'svelte-check/bin/svelte-check',
    '--tsconfig',
    'tsconfig.renderer.json',
    '--fail-on-warnings',
    '--output',
    'human',
  ],
  'unused code': ['knip/bin/knip.js', '--no-progress'],
}

await runScript(async () => {
  await setupPackages()
  const failed = []
  const lock = await npm(['ci', '--dry-run', '--loglevel', 'error'], { cwd: root })
  if (lock.code !== 0) {
    say(head(lock))
    failed.push('package-lock.json')
  }
  for (const [name, [bin, ...args]] of Object.entries(STEPS)) {
    const code = await relay(process.execPath, [join(modules, bin), ...args], { cwd: root })
    if (code !== 0) failed.push(name)
  }
  say(failed.length === 0 ? 'format, lint, types and unused code are fine' : `to mend: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
})
