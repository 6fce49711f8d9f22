import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../scripts/lib/build.mjs'

const out = resolve(import.meta.dirname, '../out')

/** What ships: the scripts of each process, by their path in out/. */
const shipped = new Map<string, string>()

beforeAll(async () => {
  await ensureBuilt()
  for (const part of ['main', 'preload', 'renderer'])
    for (const entry of readdirSync(join(out, part), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && /\.(js|cjs|html|wasm)$/.test(path))
        shipped.set(relative(out, path), readFileSync(path, 'latin1'))
    }
}, 120_000)

/** Names of hooks for tests, and of ways around Node and V8 as they ship. */
const hooks = [
  'LOADOUT_FAULTS',
  'LOADOUT_THREAD_FAULTS',
  'LOADOUT_TEST',
  'faultyFs',
  'syncBuiltinESMExports',
  'setFlagsFromString',
  'runInNewContext',
  'expose-gc',
  'expose_gc',
  'stress-flush',
  'js-flags',
  'node:wasi',
]

it.each(hooks)('nothing that ships knows %s', (hook) => {
  expect(shipped.size).toBeGreaterThan(10)
  expect([...shipped].filter(([, text]) => text.includes(hook)).map(([path]) => path)).toEqual([])
})

it('of the environment what ships reads the places that it names, and nothing that changes a result', () => {
  const named = [...shipped.values()].flatMap((text) =>
    [...text.matchAll(/LOADOUT_[A-Z][A-Z_]*/g)].map(([name]) => name),
  )
  expect([...new Set(named)].sort()).toEqual([
    'LOADOUT_CACHE_DIR', // where the command line keeps digests
    'LOADOUT_COMMUNITY', // a community profile's file, as with --community
    'LOADOUT_HELD_FILE', // set for the child that asks Windows who holds a file; never read here
  ])
})
