import type { DigestCache } from './digest-cache.ts'
import type { DiskTree } from './disk-tree.ts'
import type { Algorithm, ListedFile } from './hash-list.ts'
import { noPlainFiles } from './plain/plain-list.ts'
import type { CheckPlan, SealedFiles } from './plan.ts'
import { parseSafePath } from './safe-path.ts'
import { isSealed, type Seals } from './seals.ts'
import { sizeAt, STAT_WORDS } from './stat-words.ts'

const byLength: Partial<Record<number, Algorithm>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

/** What is kept of an earlier check with the very same list. */
export interface Kept {
  seals: Seals
  /** All files of the list; undefined if not all of them are kept. */
  sealed: SealedFiles | undefined
}

/**
 * Listed files, made of what is kept of them; undefined if it is not known of each. A path is looked at again: nothing on disk
 * is believed where it is read.
 */
export function keptFiles({ rows }: DigestCache, { count }: Seals, modFolder: string): SealedFiles | undefined {
  if (count === 0 || rows.paths.length !== count) return undefined
  const size = (at: number) => sizeAt(rows.words, at * STAT_WORDS)
  return {
    count: rows.paths.length,
    size,
    file(at): ListedFile {
      const parsed = parseSafePath(rows.paths[at], modFolder)
      const hash = rows.digests[at] ?? ''
      if (!parsed.ok) throw new Error(`a path that was kept is refused: ${parsed.refusal}`)
      const { path } = parsed
      const end = path.lastIndexOf('/')
      const where = { path, folder: path.slice(0, end), name: path.slice(end + 1) }
      return { kind: 'file', ...where, size: size(at), hash, algorithm: byLength[hash.length] ?? 'md5' }
    },
  }
}

/**
 * The plan for a mod in which nothing at all has changed since it was found to be whole: every folder is as it was sealed,
 * and they hold every file of the list. The list itself need not be read then. Undefined if that is not so.
 */
export function planUnchanged(tree: DiskTree, { seals, sealed }: Kept): CheckPlan | undefined {
  const folders = [...tree.folders.values()]
  const isWhole = folders.length === seals.prints.size && folders.every((folder) => isSealed(seals, folder))
  if (tree.modFolder === undefined || !isWhole || !sealed) return undefined
  return {
    check: [],
    plain: noPlainFiles,
    settled: [],
    extras: [],
    closed: [],
    sealedFolders: new Set(folders),
    sealed,
  }
}
