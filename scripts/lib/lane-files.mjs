import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { SetupProblem } from './say.mjs'

/** Tests that need Electron, and long ones whose result is the same on every Node and system. */
const ONCE = /\b(electron|hostile-texts|shipped)\.test\.ts$/

/**
 * The unit test files that run on another Node or system too: those with one of the patterns in their names, all of them without a
 * pattern. `folders`: folders of test/ that stay out.
 *
 * @param {string[]} patterns
 * @param {string[]} folders
 */
export function laneFiles(patterns, folders) {
  const names = readdirSync(join(root, 'test'), { recursive: true }).map((name) => name.replaceAll('\\', '/'))
  const files = names
    .filter((name) => name.endsWith('.test.ts') && !folders.includes(name.split('/')[0]) && !ONCE.test(name))
    .map((name) => `test/${name}`)
  if (patterns.length === 0) return files
  const named = files.filter((file) => patterns.some((pattern) => file.includes(pattern)))
  if (named.length === 0) throw new SetupProblem(`no test of this lane has ${patterns.join(' or ')} in its name`)
  return named
}
