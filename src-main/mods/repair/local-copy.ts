import { constants } from 'node:fs'
import { basename, join } from 'node:path'
import { type Disk, dropPart, errnoOf, whatIsAt } from './disk.ts'
import type { Wanted } from './download.ts'
import { foldKey } from '../fold.ts'
import { digestOf } from './keep.ts'

/** Looks for a file on this computer that equals a wanted one. */
export interface LocalFinder {
  /** Absolute paths that may be equal, most likely first. */
  candidates(path: string, wanted: Wanted): Promise<string[]>
}

/** Fetching less than this is quicker than looking at the size of every file: then only equal names are looked at. */
const WORTH_A_SEARCH = 32 << 20
const DEEPEST = 12

interface Needed {
  path: string
  wanted: Wanted
}

/**
 * A finder that walks the given folders once, when first asked, and only then.
 * @param roots absolute; other installs, other mods, the quarantine
 */
export function createFinder(disk: Disk, roots: readonly string[], needed: readonly Needed[]): LocalFinder {
  let index: Promise<Map<string, string[]>> | undefined
  const total = needed.reduce((sum, { wanted }) => sum + (wanted.size ?? 0), 0)
  const names = new Set(needed.map(({ path }) => foldKey(basename(path))))
  const sizes = new Set(needed.map(({ wanted }) => wanted.size))
  const wantsLook = (name: string) => total >= WORTH_A_SEARCH || names.has(foldKey(name))

  async function walk(folder: string, depth: number, found: Map<string, string[]>): Promise<void> {
    const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < DEEPEST) await walk(path, depth + 1, found)
      if (!entry.isFile() || !wantsLook(entry.name)) continue
      const stats = await whatIsAt(disk, path).catch(() => undefined)
      if (stats && stats.size > 0 && sizes.has(stats.size))
        found.set(String(stats.size), [...(found.get(String(stats.size)) ?? []), path])
    }
  }
  const build = async () => {
    const found = new Map<string, string[]>()
    for (const root of roots) await walk(root, 0, found)
    return found
  }
  return {
    async candidates(path, wanted) {
      if (wanted.size === null || wanted.size === 0) return []
      index ??= build()
      const all = (await index).get(String(wanted.size)) ?? []
      const name = foldKey(basename(path))
      const likely = (candidate: string) => (foldKey(basename(candidate)) === name ? 0 : 1)
      return all.toSorted((a, b) => likely(a) - likely(b))
    },
  }
}

/** Candidates of one size that are read for one file; more would take longer than fetching. */
const MOST_READ = 4

/**
 * Fills a part file from an equal file on this computer, sharing its blocks where the file system can.
 * @returns false where there is none; then the part is as it was, or gone
 */
export async function copyFromHere(
  disk: Disk,
  part: string,
  path: string,
  wanted: Wanted,
  finder: LocalFinder,
  signal: AbortSignal,
): Promise<boolean> {
  for (const candidate of (await finder.candidates(path, wanted)).slice(0, MOST_READ)) {
    signal.throwIfAborted()
    if ((await digestIfReadable(disk, candidate, wanted.algorithm, signal)) !== wanted.hash) continue
    if (await copyVerified(disk, candidate, part, wanted, signal)) return true
  }
  return false
}

const digestIfReadable = (disk: Disk, path: string, algorithm: string, signal: AbortSignal) =>
  digestOf(disk, path, algorithm, signal).catch((error: unknown) => {
    if (errnoOf(error) === '') throw error
    return undefined // gone, held or unreadable: then it is no help
  })

async function copyVerified(disk: Disk, from: string, part: string, wanted: Wanted, signal: AbortSignal) {
  await dropPart(disk, part) // worth less than a whole copy
  await disk.copyFile(from, part, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await disk.chmod(part, 0o644) // the copy of a read-only file is read-only too
  const handle = await disk.open(part, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  if ((await digestOf(disk, part, wanted.algorithm, signal)) === wanted.hash) return true
  await dropPart(disk, part)
  return false
}
