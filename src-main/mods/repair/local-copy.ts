import { basename, join } from 'node:path'
import pLimit from 'p-limit'
import { inSlices } from '../../lib/index.ts'
import { foldKey, isPartName } from '../list/index.ts'
import { copyDurably, type Disk, errnoOf, removePart, statsAt } from './disk.ts'
import type { WantedFile } from './download.ts'
import type { FileTools } from './replace.ts'
import type { Step } from './steps.ts'

/** Looks for a file on this computer that equals a wanted one. */
export interface LocalFinder {
  /** A few absolute paths that may be equal, most likely first. */
  candidates(path: string, wanted: WantedFile): Promise<string[]>
}

const DEEPEST = 12
/** Least number of files whose size is read. A larger download justifies a longer search. */
const LOOKS = 20_000
const BYTES_A_LOOK = 4096
const LOOKS_AT_A_TIME = 32

/** Files of one size. */
interface SameSize {
  all: string[]
  /** By name, without regard to case. */
  byName: Map<string, string[]>
}

function addTo(map: Map<string, string[]>, key: string, at: string): void {
  if (!map.get(key)?.push(at)) map.set(key, [at])
}

/** Candidates that are read for one file; more would take longer than fetching. */
const MOST_READ = 4

/**
 * A finder that walks folders (absolute) once, when first asked, and only then: other mods, other installs, the quarantine, and
 * the mod's own, where a file may stand under another name. At an abort of `signal` it looks no further.
 */
export function createFinder(
  disk: Disk,
  roots: readonly string[],
  steps: Iterable<Step>,
  signal: AbortSignal,
): LocalFinder {
  let index: Promise<Map<number, SameSize>> | undefined

  const build = async () => {
    const names = new Set<string>()
    const sizes = new Set<number | null>()
    let looks = LOOKS
    await inSlices(steps, (step) => {
      if (step.do === 'set-aside') return
      names.add(foldKey(basename(step.path)))
      sizes.add(step.size)
      looks += (step.size ?? 0) / BYTES_A_LOOK
    })
    const found = new Map<number, SameSize>()
    const add = (at: string, bytes: number) => {
      if (bytes === 0 || !sizes.has(bytes)) return
      const same = found.get(bytes) ?? { all: [], byName: new Map<string, string[]>() }
      found.set(bytes, same)
      same.all.push(at)
      addTo(same.byName, foldKey(basename(at)), at)
    }
    const limit = pLimit(LOOKS_AT_A_TIME)
    const walk = async (folder: string, depth: number): Promise<void> => {
      if (signal.aborted) return
      const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
      const files = entries.filter((entry) => entry.isFile() && !isPartName(entry.name))
      await limit.map(files, async ({ name }) => {
        if (looks-- <= 0 && !names.has(foldKey(name))) return
        const stats = await statsAt(disk, join(folder, name)).catch(() => undefined)
        if (stats) add(join(folder, name), stats.size)
      })
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
  part: string,
  path: string,
  wanted: WantedFile,
  finder: LocalFinder,
  tools: FileTools,
): Promise<boolean> {
  for (const candidate of await finder.candidates(path, wanted)) {
    tools.signal.throwIfAborted()
    if (!(await isEqual(candidate, wanted, tools))) continue
    if (await copyToPart(candidate, part, wanted, tools)) return true
  }
  return false
}

/** True where the file has the wanted digest; false also where it is gone, held or unreadable. */
export async function isEqual(path: string, wanted: WantedFile, { digestOf, signal }: FileTools): Promise<boolean> {
  try {
    return (await digestOf(path, wanted.algorithm, signal)) === wanted.hash
  } catch (error) {
    if (errnoOf(error) === '') throw error
    return false
  }
}

async function copyToPart(from: string, part: string, wanted: WantedFile, tools: FileTools): Promise<boolean> {
  const { disk, digestOf, signal } = tools
  await removePart(disk, part) // worth less than a whole copy
  await copyDurably(disk, from, part)
  if ((await digestOf(part, wanted.algorithm, signal)) === wanted.hash) return true
  await removePart(disk, part)
  return false
}
