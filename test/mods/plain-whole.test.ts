import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DiskFolder, DiskTree } from '../../src-main/mods/disk-tree.ts'
import type { ListEntry } from '../../src-main/mods/hash-list.ts'
import { readPlainList } from '../../src-main/mods/plain/plain-list.ts'
import { planCheck } from '../../src-main/mods/plan.ts'
import { noSeals } from '../../src-main/mods/seals.ts'
import { Kind } from '../../src-main/mods/worker/protocol.ts'
import { makeGame, place, resultsOf } from './game.ts'

const HASH = '0123456789abcdef0123456789abcdef'

/** Names of which some differ by case, have one hash, are another's begin, or mean something where text is replaced. */
const names = [
  ...['a', 'A', 'f1', 'f10', 'f100', 'az', 'b[', 'AZ', 'azaz', 'b[b[', 'azb[', 'b[az', 'a~', 'b_', 'x.part'],
  ...['$', '$$', 'a$$b', 'a$b', '$&', '$`', "$'"],
]
const folders = ['@Mod', '@Mod/$$', '@Mod/$', "@Mod/$'", '@Mod/$`', '@Mod/$&', '@Mod/d', '@Mod/d/az', '@Mod/d/b[']
const path = fc
  .tuple(fc.constantFrom(...folders), fc.constantFrom(...names))
  .map(([folder, name]) => `${folder}/${name}.pbo`)
const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 20, selector: (one) => one.toLowerCase() })
/** What is there beside it, and in place of what. */
const change = fc.record({
  gone: fc.nat(19),
  more: fc.oneof(path, fc.constantFrom('@Mod/ä', '@Mod/d/\ud800', '@Mod/empty/x')),
  kind: fc.constantFrom(Kind.file, Kind.file, ...Object.values(Kind)),
})
const errors = fc.constantFrom(undefined, undefined, undefined, 'EACCES')

function folderOf(path: string, kinds: Map<string, number>, error?: string): DiskFolder {
  const all = [...kinds.keys()]
  return {
    ...{ path, error, caseSensitive: true, allNames: all.join('\0'), print: '', names: all, notes: {} },
    ...{ kinds: Uint8Array.from(kinds.values()), stats: new Int32Array() },
    places: new Map(all.map((name, at) => [name, at])),
  }
}

/** A disk with these things in the mod's folder, and an empty folder of which `error` is said. */
function treeOf(things: Map<string, number>, error: string | undefined): DiskTree {
  const kinds = new Map([['@Mod', new Map<string, number>()]])
  const put = (path: string, kind: number) => {
    const end = path.lastIndexOf('/')
    const folder = path.slice(0, end)
    if (!kinds.has(folder)) {
      kinds.set(folder, new Map())
      put(folder, Kind.folder)
    }
    kinds.get(folder)?.set(path.slice(end + 1), kind)
  }
  for (const [path, kind] of things) put(path, kind)
  put('@Mod/last', Kind.folder)
  const all = new Map([...kinds].map(([path, own]) => [path, folderOf(path, own)]))
  all.set('@Mod/last', folderOf('@Mod/last', new Map(), error))
  return { modFolder: '@Mod', gameDirCaseSensitive: true, folders: all }
}

it('a mod is taken for whole only if every listed file is there and nothing else is to be told', async () => {
  let whole = 0
  await fc.assert(
    fc.asyncProperty(paths, fc.array(change, { maxLength: 2 }), errors, async (listed, changes, error) => {
      const rows = listed.map((path) => ({ Id: 1, RelativPath: path, Hash: HASH, FileName: 'x'.repeat(99), Size: 1 }))
      const plain = await readPlainList(JSON.stringify(rows), '@Mod', 0)
      const entries: ListEntry[] = (await plain?.all()) ?? []
      expect(entries.map(({ path }) => path)).toEqual(listed)
      const things = new Map<string, number>(listed.map((path) => [path, Kind.file]))
      for (const { gone, more, kind } of changes) {
        things.delete(listed[gone] ?? '')
        things.set(more, kind)
      }
      const tree = treeOf(things, error)
      const { check, settled, extras, closed } = await planCheck({ modFolder: '@Mod', entries }, tree, noSeals)
      const isWhole =
        check.length === listed.length && check.every(({ differs, entry, path }) => !differs && path === entry.path)
      const isAll = isWhole && settled.length + extras.length + closed.length === 0
      if (isAll) whole++
      expect(await plain?.isWhole(tree)).toBe(isAll)
    }),
    { numRuns: 300 },
  )
  expect(whole).toBeGreaterThan(20)
})

it('a file that is no more listed is told where a folder has a dollar in its name', async () => {
  const game = makeGame()
  for (const path of ['@Mod/a$$b/f', '@Mod/a$b/g']) game.add(path)
  expect(await resultsOf(game.verify())).toEqual({})
  place(game.dir, '@Mod/a$$b/g', Buffer.from('more'))
  rmSync(`${game.dir}/@Mod/a$b/g`)
  const told = await resultsOf(game.verify('full', { cacheDir: undefined }))
  expect(Object.keys(told).sort()).toEqual(['@Mod/a$$b/g', '@Mod/a$b/g'])
})
