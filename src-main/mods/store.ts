import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { CheckSummary, FileResult } from '../../src-preload/contract/mods.ts'
import { jsonFile, type Log } from '../lib/index.ts'
import { noCounts } from './check/index.ts'

const results = Object.keys(noCounts()) as FileResult[]

const Summary: v.GenericSchema<unknown, CheckSummary> = v.object({
  tier: v.picklist(['quick', 'full']),
  verdict: v.picklist(['ready', 'damaged', 'stale']),
  counts: v.object(v.entriesFromList(results, v.number())),
  filesListed: v.number(),
  unverified: v.number(),
  bytesHashed: v.number(),
  durationMs: v.number(),
  checkedAt: v.pipe(v.string(), v.isoTimestamp()),
  fullAt: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
})

const Remembered = v.object({
  /** Absolute; what was found in another game folder says nothing. */
  gameDir: v.string(),
  last: v.nullable(Summary),
  /** Names the list that `last` was made with. */
  listVersion: v.optional(v.string()),
  /** What a repair would have to fetch after `last`. */
  missingBytes: v.optional(v.number()),
  /** Names the check that `last` tells of. */
  startedAtMs: v.optional(v.number()),
  paused: v.nullable(v.object({ filesDone: v.number(), filesTotal: v.number() })),
})

/** What is remembered of a mod in one game folder: its last check, and how far a full one came. */
export type Remembered = v.InferOutput<typeof Remembered>

const Entry = v.fallback(v.nullable(Remembered), null)

/** By mod id. One entry that is not right leaves the others. */
const Store = v.record(v.string(), v.fallback(v.array(Entry), []))

/** Most game folders that a mod is remembered in: who moves between installs has two or three. */
const MOST_FOLDERS = 4

/** Keeps what is known of mods between runs of the app. Nothing in it is trusted more than what it says about itself. */
export interface StateStore {
  /** By mod id, the game folder that was worked in last comes first. */
  all(): ReadonlyMap<number, readonly Remembered[]>
  /** Remembers it in the place of what was known of that game folder. A check by a new list forgets what others found by a former one. */
  save(modId: number, remembered: Remembered): Promise<void>
  /** Absolute path of the file that keeps what the last check found in a game folder. */
  checkPath(modId: number, gameDir: string): string
  /** Absolute path of the file that keeps the lists that were seen for a game folder. */
  historyPath(modId: number, gameDir: string): string
}

/** A check that was broken off leaves nothing to remember, and takes no other folder's place. */
const isEmpty = ({ last, paused }: Remembered): boolean => last === null && paused === null

/** What is left of other game folders: that one of them is ready by a list that has been replaced since is nothing to say. */
function othersOf(known: readonly Remembered[], { gameDir, last, listVersion }: Remembered): Remembered[] {
  const before = known.find((one) => one.gameDir === gameDir)
  const others = known.filter((one) => one !== before)
  if (!last || last.checkedAt === before?.last?.checkedAt) return others
  return others
    .map((one) => (one.listVersion === listVersion ? one : { ...one, last: null }))
    .filter((one) => !isEmpty(one))
}

/** Opens the store in a folder (absolute); a damaged file counts as none. A full disk costs the memory, not the check. */
export async function openStateStore(dir: string, log: Log['error']): Promise<StateStore> {
  const file = jsonFile(join(dir, 'mods.json'), Store, log)
  const known = new Map<number, readonly Remembered[]>()
  for (const [id, value] of Object.entries((await file.read()) ?? {})) {
    const folders = value.filter((one) => one !== null)
    if (folders.length > 0) known.set(Number(id), folders)
  }
  const nameOf = (modId: number, gameDir: string) =>
    `${modId}-${createHash('sha256').update(gameDir).digest('hex').slice(0, 16)}.json`
  const checkPath = (modId: number, gameDir: string) => join(dir, `check-${nameOf(modId, gameDir)}`)
  const historyPath = (modId: number, gameDir: string) => join(dir, 'lists', nameOf(modId, gameDir))
  const drop = (path: string) => rm(path, { force: true }).catch((error: unknown) => log('an old file is left', error))
  return {
    all: () => known,
    async save(modId, remembered) {
      const before = known.get(modId) ?? []
      const folders = (isEmpty(remembered) ? [] : [remembered]).concat(othersOf(before, remembered))
      const kept = folders.slice(0, MOST_FOLDERS)
      known.set(modId, kept)
      await file.keep(Object.fromEntries([...known].map(([id, all]) => [id, [...all]])))
      const checked = new Set(kept.filter(({ last }) => last).map(({ gameDir }) => gameDir))
      for (const { gameDir, last } of before) if (last && !checked.has(gameDir)) await drop(checkPath(modId, gameDir))
      for (const { gameDir } of folders.slice(MOST_FOLDERS)) await drop(historyPath(modId, gameDir))
    },
    checkPath,
    historyPath,
  }
}

/** The last check of each mod by its id, as the store in `dir` remembers it: for a report. */
export async function lastChecks(dir: string, log: Log['error']): Promise<[modId: number, last: CheckSummary][]> {
  const known = (await openStateStore(dir, log)).all()
  return [...known].flatMap(([id, folders]) => {
    const last = folders.find((folder) => folder.last)?.last
    return last ? [[id, last] as [number, CheckSummary]] : []
  })
}
