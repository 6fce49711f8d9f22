import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureFaultyBuilt } from './build.mjs'
import { withDesktop } from './desktop.mjs'
import { modules, out, root } from './paths.mjs'
import { hasNoDisplay } from './system.mjs'
import { playwrightTotals, sumTotals, totalsOf, vitestTotals } from './totals.mjs'

/** One run of Vitest over the files that `patterns` name, all of them if none. */
function unitParts(patterns) {
  const file = join(out, 'unit-report.json')
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return [{ file, words: [join(modules, 'vitest', 'vitest.mjs'), 'run', ...reports, ...patterns], env: {} }]
}

/**
 * The real app runs one at a time on a desktop, whose focus, tray and keychain are shared. Where desktops are virtual, two of
 * them stand side by side for all of the files, and each takes half.
 */
function e2eParts(patterns) {
  const count = patterns.length === 0 && hasNoDisplay() && availableParallelism() > 1 ? 2 : 1
  return Array.from({ length: count }, (_, index) => {
    const name = count === 1 ? 'e2e' : `e2e-${index + 1}`
    const file = join(out, `${name}-report.json`)
    const share = [`--shard=${index + 1}/${count}`, `--output=${join(out, name)}`]
    const words = [
      join(modules, '@playwright', 'test', 'cli.js'),
      'test',
      '--reporter=list,json',
      ...share,
      ...patterns,
    ]
    // Two lists on one terminal would write over each other.
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(count > 1 && { PLAYWRIGHT_FORCE_TTY: '0' }) }
    return { file, words, env }
  })
}

export const suites = {
  unit: { parts: unitParts, read: vitestTotals, prepare: () => undefined },
  e2e: { parts: e2eParts, read: playwrightTotals, prepare: ensureFaultyBuilt },
}

/** Runs one suite, each of its parts in a desktop session of its own, by the Node at hand or another one. Resolves to its totals. */
export async function runSuite(name, patterns, node = process.execPath) {
  const { parts, read, prepare } = suites[name]
  await prepare()
  const runs = parts(patterns).map(async ({ file, words, env }) => {
    rmSync(file, { force: true })
    const code = await withDesktop(node, words, { cwd: root, env })
    return totalsOf(name, code, file, read)
  })
  return sumTotals(await Promise.all(runs))
}
