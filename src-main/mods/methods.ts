/**
 * What a thread does with lists: one may have hundreds of thousands of rows, and main must not stand still for it. A thread does
 * one thing, tells main what it found, and ends.
 */
import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../src-preload/contract/repair.ts'
import { plainFs, type Serving, serveWorker } from '../lib/index.ts'
import { check, CheckControl, type CheckInput, type CheckResult, type ListInput } from './check/index.ts'
import type { HashPool } from './hash/index.ts'
import { type HistoryPlace, ListHistory, parseHashList, usableOf } from './list/index.ts'
import { type DiskTree, scanDisk } from './scan/index.ts'

/** What the thread tells while it works. */
export type Told = { progress: CheckProgress } | { log: string; error: string } | { diskAnswers: true }

const logTo =
  ({ tell }: Serving) =>
  (line: string, error?: unknown) =>
    tell({ log: line, error: String(error) } satisfies Told)

const ANSWERS_EVERY_MS = 1_000

/** Tells now and then that the disk answers. */
function answersTo({ tell }: Serving): () => void {
  let last = 0
  return () => {
    if (performance.now() - last < ANSWERS_EVERY_MS) return
    last = performance.now()
    tell({ diskAnswers: true } satisfies Told)
  }
}

/** What is asked of the thread, by name. */
function methodsOf(pool: HashPool | undefined) {
  let control: CheckControl | undefined
  return {
    /** @throws an errno error for a folder that is not there or cannot be listed */
    mustList: ({ gameDir }: { gameDir: string }): void => plainFs.opendirSync(gameDir).closeSync(),

    scan: ({ gameDir, modFolder }: { gameDir: string; modFolder: string }, serving: Serving): DiskTree =>
      scanDisk(gameDir, modFolder, true, answersTo(serving)),

    async check(input: CheckInput, serving: Serving): Promise<CheckResult> {
      if (!pool) throw new Error('started without hashing threads')
      const tell = (progress: CheckProgress) => serving.tell({ progress } satisfies Told)
      control = new CheckControl(pool, tell, answersTo(serving))
      return check(input, pool, control, logTo(serving))
    },

    pause: () => control?.pause(),
    resume: () => control?.resume(),
    /** @param keeps whether what was hashed is kept for a resume */
    stop: ({ keeps }: { keeps: boolean }) => control?.stop(keeps),

    /** Looks at a list without a check; null where it is not trusted. */
    async look(
      {
        list: bytes,
        modFolder,
        least,
        history,
        now,
      }: ListInput & { least: number; history: HistoryPlace; now: string },
      serving: Serving,
    ): Promise<{ version: string; update: ModUpdate | null } | null> {
      const reading = parseHashList(bytes, { modFolder })
      if (!reading.trusted || usableOf(reading.list) < least) return null
      const { list } = reading
      const update = await new ListHistory(history, logTo(serving)).remember(list, false, now)
      return { version: list.version, update }
    },

    listChange: (place: HistoryPlace, serving: Serving): Promise<ListChange | null> =>
      new ListHistory(place, logTo(serving)).change(),

    /** Paths of the list that was seen last which end in one of `endings`; null where none was seen. */
    async listedPaths({ endings, ...place }: HistoryPlace & { endings: readonly string[] }, serving: Serving) {
      const paths = await new ListHistory(place, logTo(serving)).paths()
      return paths?.filter((one) => endings.some((ending) => one.toLowerCase().endsWith(ending))) ?? null
    },
  }
}

/** What is asked of the thread. */
export type ModsMethods = ReturnType<typeof methodsOf>

/** @param pool absent where nothing is hashed */
export const serveMods = (pool: HashPool | undefined): void => serveWorker(methodsOf(pool))
