import { join } from 'node:path'
import type { Problem } from '../../../src-preload/contract/mods.ts'
import { isMissing, plainFs } from '../../lib/index.ts'
import { type HashList, isPartName, type ListedFile } from '../list/index.ts'
import type { FileStat } from '../file-stat.ts'
import { createLocator, type DiskEntry, type DiskTree, type Located, pathOf } from '../scan/index.ts'
import type { Facts } from './report.ts'

/** A listed file that is on disk. Whether its content is right is not known yet. */
export interface FoundFile {
  entry: ListedFile
  /** Of the entry in the list. */
  index: number
  /** Below the game folder, as the disk spells it. */
  path: string
  /** Present if the scan has stats. */
  stat: FileStat | undefined
  /** Whether the disk spells it otherwise, on a disk where that matters. */
  differs: boolean
  /** The digest that was found with this very stat: the same size, times and inode are the same bytes. */
  known: string | undefined
}

/** A list beside what is on disk: each listed file is in exactly one of `found` and `problems`. */
export interface Match {
  found: FoundFile[]
  /** Problems that show without reading any content, by the index of their entry in the list. */
  problems: (Facts | undefined)[]
  /** Files that the list does not name, and folders that cannot be listed and hold no listed file; by path. */
  extras: Problem[]
}

/** The problem of a listed file that is not there to be read. */
function factsOf({ size }: ListedFile, located: Exclude<Located, { kind: 'file' }>): Facts {
  if (located.kind === 'link-outside') return { result: 'unsafe-path', expected: null, found: 'link-outside' }
  if (located.kind === 'unreadable') return { result: 'unreadable', expected: null, found: located.errno }
  return { result: 'missing', expected: size, found: null }
}

/** Compares a list with what is on disk below `gameDir`. `onStep` as in `scanDisk`. */
export function matchList(list: HashList, tree: DiskTree, gameDir: string, onStep: () => void): Match {
  const found: FoundFile[] = []
  const problems: Match['problems'] = list.entries.map(() => undefined)
  const locate = createLocator(tree)
  for (const [index, entry] of list.entries.entries()) {
    const { path } = entry
    // a refused path never reaches the disk. A duplicate is a sound path: its file is no extra
    const isSound = entry.kind !== 'unsafe-path' || entry.refusal === 'duplicate'
    const located: Located = isSound ? locate(path) : { kind: 'missing', via: [] }
    for (const link of located.via) link.isListed = true
    if (located.kind === 'file') located.entry.isListed = true
    if (entry.kind === 'unsafe-path') problems[index] = { result: 'unsafe-path', expected: null, found: entry.refusal }
    else if (entry.kind === 'unsupported-hash')
      problems[index] = { result: 'unsupported-hash', expected: entry.hash, found: null }
    else if (located.kind !== 'file') problems[index] = factsOf(entry, located)
    else {
      const { entry: file, differs } = located
      const at = pathOf(file)
      found.push({ entry, index, path: at === path ? path : at, stat: file.stat, differs, known: undefined }) // one text of both
    }
  }
  const sizeAt = (path: string): number | null => {
    onStep()
    try {
      return plainFs.lstatSync(join(gameDir, path)).size
    } catch {
      return null
    }
  }
  return { found, problems, extras: [...findExtras(tree, sizeAt), ...findClosed(tree, list, problems)] }
}

/** A folder, or a part file of a repair. */
const isOurs = (tree: DiskTree, { kind, name, to }: DiskEntry): boolean =>
  kind === 'folder' || (kind === 'link' && tree.folders.has(to ?? '')) || isPartName(name)

const byPath = (a: Problem, b: Problem): number => (a.path < b.path ? -1 : 1)

function findExtras(tree: DiskTree, sizeAt: (path: string) => number | null): Problem[] {
  const extras: Problem[] = []
  for (const folder of tree.folders.values())
    for (const entry of folder.entries.values()) {
      if (entry.isListed || isOurs(tree, entry)) continue
      const path = pathOf(entry)
      extras.push({ path, result: 'extra', expected: null, found: entry.stat?.size ?? sizeAt(path) })
    }
  return extras.sort(byPath)
}

/** Folders that cannot be listed and hold no listed file: those with one show as unreadable files already. */
function findClosed({ folders }: DiskTree, { entries }: HashList, problems: Match['problems']): Problem[] {
  const unreadable = entries.filter((_, index) => problems[index]?.result === 'unreadable').map(({ path }) => path)
  const closed: Problem[] = []
  for (const { path, error } of folders.values()) {
    if (error === undefined || isMissing(error)) continue // it was removed during the scan
    const isTold = unreadable.some((one) => one.startsWith(`${path}/`))
    if (!isTold) closed.push({ path, result: 'extra', expected: null, found: error })
  }
  return closed.sort(byPath)
}
