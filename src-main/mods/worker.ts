/**
 * The thread that reads lists: a list may have hundreds of thousands of rows, and main must not stand still for it. One thread does
 * one thing and ends. It starts the threads that hash, and tells main what it found.
 */
import { workerData } from 'node:worker_threads'
import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../src-preload/contract/repair.ts'
import { type Serving, serveWorker } from '../lib/index.ts'
import {
  CheckControl,
  type CheckReport,
  type Distrusted,
  type HistoryPlace,
  type ListInput,
  type VerifyInput,
  verifyMod,
} from './check/index.ts'
import { HashPool } from './hash/index.ts'
import { ListHistory, parseHashList, usableOf } from './list/index.ts'

// Electron takes a mod's file named *.asar for a folder otherwise
Object.assign(process, { noAsar: true })

/** What the thread is started with. */
export interface ModsWorkerStart {
  /** The built `hash-worker`; absent where nothing is hashed. */
  hashWorkerUrl?: string
}

/** What a check found, but for the problems: these are kept on disk, where main reads them piece by piece. */
export type CheckFacts = Omit<CheckReport, 'problems'>

/** What the thread tells while it works. */
export type Told = { progress: CheckProgress } | { log: string; error: string }

const { hashWorkerUrl } = workerData as ModsWorkerStart
// they come up while the list is fetched
const pool = hashWorkerUrl === undefined ? undefined : new HashPool(new URL(hashWorkerUrl))
let control: CheckControl | undefined

const logTo =
  ({ tell }: Serving) =>
  (line: string, error?: unknown) =>
    tell({ log: line, error: String(error) } satisfies Told)

/** What is asked of the thread, by name. */
const methods = {
  async check(
    input: VerifyInput,
    serving: Serving,
  ): Promise<{ trusted: true; facts: CheckFacts; update: ModUpdate | null } | Distrusted> {
    if (!pool) throw new Error('started without hashing threads')
    control = new CheckControl(pool, (progress) => serving.tell({ progress } satisfies Told))
    const verified = await verifyMod(input, pool, control, logTo(serving))
    if (!verified.trusted) return verified
    const { problems: _, ...facts } = verified.report
    return { trusted: true, facts, update: verified.update }
  },

  pause: () => control?.pause(),
  resume: () => control?.resume(),
  /** @param keeps whether what was hashed is kept for a resume */
  stop: ({ keeps }: { keeps: boolean }) => control?.stop(keeps),

  /** Looks at a list without a check; null where it is not trusted. */
  async look(
    { list: bytes, modFolder, least, history, now }: ListInput & { least: number; history: HistoryPlace; now: string },
    serving: Serving,
  ): Promise<{ version: string; update: ModUpdate | null } | null> {
    const reading = parseHashList(bytes, { modFolder })
    if (!reading.trusted || usableOf(reading.list) < least) return null
    const { list } = reading
    const update = await new ListHistory(history.modId, history.path, logTo(serving)).remember(list, false, now)
    return { version: list.version, update }
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
