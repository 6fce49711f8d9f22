import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { withDesktop } from './desktop.mjs'
import { modules, out, root } from './paths.mjs'
import { playwrightTotals, totalsOf, vitestTotals } from './totals.mjs'

const vitestReport = join(out, 'unit-report.json')
// The file that playwright.config.ts names.
const playwrightReport = join(out, 'e2e-report.json')

export const suites = {
  unit: {
    file: vitestReport,
    read: vitestTotals,
    command: [
      join(modules, 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
  },
  e2e: {
    file: playwrightReport,
    read: playwrightTotals,
    command: [join(modules, '@playwright', 'test', 'cli.js'), 'test'],
  },
}

/** Runs one suite in a desktop session of its own, on the files that `patterns` name (all of them if none), by the Node at hand or another one. */
export async function runSuite(name, patterns, node = process.execPath) {
  const { file, read, command } = suites[name]
  rmSync(file, { force: true })
  const code = await withDesktop(node, [...command, ...patterns], { cwd: root })
  return totalsOf(name, code, file, read)
}
