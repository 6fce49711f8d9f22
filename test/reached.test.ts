import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
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
const IMPORT = /^(?:import|export)\s(?!type\b)[^;'"]*?from '(\.[^']+)'|import\('(\.[^']+)'\)|^import '(\.[^']+)'/gm

/** Everything that these files run. */
function reachOf(starts: readonly string[]): Set<string> {
  const reached = new Set(starts)
  for (const file of reached)
    for (const [, one, other, bare] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const found = join(dirname(file), one ?? other ?? bare ?? '')
      if (found.endsWith('.ts') && existsSync(found)) reached.add(found)
    }
  return reached
}

/** Types alone leave nothing behind. */
const hasCode = (file: string) => !/^(?:export \{\};)?\s*$/.test(ts.transpile(readFileSync(file, 'utf8')))

it('every file of main runs in a test, or names at its head the test in Electron that it runs in', () => {
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
