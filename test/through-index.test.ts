import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const main = join(root, 'src-main')
const named = /^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm

const split = (names: string): string[] => names.split(',').flatMap((name) => name.trim().replace(/^type /, '') || [])

/** The names that an index gives. */
function namesIn(index: string): Set<string> {
  const exported = readFileSync(index, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)
  return new Set([...exported].flatMap(([, names = '']) => split(names)).map((name) => name.replace(/^.* as /, '')))
}

/** The nearest index above a part that gives all these names. */
function indexWith(names: readonly string[], part: string): string | undefined {
  for (let folder = dirname(part); folder !== main; folder = dirname(folder)) {
    const index = join(folder, 'index.ts')
    if (existsSync(index) && names.every((name) => namesIn(index).has(name))) return index
  }
  return undefined
}

/** Whether a test is about this part: the one's name is in the other's. */
function isAbout(test: string, part: string): boolean {
  const [of, name] = [basename(test).replace(/(\.test|\.spec)?\.ts$/, ''), basename(part, '.ts')]
  return of.includes(name) || name.includes(of)
}

it('a test reaches a module through its index, unless it tests that very part', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const imports = tests.flatMap((test) =>
    [...readFileSync(join(root, 'test', test), 'utf8').matchAll(named)].map(([, names = '', path = '']) => ({
      test,
      names: split(names).map((name) => name.replace(/ as .*$/, '')),
      part: join(root, 'test', dirname(test), path),
    })),
  )
  const parts = imports.filter(({ part }) => part.startsWith(main) && basename(part) !== 'index.ts')
  expect(parts.length).toBeGreaterThan(0)
  const past = parts.filter(({ test, part, names }) => !isAbout(test, part) && indexWith(names, part))
  expect(past.map(({ test, part, names }) => `${test}: ${names.join(', ')} of ${relative(root, part)}`)).toEqual([])
})
