import { constants } from 'node:fs'
import { basename, join } from 'node:path'
import { type Disk, dropPart, errnoOf, whatIsAt } from './disk.ts'
import type { Wanted } from './download.ts'
import { inLanes } from './lanes.ts'
import { isPartName } from '../list/index.ts'
import { foldKey } from '../list/index.ts'
import { digestOf } from './keep.ts'

/** Looks for a file on this computer that equals a wanted one. */
export interface LocalFinder {
  /** A few absolute paths that may be equal, most likely first. */
  candidates(path: string, wanted: Wanted): Promise<string[]>
}

const DEEPEST = 12
/** Files whose size is looked at, at least; what is worth more fetching is worth more looking. */
const LOOKS = 20_000
const BYTES_A_LOOK = 4096
const AT_A_TIME = 32

interface Needed {
  path: string
  wanted: Wanted
}

/** Files of one size. */
interface SameSize {
  all: string[]
  /** By name, without regard to case. */
  byName: Map<string, string[]>
}

function addTo<K>(map: Map<K, string[]>, key: K, at: string): void {
  const same = map.get(key)
  if (same) same.push(at)
  else map.set(key, [at])
}

/** Candidates that are read for one file; more would take longer than fetching. */
const MOST_READ = 4

/**
 * A finder that walks folders (absolute) once, when first asked, and only then: other mods, other installs, the quarantine, and
 * the mod's own, where a file may stand under another name.
 */
export function createFinder(disk: Disk, roots: readonly string[], needed: readonly Needed[]): LocalFinder {
  let index: Promise<Map<number, SameSize>> | undefined
  const names = new Set(needed.map(({ path }) => foldKey(basename(path))))
  const sizes = new Set(needed.map(({ wanted }) => wanted.size))

  const build = async () => {
    const found = new Map<number, SameSize>()
    const add = (at: string, bytes: number) => {
      if (bytes === 0 || !sizes.has(bytes)) return
      const same = found.get(bytes) ?? { all: [], byName: new Map<string, string[]>() }
      found.set(bytes, same)
      same.all.push(at)
      addTo(same.byName, foldKey(basename(at)), at)
    }
    let looks = LOOKS + needed.reduce((sum, { wanted }) => sum + (wanted.size ?? 0), 0) / BYTES_A_LOOK
    const walk = async (folder: string, depth: number): Promise<void> => {
      const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
      await inLanes(
        entries.filter((entry) => entry.isFile() && !isPartName(entry.name)),
        () => AT_A_TIME,
        async ({ name }) => {
          if (looks-- <= 0 && !names.has(foldKey(name))) return
          const stats = await whatIsAt(disk, join(folder, name)).catch(() => undefined)
          if (stats) add(join(folder, name), stats.size)
        },
      )
      for (const entry of entries)
        if (entry.isDirectory() && depth < DEEPEST) await walk(join(folder, entry.name), depth + 1)
    }
    for (const root of roots) await walk(root, 0)
    return found
  }
  return {
    async candidates(path, wanted) {
      if (wanted.size === null || wanted.size === 0) return []
      index ??= build()
      const { all = [], byName } = (await index).get(wanted.size) ?? {}
      const sameName = byName?.get(foldKey(basename(path))) ?? []
      return [...new Set([...sameName.slice(0, MOST_READ), ...all.slice(0, MOST_READ)])].slice(0, MOST_READ)
    },
  }
}

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
  for (const candidate of await finder.candidates(path, wanted)) {
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
