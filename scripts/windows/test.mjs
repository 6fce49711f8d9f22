#!/usr/bin/env node
// npm run test:windows [-- PATTERN…]: runs the tests of everything outside the page and shell/ on Node for Windows, on Linux under wine
// (README.md). Ends with `windows: N passed, N failed`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { laneFiles } from '../lib/lane-files.mjs'
import { root } from '../lib/paths.mjs'
import { capture, relay } from '../lib/run.mjs'
import { complain, runScript, say } from '../lib/say.mjs'
import { setupPackages } from '../lib/setup.mjs'
import { sumTotals, totalLine, totalsOf, vitestTotals } from '../lib/totals.mjs'
import { runUnderWine, windowsByWine } from './wine.mjs'

const REPORT = 'out/windows-report.json'
const PROJECTS = ['node', 'alone', 'faulty'].flatMap((name) => ['--project', name])
const TOLD = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]

/** Folders of test/ that are not the lane's. */
const NOT_OURS = ['page', 'e2e', 'shell', 'packages']

async function runTests() {
  await setupPackages()
  rmSync(join(root, REPORT), { force: true })
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...PROJECTS,
    ...TOLD,
    ...laneFiles(process.argv.slice(2), NOT_OURS),
  ]
  const isWindows = process.platform === 'win32'
  const code = isWindows ? await relay(process.execPath, words, { cwd: root }) : await runUnderWine(words, REPORT)
  return totalsOf('windows', code, join(root, REPORT), vitestTotals)
}

const FUZZED_TREES = 4

/** The fuzz of damaged trees by wine: Python runs on Linux, the programs under test on Windows. */
async function fuzzRepairs() {
  const totals = { passed: 0, failed: 0, skipped: 0, problems: [] }
  if ((await capture('python3', ['--version'])).code !== 0) return { ...totals, skipped: 1 }
  const { env, node } = await windowsByWine()
  const words = ['scripts/test-repair-fuzz.mjs', `${FUZZED_TREES}`, 'lane', ...node, join(root, 'out/test/{}.js')]
  const code = await relay(process.execPath, words, { cwd: root, env })
  return code === 0 ? { ...totals, passed: 1 } : { ...totals, failed: 1, problems: ['the fuzz of damaged trees'] }
}

/** The whole lane, or its files with one of the patterns in their names. On Windows itself, the fuzz is one of the files. */
async function runLane(patterns) {
  const totals = await runTests()
  const fuzzes = patterns.length === 0 || patterns.some((pattern) => 'test/repair/fuzz.test.ts'.includes(pattern))
  return process.platform === 'win32' || !fuzzes ? totals : sumTotals([totals, await fuzzRepairs()])
}

await runScript(async () => {
  const totals = await runLane(process.argv.slice(2)).catch((error) => {
    complain(error)
    return { passed: 0, failed: 1, skipped: 0, problems: [] }
  })
  for (const problem of totals.problems) say(`failed: ${problem}`)
  if (totals.skipped > 0) say(`${totals.skipped} skipped`)
  process.stdout.write(`windows: ${totalLine(totals)}\n`)
  return totals.failed === 0 ? 0 : 1
})
