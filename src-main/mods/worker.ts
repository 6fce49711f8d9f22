/**
 * The thread that reads lists: a list may have hundreds of thousands of rows, and main must not stand still for it. One thread does
 * one thing and ends. It starts the threads that hash, and tells main what it found.
 */
import { workerData } from 'node:worker_threads'
import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../src-preload/contract/repair.ts'
import { type Serving, serveWorker } from '../lib/index.ts'
import { check, type CheckAnswer, type CheckInput, type FoundProblem, keepCheck, readKeptCheck } from './check/index.ts'
import { HashPool } from './hash/index.ts'
import { ListHistory, parseHashList, versionOf } from './list/index.ts'

// Electron takes a mod's file named *.asar for a folder otherwise
Object.assign(process, { noAsar: true })

/** What the thread is started with. */
export interface ModsWorkerStart {
  /** The built `hash-worker`; absent where nothing is hashed. */
  hashWorkerUrl?: string
  /** Threads that hash; absent: one per core. */
  workers?: number
}

/** A hash list as it came: JSON in UTF-8. */
export interface ListInput {
  list: Uint8Array
  /** Name of the mod's folder; absent, the list's common first segment. */
  modFolder?: string
}

/** Where the lists of a mod are remembered. */
export interface HistoryPlace {
  modId: number
  /** Absolute path of its file. */
  path: string
}

export interface CheckOrder extends CheckInput, ListInput {
  /** Absolute path of the file that keeps what is found; absent: it is not kept. */
  keepAt?: string
  history?: HistoryPlace
}

/** What comes back at once; the problems are fetched piece by piece. */
export type CheckReply =
  | (CheckAnswer & { trusted: false })
  | {
      trusted: true
      report: Omit<(CheckAnswer & { trusted: true })['report'], 'problems'>
      problemCount: number
      /** What the list changed that the files do not follow yet. */
      update: ModUpdate | null
    }

/** What the thread tells while it works. */
export type Told = { progress: CheckProgress } | { log: string; error: string }

const { hashWorkerUrl, workers } = workerData as ModsWorkerStart
// they come up while the list is fetched
const pool = hashWorkerUrl === undefined ? undefined : new HashPool(new URL(hashWorkerUrl), workers)

const control = { stopped: false, keeps: true, tell: (_: CheckProgress): void => undefined }
let problems: readonly FoundProblem[] = []

const logTo =
  ({ tell }: Serving) =>
  (line: string, error?: unknown) =>
    tell({ log: line, error: String(error) } satisfies Told)

/** What is asked of the thread, by name. */
const methods = {
  async check(
    { list: bytes, modFolder, keepAt, history, ...input }: CheckOrder,
    serving: Serving,
  ): Promise<CheckReply> {
    if (!pool) throw new Error('started without hashing threads')
    control.tell = (progress) => serving.tell({ progress } satisfies Told)
    const log = logTo(serving)
    const reading = parseHashList(bytes, { modFolder })
    if (!reading.trusted) return reading
    const answer = await check(input, reading.list, pool, control)
    if (!answer.trusted) return answer
    const { problems: found, ...report } = answer.report
    problems = found
    if (keepAt !== undefined) await keepCheck(keepAt, answer.report, log)
    const isRight = found.every(({ result }) => result === 'extra')
    const now = new Date(input.startedAtMs).toISOString()
    const update = history
      ? await new ListHistory(history.modId, history.path, log).remember(reading.list, isRight, now)
      : null
    return { trusted: true, report, problemCount: found.length, update }
  },

  problems: ({ from, to }: { from: number; to: number }): FoundProblem[] => problems.slice(from, to),

  pause: () => pool?.pause(),
  resume: () => pool?.resume(),
  /** @param keeps whether what was hashed is kept for a resume */
  stop({ keeps }: { keeps: boolean }): void {
    Object.assign(control, { stopped: true, keeps })
    pool?.stop()
  },

  /** Reads what an earlier check found; null where nothing is kept. */
  async kept({ path }: { path: string }, serving: Serving) {
    const found = await readKeptCheck(path, logTo(serving))
    if (!found) return null
    const { problems: kept, ...facts } = found
    problems = kept
    return { ...facts, problemCount: kept.length }
  },

  /** Looks at a list without a check; null where it is not trusted. */
  async look(
    { list: bytes, modFolder, least, history, now }: ListInput & { least: number; history?: HistoryPlace; now: string },
    serving: Serving,
  ): Promise<{ version: string; update: ModUpdate | null } | null> {
    const reading = parseHashList(bytes, { modFolder })
    if (!reading.trusted || reading.list.entries.length < least) return null
    const update = history
      ? await new ListHistory(history.modId, history.path, logTo(serving)).remember(reading.list, false, now)
      : null
    return { version: versionOf(reading.list), update }
  },

  listChange: ({ modId, path }: HistoryPlace, serving: Serving): Promise<ListChange | null> =>
    new ListHistory(modId, path, logTo(serving)).change(),

  /** Paths of the list that was seen last which end in one of `endings`; null where none was seen. */
  async listedPaths({ modId, path, endings }: HistoryPlace & { endings: readonly string[] }, serving: Serving) {
    const paths = await new ListHistory(modId, path, logTo(serving)).paths()
    return paths?.filter((one) => endings.some((ending) => one.toLowerCase().endsWith(ending))) ?? null
  },
}

/** What is asked of the thread. */
export type ModsMethods = typeof methods

serveWorker(methods)
