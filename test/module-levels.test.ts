import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../src-main/mods')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(root, name))

/** The names that a file takes from other files of the module, types included. */
function namesOf(file: string): { name: string; from: string }[] {
  const text = readFileSync(file, 'utf8')
  const named = [...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(
    ([, names = '', path = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name) => ({ name, from: join(dirname(file), path) })),
  )
  const loaded = [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) => ({
    name: '',
    from: join(dirname(file), path),
  }))
  return [...named, ...loaded].filter(({ from }) => from.startsWith(root))
}

/** The file that declares a name: a folder's face only passes it on. */
function declaredIn({ name, from }: { name: string; from: string }): string {
  const passed = basename(from) === 'index.ts' ? namesOf(from).find((one) => one.name === name) : undefined
  return passed ? declaredIn(passed) : from
}

/** The longest way down from a file through what it imports. */
function longest(file: string, known: Map<string, string[]>): string[] {
  const before = known.get(file)
  if (before) return before
  const ways = namesOf(file).map((one) => longest(declaredIn(one), known))
  const way = [file, ...(ways.sort((a, b) => b.length - a.length)[0] ?? [])]
  known.set(file, way)
  return way
}

it('the files of mods stand on at most ten levels, types included', () => {
  const known = new Map<string, string[]>()
  const ways = files.filter((file) => basename(file) !== 'index.ts').map((file) => longest(file, known))
  expect(ways.filter((way) => way.length > 4).length).toBeGreaterThan(0)
  const high = ways.filter((way) => way.length > 10)
  expect(high.map((way) => way.map((file) => relative(root, file)).join(' → '))).toEqual([])
})

/** The layers of mods, the lowest first. A folder imports from folders before its own only. */
const layers = ['files', 'list', 'blocks', 'hash', 'scan', 'check', '.', 'repair']

it('no folder of mods imports from a higher one, types included', () => {
  const layerOf = (file: string) => {
    const path = relative(root, file)
    return path.includes(sep) ? path.slice(0, path.indexOf(sep)) : '.'
  }
  expect([...new Set(files.map(layerOf))].sort()).toEqual(layers.toSorted())
  const up = files.flatMap((file) =>
    namesOf(file)
      .filter(({ from }) => layers.indexOf(layerOf(from)) > layers.indexOf(layerOf(file)))
      .map(({ name, from }) => `${relative(root, file)} takes ${name} from ${relative(root, from)}`),
  )
  expect(up).toEqual([])
})
