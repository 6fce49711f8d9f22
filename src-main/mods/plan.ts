import type { Problem } from '../../src-preload/contract/mods.ts'
import type { DiskEntry, DiskTree } from './disk-tree.ts'
import type { HashList, ListedFile } from './hash-list.ts'
import { createLocator, type Located } from './locate.ts'
import { isPartName } from './repair/part-name.ts'
import { Kind } from './worker/protocol.ts'

/** A listed file that is on disk: what is left is to see whether it is the right one. */
export interface FileToCheck {
  entry: ListedFile
  disk: DiskEntry
  /** Whether the disk spells it otherwise, on a disk where that matters. */
  differs: boolean
}

/** What a check has to do. `settled` needs no look at any content; `extras` are paths of files that the list does not name. */
export interface CheckPlan {
  check: FileToCheck[]
  settled: Problem[]
  extras: string[]
}

const NOWHERE: Located = { kind: 'missing', via: [] }

/** What is said of a listed file that is not there to be read. */
function settle(entry: ListedFile, found: Exclude<Located, { kind: 'file' }>): Problem {
  const { path } = entry
  if (found.kind === 'link-outside') return { path, result: 'unsafe-path', expected: null, found: 'link-outside' }
  if (found.kind === 'unreadable') return { path, result: 'unreadable', expected: null, found: found.errno }
  return { path, result: 'missing', expected: entry.size, found: null }
}

/** Compares a list with what is on disk. Pure; takes each listed file to exactly one place. */
export function planCheck(list: HashList, tree: DiskTree): CheckPlan {
  const check: FileToCheck[] = []
  const settled: Problem[] = []
  const claimed = new Set<string>()
  const locate = createLocator(tree)
  const find = (path: string): Located => {
    const disk = tree.entries.get(path)
    return disk?.kind === Kind.file ? { kind: 'file', entry: disk, differs: false, via: [] } : locate(path)
  }
  for (const entry of list.entries) {
    // a refused path never goes near the disk; only one that is listed twice is a sound path, and its file no extra
    const isSound = entry.kind !== 'unsafe-path' || entry.refusal === 'duplicate'
    const found = isSound ? find(entry.path) : NOWHERE
    for (const link of found.via) claimed.add(link)
    if (found.kind === 'file') claimed.add(found.entry.path)
    if (entry.kind === 'unsafe-path')
      settled.push({ path: entry.path, result: 'unsafe-path', expected: null, found: entry.refusal })
    else if (entry.kind === 'unsupported-hash')
      settled.push({ path: entry.path, result: 'unsupported-hash', expected: entry.hash, found: null })
    else if (found.kind === 'file') check.push({ entry, disk: found.entry, differs: found.differs })
    else settled.push(settle(entry, found))
  }
  return { check, settled, extras: findExtras(tree, claimed) }
}

const isFolder = (tree: DiskTree, entry: DiskEntry): boolean =>
  entry.kind === Kind.folder || (entry.kind === Kind.link && tree.folders.has(entry.note))

/** A file that a repair is fetching just now, or will go on with. */
const isPart = ({ path }: DiskEntry): boolean => isPartName(path.slice(path.lastIndexOf('/') + 1))

function findExtras(tree: DiskTree, claimed: ReadonlySet<string>): string[] {
  const extras: string[] = []
  for (const entry of tree.entries.values())
    if (!claimed.has(entry.path) && !isFolder(tree, entry) && !isPart(entry)) extras.push(entry.path)
  return extras.sort()
}
