import { basename, extname, join } from 'node:path'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { errnoOf, forEachOf, inSlices, jsonFile, type JsonFile, type Log } from '../../../lib/index.ts'
import { isSettled } from '../../files/index.ts'
import { foldKey, isPartName } from '../../list/index.ts'
import { copyDurably, type DigestOf, type Disk, fileStatAt, removePart, statsAt } from '../disk.ts'
import type { FileTools } from '../replace.ts'
import type { Step, WantedFile } from '../steps.ts'

/** Finds a few absolute paths of files on this computer that may equal a wanted one, the most likely first. */
export type LocalFinder = (path: string, wanted: WantedFile) => Promise<string[]>

const DEEPEST = 12
/** The least number of files whose size is read. A larger download justifies a longer search. */
const LOOKS = 20_000
const BYTES_A_LOOK = 4096
const LOOKS_AT_A_TIME = 32

/** The key of files of this size; with a name, of those that also have it, without regard to case. */
const keyOf = (bytes: number, name = ''): string => `${bytes} ${foldKey(name)}`

/** The most candidates that are read for one file. More would take longer than fetching it. */
const MOST_READ = 4

/**
 * Creates a finder that searches folders (absolute) once, at its first call: other mods, other installs, the quarantine, and the mod's own
 * folder, in which a file may have another name. It stops when `signal` aborts.
 */
export function createFinder(
  disk: Disk,
  roots: readonly string[],
  steps: Iterable<Step>,
  signal: AbortSignal,
): LocalFinder {
  let index: Promise<Map<string, string[]>> | undefined

  const build = async () => {
    const sizes = new Set<number | null>()
    let looks = LOOKS
    await inSlices(steps, (step) => {
      if (step.do === 'set-aside') return
      sizes.add(step.size)
      looks += (step.size ?? 0) / BYTES_A_LOOK
    })
    const found = new Map<string, string[]>()
    const add = (at: string, bytes: number) => {
      if (bytes === 0 || !sizes.has(bytes)) return
      for (const key of [keyOf(bytes), keyOf(bytes, basename(at))]) if (!found.get(key)?.push(at)) found.set(key, [at])
    }
    const limit = pLimit(LOOKS_AT_A_TIME)
    const walk = async (folder: string, depth: number): Promise<void> => {
      if (signal.aborted || looks <= 0) return
      const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
      const files = entries.filter((entry) => entry.isFile() && !isPartName(entry.name))
      await limit.map(files, async ({ name }) => {
        if (looks-- <= 0) return
        const stats = await statsAt(disk, join(folder, name)).catch(() => undefined)
        if (stats) add(join(folder, name), stats.size)
      })
      for (const entry of entries)
        if (entry.isDirectory() && depth < DEEPEST) await walk(join(folder, entry.name), depth + 1)
    }
    for (const root of roots) await walk(root, 0)
    return found
  }
  return async (path, wanted) => {
    if (wanted.size === null || wanted.size === 0) return []
    const found = await (index ??= build())
    const keys = [keyOf(wanted.size, basename(path)), keyOf(wanted.size)]
    const alike = keys.flatMap((key) => found.get(key)?.slice(0, MOST_READ) ?? [])
    return [...new Set(alike)].slice(0, MOST_READ)
  }
}

/**
 * Fills a part file from an equal file on this computer. Shares its blocks if the file system can.
 * @returns false if there is none; then the part is unchanged, or gone
 */
export async function copyFromHere(
  part: string,
  path: string,
  wanted: WantedFile,
  finder: LocalFinder,
  tools: FileTools,
): Promise<boolean> {
  for (const candidate of await finder(path, wanted)) {
    tools.signal.throwIfAborted()
    if (!(await isEqual(candidate, wanted, tools))) continue
    if (await copyToPart(candidate, part, wanted, tools)) return true
  }
  return false
}

/** True if the file has the wanted digest; false also if it is gone, in use or unreadable. */
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
  await removePart(disk, part) // a complete copy replaces it
  await copyDurably(disk, from, part)
  if ((await digestOf(part, wanted.algorithm, signal)) === wanted.hash) return true
  await removePart(disk, part)
  return false
}

const MOST_NEIGHBOURS = 2

/** The share of their names that two files have in common, at the begin and at the end: from 0 to 1. */
function likeness(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let [begin, end] = [0, 0]
  while (begin < most && one[begin] === other[begin]) begin++
  while (end < most - begin && one.at(-1 - end) === other.at(-1 - end)) end++
  return (begin + end) / Math.max(one.length, other.length)
}

/**
 * Files that may contain bytes of the file at `target`: first the present file there, then files in the same folder with the same extension
 * and a similar name. Files newer than `since` are left out, because this repair has fetched them.
 */
export async function alikeFiles(disk: Disk, target: string, folder: string, since: Date): Promise<string[]> {
  const name = basename(target)
  const entries = await disk.readdir(folder, { withFileTypes: true }).catch(() => [])
  const near = entries
    .filter((entry) => entry.isFile() && entry.name !== name && !isPartName(entry.name))
    .filter((entry) => extname(entry.name) === extname(name))
    .map((entry) => ({ at: join(folder, entry.name), likeness: likeness(entry.name, name) }))
    .filter((one) => one.likeness >= 0.5)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_NEIGHBOURS)
  const alike: string[] = []
  for (const { at } of [{ at: target }, ...near]) {
    const stats = await statsAt(disk, at).catch(() => undefined)
    if (stats?.isFile() && (at === target || stats.mtime < since)) alike.push(at)
  }
  return alike
}

/** By algorithm and path: the file's `FileStat.key`, and its digest. */
const Digests = v.record(v.string(), v.tuple([v.string(), v.string()]))

interface PartDigestsNeeds {
  disk: Disk
  digestOf: DigestOf
  now: () => Date
  /** Absolute folder for data that is kept between runs. */
  dataDir: string
  log: Log['error']
}

/** Knows the digests of part files, so that a verified one is not read again before it becomes the file, unless it has changed since. */
export class PartDigests {
  readonly #needs: PartDigestsNeeds
  readonly #file: JsonFile<v.InferOutput<typeof Digests>>
  #known: Promise<Map<string, [stat: string, digest: string]>> | undefined

  constructor(needs: PartDigestsNeeds) {
    this.#needs = needs
    this.#file = jsonFile(join(needs.dataDir, 'part-digests.json'), Digests, needs.log)
  }

  readonly digestOf: DigestOf = async (path, algorithm, signal) => {
    const { disk, digestOf, now } = this.#needs
    const stat = isPartName(basename(path)) ? await fileStatAt(disk, path) : undefined
    if (!stat) return digestOf(path, algorithm, signal)
    const all = await this.#all()
    const key = `${algorithm} ${path}`
    const known = all.get(key)
    if (known?.[0] === stat.key) return known[1]
    const isSure = isSettled(stat, now().getTime()) // not later: a change while it is hashed may be in the tick of the last one
    const digest = await digestOf(path, algorithm, signal)
    if (isSure) all.set(key, [stat.key, digest])
    return digest
  }

  /** Keeps them for the next run, without those of part files that are gone. */
  async keep(): Promise<void> {
    const all = await this.#all()
    await forEachOf(all, LOOKS_AT_A_TIME, async ([key, [stat]]) => {
      const path = key.slice(key.indexOf(' ') + 1)
      if ((await fileStatAt(this.#needs.disk, path).catch(() => undefined))?.key !== stat) all.delete(key)
    })
    await this.#file.keep(Object.fromEntries(all))
  }

  #all() {
    return (this.#known ??= this.#file.read().then((stored) => new Map(Object.entries(stored ?? {}))))
  }
}
