import { readdirSync, readFileSync, rmSync } from 'node:fs'
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

/** Two shares of the tests' files, about as long. A game is seen by its process on any desktop: the first has all that start one. */
function e2eHalves() {
  const folder = join(root, 'test', 'e2e')
  const files = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'))
  const startsGame = (name) => readFileSync(join(folder, name), 'utf8').includes('play-community')
  const others = files.filter((name) => !startsGame(name))
  const isFirst = (name) => startsGame(name) || others.indexOf(name) % 4 === 0
  const paths = (names) => names.map((name) => `test/e2e/${name}`)
  return [paths(files.filter(isFirst)), paths(files.filter((name) => !isFirst(name)))]
}

/**
 * The real app runs one at a time on a desktop, whose focus, tray and keychain are shared. Where desktops are virtual, two of
 * them stand side by side for all of the files, and each takes half.
 */
function e2eParts(patterns) {
  const isHalved = patterns.length === 0 && hasNoDisplay() && availableParallelism() > 1
  return (isHalved ? e2eHalves() : [patterns]).map((files, index) => {
    const name = isHalved ? `e2e-${index + 1}` : 'e2e'
    const file = join(out, `${name}-report.json`)
    const cli = join(modules, '@playwright', 'test', 'cli.js')
    const words = [cli, 'test', '--reporter=list,json', `--output=${join(out, name)}`, ...files]
    // Two lists on one terminal would write over each other.
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(isHalved && { PLAYWRIGHT_FORCE_TTY: '0' }) }
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
