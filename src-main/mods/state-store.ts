import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { CheckSummary, FileResult, Problem } from '../../src-preload/contract/mods.ts'
import { jsonFile, type Log } from '../lib/index.ts'
import { readListText } from './basis.ts'
import type { HashList } from './hash-list.ts'
import { noCounts } from './report.ts'

const results = Object.keys(noCounts()) as FileResult[]
const wrong = results.filter((result) => result !== 'ok')

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
  listDigest: v.optional(v.string()),
  paused: v.nullable(v.object({ filesDone: v.number(), filesTotal: v.number() })),
})

/** What is remembered of a mod in one game folder: its last check, and how far a full one came. */
export type Remembered = v.InferOutput<typeof Remembered>

const Entry = v.fallback(v.nullable(Remembered), null)

/** By mod id. One entry that is not right leaves the others. Early versions remembered one game folder only, not in a list. */
const Store = v.record(v.string(), v.union([v.array(Entry), Entry]))

/** Most game folders that a mod is remembered in: who moves between installs has two or three. */
const MOST_FOLDERS = 4

const fact = v.nullable(v.union([v.string(), v.number()]))
const Check = v.object({
  modFolder: v.string(),
  problems: v.array(v.object({ path: v.string(), result: v.picklist(wrong), expected: fact, found: fact })),
  listText: v.string(),
})

/** The last check whole: the list it was made with and what differed. */
export interface LastCheck {
  list: HashList
  problems: Problem[]
}

/** Keeps what is known of mods between runs of the app. Nothing in it is trusted more than what it says about itself. */
export interface StateStore {
  /** By mod id, the game folder that was worked in last comes first. */
  all(): ReadonlyMap<number, readonly Remembered[]>
  /** Remembers it in the place of what was known of that game folder. A check by a new list forgets what others found by a former one. */
  save(modId: number, remembered: Remembered): Promise<void>
  /** The list's text is kept and read anew each time: its paths are data from outside, wherever they lie. */
  saveCheck(modId: number, gameDir: string, check: SavedCheck): Promise<void>
  readCheck(modId: number, gameDir: string): Promise<LastCheck | undefined>
}

/** What a check was made with, and what differed. */
export interface SavedCheck {
  listText: string
  modFolder: string
  problems: readonly Problem[]
}

/** A check that was broken off leaves nothing to remember, and takes no other folder's place. */
const isEmpty = ({ last, paused }: Remembered): boolean => last === null && paused === null

/** What is left of other game folders: that one of them is ready by a list that has been replaced since is nothing to say. */
function othersOf(known: readonly Remembered[], { gameDir, last, listDigest }: Remembered): Remembered[] {
  const before = known.find((one) => one.gameDir === gameDir)
  const others = known.filter((one) => one !== before)
  if (!last || last.checkedAt === before?.last?.checkedAt) return others
  return others
    .map((one) => (one.listDigest === listDigest ? one : { ...one, last: null }))
    .filter((one) => !isEmpty(one))
}

/** Where the checks of a mod are kept: one for each game folder. Early versions kept one, and did not say of which. */
const checkPaths = (dir: string) => ({
  pathOf: (modId: number, gameDir: string) =>
    join(dir, `check-${modId}-${createHash('sha256').update(gameDir).digest('hex').slice(0, 16)}.json`),
  earlyPathOf: (modId: number) => join(dir, `check-${modId}.json`),
})

/** Opens the store in a folder (absolute); a damaged file counts as none. A full disk costs the memory, not the check. */
export async function openStateStore(dir: string, log: Log['error']): Promise<StateStore> {
  const file = jsonFile(join(dir, 'mods.json'), Store, log)
  const known = new Map<number, readonly Remembered[]>()
  for (const [id, value] of Object.entries((await file.read()) ?? {})) {
    const folders = [value].flat().filter((one) => one !== null)
    if (folders.length > 0) known.set(Number(id), folders)
  }
  const { pathOf, earlyPathOf } = checkPaths(dir)
  const isOnly = (modId: number, gameDir: string) => known.get(modId)?.every((one) => one.gameDir === gameDir)
  const drop = (path: string) => rm(path, { force: true }).catch((error: unknown) => log('an old check is left', error))
  return {
    all: () => known,
    async save(modId, remembered) {
      const before = known.get(modId) ?? []
      const folders = (isEmpty(remembered) ? [] : [remembered]).concat(othersOf(before, remembered))
      const kept = folders.slice(0, MOST_FOLDERS)
      known.set(modId, kept)
      await file.keep(Object.fromEntries([...known].map(([id, all]) => [id, [...all]])))
      const checked = new Set(kept.filter(({ last }) => last).map(({ gameDir }) => gameDir))
      for (const { gameDir, last } of before) if (last && !checked.has(gameDir)) await drop(pathOf(modId, gameDir))
    },
    async saveCheck(modId, gameDir, { problems, ...check }) {
      await jsonFile(pathOf(modId, gameDir), Check, log).keep({ ...check, problems: [...problems] })
      await drop(earlyPathOf(modId))
    },
    async readCheck(modId, gameDir) {
      // what is kept anew takes the early one away: where it stands, an early version wrote it since
      const early = isOnly(modId, gameDir) ? jsonFile(earlyPathOf(modId), Check, log) : undefined
      const check = (await early?.read()) ?? (await jsonFile(pathOf(modId, gameDir), Check, log).read())
      if (!check) return undefined
      const reading = await readListText(check.listText, check.modFolder)
      return reading.trusted ? { list: reading.list, problems: check.problems } : undefined
    },
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
