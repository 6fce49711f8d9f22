import { join } from 'node:path'
import * as v from 'valibot'
import type { CheckSummary, FileResult, Problem } from '../../src-preload/contract/mods.ts'
import { jsonFile, type Log } from '../lib/index.ts'
import { parseHashList, type HashList } from './hash-list.ts'
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

/** What is remembered of a mod: its last check, and how far a full one came. */
export type Remembered = v.InferOutput<typeof Remembered>

/** By mod id. One entry that is not right leaves the others. */
const Store = v.record(v.string(), v.fallback(v.nullable(Remembered), null))

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
  all(): Map<number, Remembered>
  save(modId: number, remembered: Remembered): Promise<void>
  /** The list's text is kept and read anew each time: its paths are data from outside, wherever they lie. */
  saveCheck(modId: number, listText: string, modFolder: string, problems: readonly Problem[]): Promise<void>
  readCheck(modId: number): Promise<LastCheck | undefined>
}

/** Opens the store in a folder (absolute); a damaged file counts as none. A full disk costs the memory, not the check. */
export async function openStateStore(dir: string, log: Log['error']): Promise<StateStore> {
  const file = jsonFile(join(dir, 'mods.json'), Store, log)
  const known = new Map<number, Remembered>()
  for (const [id, value] of Object.entries((await file.read()) ?? {})) if (value) known.set(Number(id), value)
  const checkFile = (modId: number) => jsonFile(join(dir, `check-${modId}.json`), Check, log)
  return {
    all: () => known,
    save(modId, remembered) {
      known.set(modId, remembered)
      return file.keep(Object.fromEntries(known))
    },
    saveCheck: (modId, listText, modFolder, problems) =>
      checkFile(modId).keep({ modFolder, problems: [...problems], listText }),
    async readCheck(modId) {
      const check = await checkFile(modId).read()
      if (!check) return undefined
      const reading = parseHashList(check.listText, { modFolder: check.modFolder })
      return reading.trusted ? { list: reading.list, problems: check.problems } : undefined
    },
  }
}

/** The last check of each mod by its id, as the store in `dir` remembers it: for a report. */
export async function lastChecks(dir: string, log: Log['error']): Promise<[modId: number, last: CheckSummary][]> {
  const known = (await openStateStore(dir, log)).all()
  return [...known].flatMap(([id, { last }]) => (last ? [[id, last] as [number, CheckSummary]] : []))
}
