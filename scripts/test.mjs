#!/usr/bin/env node
// npm test: sets up, builds, runs the unit and bridge tests (vitest) and the real app (Playwright), and ends with the
// totals of both. While working: npm test -- --only unit|e2e [PATTERN…]. npm run test:long: the longer half of the tests of the real app.
import { ensureBuilt } from './lib/build.mjs'
import { complain, runScript, say, SetupProblem } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { runSuites, suites } from './lib/suites.mjs'
import { totalLine } from './lib/totals.mjs'

function readArguments([first, only, ...patterns]) {
  if (first === undefined) return { names: ['unit', 'e2e'], patterns: [] }
  if (first !== '--only' || !(only in suites))
    throw new SetupProblem('usage: npm test -- --only unit|e2e|long [PATTERN…]')
  return { names: [only], patterns }
}

async function runAll() {
  const { names, patterns } = readArguments(process.argv.slice(2))
  await setup({ tests: true })
  await ensureBuilt()
  return runSuites(names, patterns)
}

await runScript(async () => {
  // What keeps the tests from running is a failure too, and the last line says so.
  const totals = await runAll().catch((error) => {
    complain(error)
    return { passed: 0, failed: 1, skipped: 0, problems: [] }
  })
  for (const problem of totals.problems) say(`failed: ${problem}`)
  if (totals.skipped > 0) say(`${totals.skipped} skipped`)
  process.stdout.write(`${totalLine(totals)}\n`)
  return totals.failed === 0 ? 0 : 1
})
