/**
 * The worker's methods. A list may have hundreds of thousands of rows, and main must not block while it is read. A thread does one job at a
 * time.
 */
import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import type { ListChange, ModUpdate } from '../../src-preload/contract/repair.ts'
import { type Serving, serveWorker } from '../lib/index.ts'
import { type BlockListFile, findBlocks, type Pieces, type Search, writeBlockList } from './blocks/index.ts'
import { check, type CheckInput, type CheckResult, type FoundProblem } from './check/index.ts'
import { HashPool } from './hash/index.ts'
import { type HistoryFile, ListHistory, parseHashList, usableOf } from './list/index.ts'
import {
  type DiskTree,
  findSignatureFaults,
  mustBeThere,
  scanDisk,
  type SignatureFaults,
  type SignatureRule,
} from './scan/index.ts'

export type ThreadEvent =
  | { progress: CheckProgress }
  | { problems: FoundProblem[] }
  | { log: string; error: string | undefined }
  | { diskAnswers: true }

const logTo =
  ({ emit }: Serving) =>
  (line: string, error?: unknown) =>
    emit({ log: line, error: error instanceof Error ? String(error) : undefined } satisfies ThreadEvent)

const ANSWERS_EVERY_MS = 1_000

/** Returns a function that reports, at most once a second, that the disk answers: a thread without events for too long is ended. */
function answersTo({ emit }: Serving): () => void {
  let last = 0
  return () => {
    if (performance.now() - last < ANSWERS_EVERY_MS) return
    last = performance.now()
    emit({ diskAnswers: true } satisfies ThreadEvent)
  }
}

/** The hashing threads of a check. */
export interface Hashing {
  /** The address of the built `hash-worker`. */
  worker: string
  /** Default: one per core. */
  threads?: number
}

/** The threads of the running check. */
let pool: HashPool | undefined

const methods = {
  /** @throws an errno error, see `mustBeThere` */
  mustBeThere: ({ gameDir, isMoved }: Pick<CheckInput, 'gameDir' | 'isMoved'>): void => mustBeThere(gameDir, isMoved),

  scan: ({ gameDir, modFolder }: { gameDir: string; modFolder: string }, serving: Serving): DiskTree =>
    scanDisk(gameDir, modFolder, answersTo(serving)),

  async check({ hashing, ...input }: CheckInput & { hashing: Hashing }, serving: Serving): Promise<CheckResult> {
    const { signal, emit } = serving
    const own = (pool = new HashPool(new URL(hashing.worker), hashing.threads))
    signal.addEventListener('abort', () => own.stop(), { once: true })
    const onProgress = (progress: CheckProgress) => emit({ progress } satisfies ThreadEvent)
    const onProblems = (problems: FoundProblem[]) => emit({ problems } satisfies ThreadEvent)
    const [onStep, log] = [answersTo(serving), logTo(serving)]
    try {
      return await check(input, { pool: own, signal, onProgress, onProblems, onStep, log })
    } finally {
      pool = undefined
      await own.close()
    }
  },

  /** Pauses the running check, or continues it. */
  pause: (paused: boolean): void => (paused ? pool?.pause() : pool?.resume()),

  findBlocks: (search: Search, serving: Serving): Pieces | null => findBlocks(search, answersTo(serving)),

  /** Returns the paths of the files whose block lists could not be made. */
  async writeBlockLists(files: readonly BlockListFile[]): Promise<string[]> {
    const failed: string[] = []
    for (const file of files) if (!(await writeBlockList(file))) failed.push(file.path)
    return failed
  },

  /** Reads a list without a check. Null if it is not trusted, or has fewer than `least` usable entries. */
  async readList(
    {
      list: bytes,
      modFolder,
      least,
      history,
      now,
    }: { list: Uint8Array; modFolder: string; least: number; history: HistoryFile; now: string },
    serving: Serving,
  ): Promise<{ version: string; update: ModUpdate | null } | null> {
    const parsed = parseHashList(bytes, modFolder)
    if (!parsed.trusted || usableOf(parsed.list) < least) return null
    const { list } = parsed
    const update = await new ListHistory(history, logTo(serving)).remember(list, false, now)
    return { version: list.version, update }
  },

  listChange: (file: HistoryFile, serving: Serving): Promise<ListChange | null> =>
    new ListHistory(file, logTo(serving)).change(),

  /** `pieces`: JSON arrays of paths. */
  areFromCommunity(
    { pieces, ...file }: HistoryFile & { pieces: readonly Uint8Array[] },
    serving: Serving,
  ): Promise<boolean> {
    const paths = pieces.flatMap((piece) => JSON.parse(Buffer.from(piece).toString()) as string[])
    return new ListHistory(file, logTo(serving)).areFromCommunity(paths)
  },

  /** Compares a mod's signatures with its last seen list. Returns what cannot be read if it cannot. */
  async findSignatureFaults(
    {
      history,
      gameDir,
      modFolder,
      rule,
    }: { history: HistoryFile; gameDir: string; modFolder: string; rule: SignatureRule },
    serving: Serving,
  ): Promise<SignatureFaults | 'list' | 'disk'> {
    const paths = await new ListHistory(history, logTo(serving)).paths()
    return paths ? (findSignatureFaults(gameDir, modFolder, paths, rule) ?? 'disk') : 'list'
  },
}

export type ModsMethods = typeof methods

export const serveMods = (): void => serveWorker(methods)
