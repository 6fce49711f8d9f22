#!/usr/bin/env node
// npm run test:packages [-- PATTERN…]: packages are built, installed, run, updated and removed (test/packages). On Linux; Windows' installer by wine.
// Ends with `packages: N passed, N failed`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { modules, out, root } from './lib/paths.mjs'
import { relay } from './lib/run.mjs'
import { runScript, say, SetupProblem } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { ensureSystem } from './lib/system.mjs'
import { totalLine, totalsOf, vitestTotals } from './lib/totals.mjs'

const REPORT = join(out, 'packages-report.json')

await runScript(async () => {
  if (process.platform !== 'linux') throw new SetupProblem('packages are tested on Linux')
  await setup({ tests: true })
  await ensureSystem({ commands: ['makensis', 'wine', 'debootstrap', 'Xvfb'] })
  await ensureBuilt()
  rmSync(REPORT, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const words = [
    join(modules, 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    'test/packages/vitest.config.ts',
    ...reporters,
  ]
  const code = await relay(process.execPath, [...words, ...process.argv.slice(2)], { cwd: root })
  const totals = totalsOf('packages', code, REPORT, vitestTotals)
  for (const problem of totals.problems) say(`failed: ${problem}`)
  process.stdout.write(`packages: ${totalLine(totals)}\n`)
  return totals.failed === 0 ? 0 : 1
})
