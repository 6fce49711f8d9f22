import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { atOnce } from './at-once.mjs'
import { ensureFaultyBuilt } from './build.mjs'
import { withDesktop } from './desktop.mjs'
import { modules, out, root } from './paths.mjs'
import { ownProcesses } from './sandbox.mjs'
import { say } from './say.mjs'
import { hasNoDisplay } from './system.mjs'
import { playwrightTotals, sumTotals, totalsOf, vitestTotals } from './totals.mjs'

/** One run of Vitest over the files that `patterns` name, all of them if none. */
function unitParts(patterns) {
  const file = join(out, 'unit-report.json')
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return [{ file, words: [join(modules, 'vitest', 'vitest.mjs'), 'run', ...reports, ...patterns], env: {} }]
}

/**
 * The real app runs one at a time on a desktop, whose focus, tray and keychain are shared. With more `desktops`, each part has its own. Two
 * parts a desktop, since with one the longest would run alone at the end. Without a pattern, `chosen` says which tests run.
 */
const e2eParts = (chosen) => (patterns, desktops) => {
  const part = (name, more) => {
    const file = join(out, `${name}-report.json`)
    const cli = join(modules, '@playwright', 'test', 'cli.js')
    const words = [cli, 'test', '--reporter=list,json', `--output=${join(out, name)}`, ...more]
    // Two lists on one terminal would overwrite each other.
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(desktops > 1 && { PLAYWRIGHT_FORCE_TTY: '0' }) }
    return { file, words, env }
  }
  if (patterns.length > 0) return [part('e2e', patterns)]
  const count = desktops === 1 ? 1 : 2 * desktops
  return Array.from({ length: count }, (_, at) =>
    part(`e2e-${at + 1}`, [chosen, '@long', `--shard=${at + 1}/${count}`]),
  )
}

export const suites = {
  unit: { parts: unitParts, read: vitestTotals, prepare: () => undefined },
  e2e: { parts: e2eParts('--grep-invert'), read: playwrightTotals, prepare: ensureFaultyBuilt },
  long: { parts: e2eParts('--grep'), read: playwrightTotals, prepare: ensureFaultyBuilt },
}

/** How many desktops run in parallel: one more than there are cores, since tests also wait, if they see no processes of each other. */
const desktopsAtOnce = async () =>
  hasNoDisplay() && availableParallelism() > 1 && (await ownProcesses()).length > 0 ? availableParallelism() + 1 : 1

/** Runs one suite, each of its parts in a desktop session of its own, by the Node at hand or another one. Resolves to its totals. */
export async function runSuite(name, patterns, node = process.execPath) {
  const { parts, read, prepare } = suites[name]
  await prepare()
  const limit = patterns.length === 0 ? await desktopsAtOnce() : 1
  const runs = parts(patterns, limit).map(({ file, words, env }) => async () => {
    rmSync(file, { force: true })
    const code = await withDesktop(node, words, { cwd: root, env })
    return totalsOf(name, code, file, read)
  })
  return sumTotals(await atOnce(limit, runs))
}

/** Runs suites one after the other. Resolves to the totals of all. */
export async function runSuites(names, patterns) {
  const totals = []
  for (const name of names) {
    say(`running the ${name} tests`)
    totals.push(await runSuite(name, patterns))
  }
  return sumTotals(totals)
}
