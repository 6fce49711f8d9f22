import { join } from 'node:path'
import type { Problem } from '../../../src-preload/contract/mods.ts'
import { plainFs } from '../../lib/index.ts'
import { type HashList, isPartName, type ListedFile } from '../list/index.ts'
import { createLocator, type DiskEntry, type DiskTree, type FileStat, type Located, pathOf } from '../scan/index.ts'

/** A listed file that is on disk: what is left is to see whether it is the right one. */
export interface FileToCheck {
  entry: ListedFile
  /** Its place in the list. */
  place: number
  /** Below the game folder, as the disk spells it. */
  path: string
  /** Present if the scan has stats. */
  stat: FileStat | undefined
  /** Whether the disk spells it otherwise, on a disk where that matters. */
  differs: boolean
}

/** A problem of a listed file, with its place in the list. */
export interface PlacedProblem {
  place: number
  problem: Problem
}

/** What a check has to do. `settled` needs no look at any content. */
export interface CheckPlan {
  check: FileToCheck[]
  settled: PlacedProblem[]
  /** Files that the list does not name, and folders that cannot be listed and hold no listed file; by path. */
  extras: Problem[]
}

/** What is said of a listed file that is not there to be read. */
function settle(entry: ListedFile, found: Exclude<Located, { kind: 'file' }>): Problem {
  const { path } = entry
  if (found.kind === 'link-outside') return { path, result: 'unsafe-path', expected: null, found: 'link-outside' }
  if (found.kind === 'unreadable') return { path, result: 'unreadable', expected: null, found: found.errno }
  return { path, result: 'missing', expected: entry.size, found: null }
}

/** Finds an entry as it is spelled, without a link on the way. */
function exact(tree: DiskTree, path: string): DiskEntry | undefined {
  const end = path.lastIndexOf('/')
  const entry = tree.folders.get(path.slice(0, end))?.entries.get(path.slice(end + 1))
  return entry?.kind === 'file' ? entry : undefined
}

/** Compares a list with what is on disk below `gameDir`. Takes each listed file to exactly one place. `onLook` as in `scanDisk`. */
export function planCheck(list: HashList, tree: DiskTree, gameDir: string, onLook: () => void): CheckPlan {
  const check: FileToCheck[] = []
  const settled: PlacedProblem[] = []
  const claimed = new Set<DiskEntry>()
  const locate = createLocator(tree)
  for (const [place, entry] of list.entries.entries()) {
    const { path } = entry
    // a refused path never goes near the disk; only one that is listed twice is a sound path, and its file no extra
    const isSound = entry.kind !== 'unsafe-path' || entry.refusal === 'duplicate'
    const there = isSound ? exact(tree, path) : undefined
    const found: Located = there
      ? { kind: 'file', entry: there, differs: false, via: [] }
      : isSound
        ? locate(path)
        : { kind: 'missing', via: [] }
    for (const link of found.via) claimed.add(link)
    if (found.kind === 'file') claimed.add(found.entry)
    if (entry.kind === 'unsafe-path')
      settled.push({ place, problem: { path, result: 'unsafe-path', expected: null, found: entry.refusal } })
    else if (entry.kind === 'unsupported-hash')
      settled.push({ place, problem: { path, result: 'unsupported-hash', expected: entry.hash, found: null } })
    else if (found.kind !== 'file') settled.push({ place, problem: settle(entry, found) })
    else check.push({ entry, place, path: pathOf(found.entry), stat: found.entry.stat, differs: found.differs })
  }
  const extras = [
    ...findExtras(tree, claimed, (path) => {
      onLook()
      return sizeAt(join(gameDir, path))
    }),
    ...findClosed(tree, settled),
  ]
  return { check, settled, extras }
}

/** A folder, or a file that a repair is fetching just now, or will go on with. */
const isOurs = (tree: DiskTree, { kind, name, to }: DiskEntry): boolean =>
  kind === 'folder' || (kind === 'link' && tree.folders.has(to ?? '')) || isPartName(name)

function sizeAt(path: string): number | null {
  try {
    return plainFs.lstatSync(path).size
  } catch {
    return null
  }
}

function findExtras(
  tree: DiskTree,
  claimed: ReadonlySet<DiskEntry>,
  sizeOf: (path: string) => number | null,
): Problem[] {
  const extras: Problem[] = []
  for (const folder of tree.folders.values())
    for (const entry of folder.entries.values()) {
      if (claimed.has(entry) || isOurs(tree, entry)) continue
      const path = pathOf(entry)
      extras.push({ path, result: 'extra', expected: null, found: entry.stat?.size ?? sizeOf(path) })
    }
  return extras.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A folder that went away while it was looked at is not there to be told of. */
const GONE = ['ENOENT', 'ENOTDIR']

/** Folders that cannot be listed. Where listed files are in one, they tell of it. */
function findClosed({ folders }: DiskTree, settled: readonly PlacedProblem[]): Problem[] {
  const unreadable = settled.filter(({ problem }) => problem.result === 'unreadable').map(({ problem }) => problem.path)
  const closed: Problem[] = []
  for (const { path, error } of folders.values()) {
    if (error === undefined || GONE.includes(error)) continue
    const isTold = unreadable.some((one) => one.startsWith(`${path}/`))
    if (!isTold) closed.push({ path, result: 'extra', expected: null, found: error })
  }
  return closed.sort((a, b) => (a.path < b.path ? -1 : 1))
}
