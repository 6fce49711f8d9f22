import type { Problem } from '../../src-preload/contract/mods.ts'
import { inSlices } from './breathe.ts'
import { kindOf, pathOf, statOf, type DiskEntry, type DiskFolder, type DiskTree } from './disk-tree.ts'
import type { HashList, ListedFile, ListEntry } from './hash-list.ts'
import { createLocator, type Located } from './locate.ts'
import { noPlainFiles, type PlainFiles } from './plain/plain-list.ts'
import { isPartName } from './repair/part-name.ts'
import { isSealed, type Seals } from './seals.ts'
import type { StatPlace } from './stat-words.ts'
import { Kind } from './worker/protocol.ts'

/** A listed file that is on disk: what is left is to see whether it is the right one. */
export interface FileToCheck {
  entry: ListedFile
  /** Its place among the files to check. */
  place: number
  /** Below the game folder, as the disk spells it. */
  path: string
  /** Present if the scan has stats. */
  stat: StatPlace | undefined
  /** Whether the disk spells it otherwise, on a disk where that matters. */
  differs: boolean
}

/** What a check has to do. `settled` needs no look at any content; `extras` are paths of files that the list does not name. */
export interface CheckPlan {
  check: FileToCheck[]
  /** As {@link CheckPlan.check}, for all files of a list that is plain; then there are no others. */
  plain: PlainFiles
  settled: Problem[]
  extras: string[]
  /** Folders that cannot be listed and hold no listed file: what is in them is not known, which is told. */
  closed: Problem[]
  /** Folders that are as they were sealed, and the listed files in them: all as listed, nothing else. */
  sealedFolders: ReadonlySet<DiskFolder>
  sealed: SealedFiles
}

/** Files that need no look, most of which nobody asks for. */
export interface SealedFiles {
  count: number
  size(at: number): number
  file(at: number): ListedFile
}

/** A file that is where the list has it. */
export const asListed = (entry: ListedFile, place: number): FileToCheck => ({
  ...{ entry, place, path: entry.path, stat: undefined, differs: false },
})

const NOWHERE: Located = { kind: 'missing', via: [] }

/** What is said of a listed file that is not there to be read. */
function settle(entry: ListedFile, found: Exclude<Located, { kind: 'file' }>): Problem {
  const { path } = entry
  if (found.kind === 'link-outside') return { path, result: 'unsafe-path', expected: null, found: 'link-outside' }
  if (found.kind === 'unreadable') return { path, result: 'unreadable', expected: null, found: found.errno }
  return { path, result: 'missing', expected: entry.size, found: null }
}

/** Keeps count of what on disk is the list's. */
function createClaims() {
  const claims = new Map<DiskFolder, Uint8Array>()
  let last: { folder: DiskFolder; marks: Uint8Array } | undefined
  const marksOf = (folder: DiskFolder): Uint8Array => {
    if (last?.folder === folder) return last.marks
    const marks = claims.get(folder) ?? new Uint8Array(folder.names.length)
    claims.set(folder, marks)
    last = { folder, marks }
    return marks
  }
  return {
    claim({ folder, place }: DiskEntry) {
      marksOf(folder)[place] = 1
    },
    isClaimed: (folder: DiskFolder, place: number): boolean => claims.get(folder)?.[place] === 1,
  }
}

/** Tells which entries are in a sealed folder; one folder at a time, as the lists name their files. */
function createSealFinder(tree: DiskTree, sealed: ReadonlySet<DiskFolder>): (entry: ListedFile) => boolean {
  let path: string | undefined
  let isIn = false
  return (entry) => {
    if (entry.folder !== path) {
      const folder = tree.folders.get((path = entry.folder))
      isIn = folder !== undefined && sealed.has(folder)
    }
    return isIn
  }
}

/** Finds entries as they are spelled; one folder at a time, since lists name their files so. */
function createExactFinder(tree: DiskTree): (entry: ListEntry) => DiskEntry | undefined {
  let path: string | undefined
  let folder: DiskFolder | undefined
  return (entry) => {
    if (entry.kind === 'unsafe-path') return undefined
    if (entry.folder !== path) folder = tree.folders.get((path = entry.folder))
    const place = folder?.places.get(entry.name)
    return folder && place !== undefined && folder.kinds[place] === Kind.file ? { folder, place } : undefined
  }
}

const sealedFiles = (files: readonly ListedFile[]): SealedFiles => ({
  count: files.length,
  size: (at) => files[at]?.size ?? 0,
  file: (at) => files[at] as ListedFile,
})

