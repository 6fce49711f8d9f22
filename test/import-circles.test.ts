import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const importOf = /^(?:import|export)\s[^;'"]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm

const files = ['src-main', 'src-preload'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, folder, name)),
)
const imports = new Map(
  files.map((file) => {
    const found = [...readFileSync(file, 'utf8').matchAll(importOf)]
    return [file, found.map(([, fixed, dynamic]) => join(dirname(file), fixed ?? dynamic ?? ''))]
  }),
)

/** Every circle that a walk from `file` closes, as a path of names. */
function circles(file: string, path: readonly string[], done: Set<string>): string[] {
  const at = path.indexOf(file)
  if (at >= 0) return [[...path.slice(at), file].map((name) => relative(root, name)).join(' → ')]
  if (done.has(file)) return []
  const found = (imports.get(file) ?? []).flatMap((next) => circles(next, [...path, file], done))
  done.add(file)
  return found
}

it('no file of main or of the preload imports itself in a circle; types count, which import-x/no-cycle leaves out', () => {
  expect([...imports.values()].flat().length).toBeGreaterThan(files.length)
  const done = new Set<string>()
  expect(files.flatMap((file) => circles(file, [], done))).toEqual([])
})
