import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { workers } from '../scripts/lib/build-for-node.mjs'
import { programs } from './support/programs.ts'

const root = resolve(import.meta.dirname, '..')
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(root, folder, name))
/** What is imported as more than a type. */
const IMPORT =
  /^(?:import|export)\s(?!type\b)[^;'"]*?from '(\.[^']+)'|(?:\{[^}]*\} = await )?import\('(\.[^']+)'\)|^import '(\.[^']+)'/gm

/** The names between a statement's braces, as the other file has them; none where it takes all. */
const namesIn = (statement: string) =>
  /\{([^}]*)\}/
    .exec(statement)?.[1]
    ?.split(',')
    .flatMap((name) => /^\s*(?!type )(\w+)/.exec(name)?.[1] ?? [])

/** Everything that these files run. Of an index's exports that is what is asked of it by name. */
function reachOf(starts: readonly string[]): Set<string> {
  const reached = new Set(starts)
  /** Files, and `index name` where something is asked of an index. */
  const asked = new Set(starts)
  for (const one of asked) {
    const [file = '', wanted] = one.split(' ')
    reached.add(file)
    for (const [statement, from, late, bare] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const found = join(dirname(file), from ?? late ?? bare ?? '')
      const names = namesIn(statement)
      const isWanted = wanted === undefined || !statement.startsWith('export') || (names?.includes(wanted) ?? true)
      if (!isWanted || !found.endsWith('.ts') || !existsSync(found)) continue
      if (basename(found) === 'index.ts' && names) for (const name of names) asked.add(`${found} ${name}`)
      else asked.add(found)
    }
  }
  return reached
}

/** Types alone leave nothing behind. */
const hasCode = (file: string) =>
  !file.endsWith('.d.ts') && !/^(?:export \{\};)?\s*$/.test(ts.transpile(readFileSync(file, 'utf8')))

it('every file of main is imported by what tests run, or names at its head the test in Electron that it runs in', () => {
  const inNode = filesIn('test', '.test.ts').filter((file) => !file.includes('e2e'))
  const built = [...Object.values(workers), ...Object.values(programs)].map((name) => join(root, name))
  const reached = reachOf([...inNode, ...built])
  const isNamed = (file: string) => {
    const [, specs = ''] = /^\/\/ Tested in Electron: (.+)\n/.exec(readFileSync(file, 'utf8')) ?? []
    return specs !== '' && specs.split(', ').every((spec) => existsSync(join(root, 'test/e2e', spec)))
  }
  const left = filesIn('src-main', '.ts').filter((file) => !reached.has(file) && !isNamed(file) && hasCode(file))
  expect(left.map((file) => relative(root, file))).toEqual([])
})