/** Compares a list with what is on disk. Takes each listed file to exactly one place. */
export async function planCheck(list: HashList, tree: DiskTree, seals: Seals): Promise<CheckPlan> {
  const sealedFolders = new Set([...tree.folders.values()].filter((folder) => isSealed(seals, folder)))
  const isInSealed = createSealFinder(tree, sealedFolders)
  const sealed: ListedFile[] = []
  const check: FileToCheck[] = []
  const settled: Problem[] = []
  const { claim, isClaimed } = createClaims()
  const exact = createExactFinder(tree)
  const locate = createLocator(tree)
  const add = (entry: ListedFile, found: DiskEntry, differs: boolean, path: string) => {
    check.push({ entry, place: check.length, path, stat: statOf(found), differs })
  }
  await inSlices(list.entries, (entry) => {
    if (entry.kind === 'file' && isInSealed(entry)) return void sealed.push(entry)
    const there = exact(entry)
    if (there) {
      claim(there)
      if (entry.kind === 'file') return add(entry, there, false, entry.path)
    }
    // a refused path never goes near the disk; only one that is listed twice is a sound path, and its file no extra
    const isSound = entry.kind !== 'unsafe-path' || entry.refusal === 'duplicate'
    const found = isSound && !there ? locate(entry.path) : NOWHERE
    for (const link of found.via) claim(link)
    if (found.kind === 'file') claim(found.entry)
    if (entry.kind === 'unsafe-path')
      settled.push({ path: entry.path, result: 'unsafe-path', expected: null, found: entry.refusal })
    else if (entry.kind === 'unsupported-hash')
      settled.push({ path: entry.path, result: 'unsupported-hash', expected: entry.hash, found: null })
    else if (found.kind === 'file') add(entry, found.entry, found.differs, pathOf(found.entry))
    else settled.push(settle(entry, found))
  })
  const loose = [...tree.folders.values()].filter((folder) => !sealedFolders.has(folder))
  const extras = findExtras(tree, loose, isClaimed)
  const closed = findClosed(loose, settled)
  return { check, plain: noPlainFiles, settled, extras, closed, sealedFolders, sealed: sealedFiles(sealed) }
}

/** The plan for a mod whose files are all where its list has them, and no others. */
export const planPlain = (plain: PlainFiles): CheckPlan => ({
  ...{ check: [], plain, settled: [], extras: [], closed: [] },
  ...{ sealedFolders: new Set(), sealed: sealedFiles([]) },
})

/** All files that a plan has to check, in the order of their places. @param read gives the list that was planned with */
export async function filesToCheck(
  { check, plain }: CheckPlan,
  read: () => Promise<HashList>,
): Promise<readonly FileToCheck[]> {
  if (plain.count === 0) return check
  const files: FileToCheck[] = []
  await inSlices((await read()).entries, (entry, place) => {
    if (entry.kind === 'file') files.push(asListed(entry, place))
  })
  return files
}

/** A folder, or a file that a repair is fetching just now, or will go on with. */
function isOurs(tree: DiskTree, entry: DiskEntry): boolean {
  const { folder, place } = entry
  const kind = kindOf(entry)
  if (kind === Kind.folder || (kind === Kind.link && tree.folders.has(folder.notes[place] ?? ''))) return true
  return isPartName(folder.names[place] ?? '')
}

function findExtras(
  tree: DiskTree,
  folders: readonly DiskFolder[],
  isClaimed: (folder: DiskFolder, place: number) => boolean,
): string[] {
  const extras: string[] = []
  for (const folder of folders)
    for (let place = 0; place < folder.names.length; place++)
      if (!isClaimed(folder, place) && !isOurs(tree, { folder, place })) extras.push(pathOf({ folder, place }))
  return extras.sort()
}

/** A folder that went away while it was looked at is not there to be told of. */
const GONE = ['ENOENT', 'ENOTDIR']

/** Where listed files are in such a folder, they tell of it. */
function findClosed(folders: readonly DiskFolder[], settled: readonly Problem[]): Problem[] {
  const closed: Problem[] = []
  for (const { path, error } of folders) {
    if (error === undefined || GONE.includes(error)) continue
    const isTold = settled.some((problem) => problem.result === 'unreadable' && problem.path.startsWith(`${path}/`))
    if (!isTold) closed.push({ path, result: 'extra', expected: null, found: error })
  }
  return closed.sort((a, b) => (a.path < b.path ? -1 : 1))
}
