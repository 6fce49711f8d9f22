import type { DigestCollector, DigestRows } from './digest-table.ts'
import type { DiskFolder, DiskTree } from './disk-tree.ts'
import { fingerprintOf } from './fingerprint.ts'
import { breather, inSlices } from './breathe.ts'
import type { KnownList } from './check.ts'
import type { ListedFile } from './hash-list.ts'
import type { CheckPlan, FileToCheck } from './plan.ts'
import type { Seals } from './seals.ts'
import { STAT_WORDS } from './stat-words.ts'
import { Kind } from './worker/protocol.ts'

/** What a check leaves for the next quick one. Made when asked for, which is after the verdict. */
export interface Findings {
  /** Nothing was found that was not known before: there is nothing to keep. */
  readonly isOld: boolean
  /** Digests of all files seen, and those of `before` whose files were not looked at one by one. */
  rows(before: () => Promise<DigestRows>): Promise<DigestRows>
  seals(): Promise<Seals>
}

/** What a check was about and what it found. */
interface Found {
  list: KnownList
  tree: DiskTree
  plan: CheckPlan
  /** All files that it had to check; made at first need. */
  files: () => Promise<readonly FileToCheck[]>
  digests: DigestCollector
  /** Sealed folders in which a file was found that is not as listed. */
  broken: ReadonlySet<string>
}

const filesIn = ({ kinds }: DiskFolder): number =>
  kinds.reduce((count, kind) => count + (kind === Kind.file ? 1 : 0), 0)
const hasOther = ({ kinds }: DiskFolder): boolean => kinds.some((kind) => kind !== Kind.file && kind !== Kind.folder)

/** The fingerprint that a folder has if its files are still as they were hashed. */
function printAsHashed(folder: DiskFolder, files: readonly FileToCheck[], digests: DigestCollector): string {
  const stats = new Int32Array(folder.kinds.length * STAT_WORDS)
  for (const file of files) stats.set(digests.statOf(file), (folder.places.get(file.entry.name) ?? 0) * STAT_WORDS)
  return fingerprintOf({ names: folder.allNames, kinds: folder.kinds, caseSensitive: folder.caseSensitive, stats })
}

const countBy = (files: readonly ListedFile[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { folder } of files) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return counts
}

/** Seals what a check found to be whole; what was sealed before stays so, unless a file of it was found to be otherwise. */
async function sealFolders({ list, tree, plan, files: filesOf, digests, broken }: Found): Promise<Seals> {
  const { entries } = await list.read()
  const listed = countBy(entries.filter((entry) => entry.kind === 'file'))
  const sound = new Map<string, FileToCheck[]>()
  await inSlices(await filesOf(), (file) => {
    const { entry } = file
    if (file.path !== entry.path || entry.size === null || digests.digestOf(file) !== entry.hash) return
    const same = sound.get(entry.folder)
    if (same) same.push(file)
    else sound.set(entry.folder, [file])
  })
  const prints = new Map<string, string>()
  const breathe = breather()
  for (const [path, folder] of tree.folders) {
    await breathe()
    const files = sound.get(path) ?? []
    // one more on disk is an extra, one more in the list is missing: both have to be told each time
    const isWhole = filesIn(folder) === files.length && (listed.get(path) ?? 0) === files.length
    if (isWhole && !hasOther(folder) && folder.error === undefined)
      prints.set(path, printAsHashed(folder, files, digests))
  }
  for (const { path, print } of plan.sealedFolders) if (!broken.has(path)) prints.set(path, print)
  return { prints, count: list.count }
}

/** Joins the digests of sealed folders' files, as they were known before, to those that were found now. */
async function joinRows({ plan, digests, broken }: Found, before: DigestRows): Promise<DigestRows> {
  const found = await digests.rows()
  const files = Array.from({ length: plan.sealed.count }, (_, at) => plan.sealed.file(at))
  const sealed = new Set(files.filter(({ folder }) => !broken.has(folder)).map(({ path }): string => path))
  const kept = before.paths.flatMap((path, row) => (sealed.has(path) ? [row] : []))
  const words = new Int32Array((kept.length + found.paths.length) * STAT_WORDS)
  for (const [row, old] of kept.entries())
    words.set(before.words.subarray(old * STAT_WORDS, (old + 1) * STAT_WORDS), row * STAT_WORDS)
  words.set(found.words, kept.length * STAT_WORDS)
  return {
    paths: [...kept.map((row) => before.paths[row] ?? ''), ...found.paths],
    words,
    digests: [...kept.map((row) => before.digests[row] ?? ''), ...found.digests],
  }
}

/** Keeps what a check found. */
export const keepFindings = (found: Found): Findings => ({
  isOld:
    found.plan.sealed.count > 0 &&
    found.plan.check.length === 0 &&
    found.plan.plain.count === 0 &&
    found.broken.size === 0,
  rows: async (before) => (found.plan.sealed.count === 0 ? found.digests.rows() : joinRows(found, await before())),
  seals: () => sealFolders(found),
})
