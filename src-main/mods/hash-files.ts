import { type Resolvers, withResolvers } from '../lib/index.ts'
import { batchOf, dealBatches, type FileBatch } from './batches.ts'
import { noPlainFiles, type PlainFiles } from './plain/plain-list.ts'
import type { FileToCheck } from './plan.ts'
import { WorkerCrash, type Pool } from './pool.ts'
import { sizeAt, STAT_WORDS, wordsOf } from './stat-words.ts'
import { FileState, type HashReply } from './worker/protocol.ts'

/** A pause that many can wait for. */
export interface PauseGate {
  readonly paused: boolean
  pause(): void
  resume(): void
  /** Resolves when it is not paused. */
  open(): Promise<void>
}

/** Makes a gate that starts open. `onChange` hears every turn. */
export function createGate(onChange: (paused: boolean) => void): PauseGate {
  let waiting: Resolvers | undefined
  return {
    get paused() {
      return waiting !== undefined
    },
    pause() {
      if (waiting) return
      waiting = withResolvers()
      onChange(true)
    },
    resume() {
      const was = waiting
      waiting = undefined
      if (was) onChange(false)
      was?.resolve()
    },
    open: () => waiting?.promise ?? Promise.resolve(),
  }
}

/** Hears each file as it is done: a digest, `size`, or an errno; and where the stat stands that it had. */
export type OnHashed = (file: FileToCheck, outcome: string, words: Int32Array, at: number) => void

export interface HashRun {
  pool: Pool
  gameDir: string
  gate: PauseGate
  signal: AbortSignal | undefined
  /** Whether stats are to be heard, as they are right before the files are read; without them it is quicker. */
  wantsStats: boolean
  onHashed: OnHashed
  /** Hears of a batch whose files all have the listed digest, and their stats. Where these are wanted, only of one whose places follow one another. */
  onSame?: (batch: FileBatch, words: Int32Array) => void
  /** After each answer of a worker. */
  onBatch: () => void
  /** More files to hash. */
  plain?: PlainFiles
}

const noStat = new Int32Array(STAT_WORDS)

/** Reads files with all workers until all are done or the signal aborts. Each file is told of exactly once, or not at all after an abort. */
export async function hashFiles(files: readonly FileToCheck[], run: HashRun): Promise<void> {
  const { pool, gameDir, gate, signal, wantsStats, onHashed, onSame, onBatch } = run
  const queue = dealBatches(files, run.plain ?? noPlainFiles, pool.size)
  let next = 0
  const again: FileBatch[] = []

  const take = (): FileBatch | undefined => again.pop() ?? queue[next++]
  const record = (batch: FileBatch, reply: HashReply) => {
    const words = wordsOf(reply.stats)
    const isHeard = onSame && (!wantsStats || batch.firstPlace !== undefined)
    if (isHeard && reply.same === batch.count) return onSame(batch, words)
    const files = batch.files()
    const tell = (file: FileToCheck, outcome: string, at: number) => {
      const { stat } = file
      if (stat && sizeAt(words, at) < 0) onHashed(file, outcome, stat.words, stat.at)
      else onHashed(file, outcome, words, at)
    }
    const open: FileToCheck[] = []
    for (let at = 0; at < files.length; at++) {
      const file = files[at] as FileToCheck
      const state = reply.states[at]
      if (state === FileState.open) open.push(file)
      else tell(file, state === FileState.same ? file.entry.hash : (reply.notes[at] ?? 'EIO'), at * STAT_WORDS)
    }
    if (open.length > 0) again.push(batchOf(open))
  }
  /** The file that a worker died with is given up; the others of its batch are read again. */
  const survive = (batch: FileBatch, error: unknown) => {
    if (!(error instanceof WorkerCrash) || error.at === null) throw error
    const files = batch.files()
    const guilty = files[error.at] ?? files[0]
    if (guilty) onHashed(guilty, error.errno, noStat, 0)
    const others = files.filter((file) => file !== guilty)
    if (others.length > 0) again.push(batchOf(others))
  }
  const work = async () => {
    for (;;) {
      await gate.open()
      if (signal?.aborted) return
      const batch = take()
      if (!batch) return
      try {
        record(batch, await pool.hash(batch.message(gameDir, wantsStats)))
      } catch (error) {
        survive(batch, error)
      }
      onBatch()
    }
  }
  // two per worker: one in hand, one waiting, so that no worker waits for an answer's way back
  await Promise.all(Array.from({ length: pool.size * 2 }, work))
}
