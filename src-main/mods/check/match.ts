import type { Problem } from '../../../src-preload/contract/mods.ts'
import { isMissing } from '../../lib/index.ts'
import { type HashList, isPartName, type ListedFile } from '../list/index.ts'
import { createLocator, type DiskEntry, type DiskTree, type Located, pathOf } from '../scan/index.ts'
import type { FoundFile } from './known-digests.ts'
import type { ProblemFacts } from './result.ts'

/** A list compared with the disk. Each listed file is either in `found` or in `problems`. */
export interface Match {
  found: FoundFile[]
  /** Problems that are visible without reading any content, by the index of their entry in the list. */
  problems: (ProblemFacts | undefined)[]
  /** Files that the list does not contain, and folders that cannot be listed and have no listed file; sorted by path. */
  extras: Problem[]
}

/** The problem of a listed file that was not found or cannot be reached. */
function factsOf({ size }: ListedFile, located: Exclude<Located, { kind: 'file' }>): ProblemFacts {
  if (located.kind === 'link-outside') return { result: 'unsafe-path', expected: null, found: 'link-outside' }
  if (located.kind === 'unreadable') return { result: 'unreadable', expected: null, found: located.errno }
  return { result: 'missing', expected: size, found: null }
}

/** Compares a list with the files on disk. */
export function matchList(list: HashList, tree: DiskTree): Match {
  const found: FoundFile[] = []
  const problems: Match['problems'] = list.entries.map(() => undefined)
  const locate = createLocator(tree)
  for (const [index, entry] of list.entries.entries()) {
    const { path } = entry
    // A refused path never reaches the disk. The path of a duplicate is safe, and its file must not count as extra.
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
      found.push({ listed: entry, index, path: at === path ? path : at, stat: file.stat, differs, known: undefined }) // both share one string
    }
  }
  return { found, problems, extras: [...findExtras(tree), ...findClosed(tree, list, problems)] }
}

/** True for a folder, or for a repair's part file. They are never extra files. */
const isOurs = (tree: DiskTree, { kind, name, to }: DiskEntry): boolean =>
  kind === 'folder' || (kind === 'link' && tree.folders.has(to ?? '')) || isPartName(name)

const byPath = (a: Problem, b: Problem): number => (a.path < b.path ? -1 : 1)

function findExtras(tree: DiskTree): Problem[] {
  const extras: Problem[] = []
  for (const folder of tree.folders.values())
    for (const entry of folder.entries.values()) {
      if (entry.isListed || isOurs(tree, entry)) continue
      extras.push({ path: pathOf(entry), result: 'extra', expected: null, found: entry.stat?.size ?? null })
    }
  return extras.sort(byPath)
}

/** Folders that cannot be listed and contain no listed file. Folders with a listed file already appear as unreadable files. */
function findClosed({ folders }: DiskTree, { entries }: HashList, problems: Match['problems']): Problem[] {
  const unreadable = entries.filter((_, index) => problems[index]?.result === 'unreadable').map(({ path }) => path)
  const closed: Problem[] = []
  for (const { path, errno } of folders.values()) {
    if (errno === undefined || isMissing(errno)) continue // it was removed during the scan
    const isListed = unreadable.some((one) => one.startsWith(`${path}/`))
    if (!isListed) closed.push({ path, result: 'extra', expected: null, found: errno })
  }
  return closed.sort(byPath)
}
