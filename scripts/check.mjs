#!/usr/bin/env node
// npm run check: lock file, format, lint, types, unused code, workflows, and whether Electron is current. Every step runs, so that one
// run finds all problems. As many steps run in parallel as there are cores, the longest first, each with its output in one piece.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { currentElectron } from './lib/current-electron.mjs'
import { modules, root } from './lib/paths.mjs'
import { atOnce } from './lib/at-once.mjs'
import { capture, head, npm } from './lib/run.mjs'
import { runScript, say } from './lib/say.mjs'
import { oldestTypes } from './lib/oldest-types.mjs'
import { setupPackages } from './lib/setup.mjs'
import { workflows } from './lib/workflows.mjs'

const eslint = ['eslint/bin/eslint.js', '--max-warnings', '0']
const svelteCheck = ['--tsconfig', 'tsconfig.renderer.json', '--fail-on-warnings', '--output', 'human']

/** Not the page's: `page types` sees its modules too. */
const PROJECTS = ['main', 'preload', 'test'].map((name) => `tsconfig.${name}.json`)

/** Lints components and modules in two processes: one for both would take longer. */
const STEPS = {
  'lint of components': [...eslint, '**/*.svelte'],
  'lint of modules': [...eslint, '.', '--ignore-pattern', '**/*.svelte'],
  'page types': ['svelte-check/bin/svelte-check', ...svelteCheck],
  types: ['typescript/bin/tsc', '-b', ...PROJECTS, '--pretty', 'false'],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  'unused code': ['knip/bin/knip.js', '--no-progress'],
}

async function run(name, [bin, ...args]) {
  const result = await capture(process.execPath, [join(modules, bin), ...args], { cwd: root })
  process.stdout.write(result.stdout)
  process.stderr.write(result.stderr)
  return result.code === 0 ? [] : [name]
}

async function lockFile() {
  const lock = await npm(['ci', '--dry-run', '--ignore-scripts', '--loglevel', 'error'], { cwd: root })
  if (lock.code === 0) return []
  say(head(lock))
  return ['package-lock.json']
}

await runScript(async () => {
  await setupPackages()
  const steps = [
    ...Object.entries(STEPS).map(
      ([name, command]) =>
        () =>
          run(name, command),
    ),
    oldestTypes,
    lockFile,
    workflows,
    currentElectron,
  ]
  const failed = (await atOnce(availableParallelism(), steps)).flat()
  say(failed.length === 0 ? 'format, lint, types and unused code are fine' : `to mend: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
})
