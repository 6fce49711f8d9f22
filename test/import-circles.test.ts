import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const importOf = /^\s*(?:import|export)\s(?:[^;'"]*?from )?'((?:\.|#shared\/)[^']+)'|import\('(\.[^']+)'\)/gm

const files = ['src-main', 'src-preload', 'src-renderer', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte|m?js)$/.test(name))
    .map((name) => join(root, folder, name)),
)
const imports = new Map(
  files.map((file) => {
    const found = [...readFileSync(file, 'utf8').matchAll(importOf)]
    const path = (name: string) =>
      name.startsWith('#shared/') ? join(root, 'src-renderer/shared', name.slice(8)) : join(dirname(file), name)
    return [file, found.map(([, fixed, dynamic]) => path(fixed ?? dynamic ?? ''))]
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

it('no file imports itself in a circle; types count, which import-x/no-cycle leaves out', () => {
  expect([...imports.values()].flat().length).toBeGreaterThan(files.length)
  const done = new Set<string>()
  expect(files.flatMap((file) => circles(file, [], done))).toEqual([])
})
