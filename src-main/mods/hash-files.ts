import { type Resolvers, withResolvers } from '../lib/index.ts'
import { dealBatches, toMessage, type FileBatch } from './batches.ts'
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
  /** Whether `onHashed` is to hear stats of files that the scan has none of; without them it is quicker. */
  wantsStats: boolean
  onHashed: OnHashed
  /** Hears of many at once that all have the listed digest, where no stats are wanted. */
  onSame?: (files: readonly FileToCheck[]) => void
  /** After each answer of a worker. */
  onBatch: () => void
}

const noStat = new Int32Array(STAT_WORDS)

/** Reads files with all workers until all are done or the signal aborts. Each file is told of exactly once, or not at all after an abort. */
export async function hashFiles(files: readonly FileToCheck[], run: HashRun): Promise<void> {
  const { pool, gameDir, gate, signal, wantsStats, onHashed, onSame, onBatch } = run
  const queue = dealBatches(files, pool.size)
  let next = 0
  const again: FileBatch[] = []

  const take = (): FileBatch | undefined => again.pop() ?? queue[next++]
  const record = (batch: FileBatch, reply: HashReply) => {
    if (onSame && !wantsStats && reply.same === batch.length) return onSame(batch)
    const words = wordsOf(reply.stats)
    const tell = (file: FileToCheck, outcome: string, at: number) => {
      const { stat } = file
      if (stat && sizeAt(words, at) < 0) onHashed(file, outcome, stat.words, stat.at)
      else onHashed(file, outcome, words, at)
    }
    const open: FileBatch = []
    for (let at = 0; at < batch.length; at++) {
      const file = batch[at] as FileToCheck
      const state = reply.states[at]
      if (state === FileState.open) open.push(file)
      else tell(file, state === FileState.same ? file.entry.hash : (reply.notes[at] ?? 'EIO'), at * STAT_WORDS)
    }
    if (open.length > 0) again.push(open)
  }
  /** The file that a worker died with is given up; the others of its batch are read again. */
  const survive = (batch: FileBatch, error: unknown) => {
    if (!(error instanceof WorkerCrash) || error.at === null) throw error
    const guilty = batch[error.at] ?? batch[0]
    if (guilty) onHashed(guilty, error.errno, noStat, 0)
    const others = batch.filter((file) => file !== guilty)
    if (others.length > 0) again.push(others)
  }
  const work = async () => {
    for (;;) {
      await gate.open()
      if (signal?.aborted) return
      const batch = take()
      if (!batch) return
      try {
        record(batch, await pool.hash(toMessage(gameDir, batch, wantsStats)))
      } catch (error) {
        survive(batch, error)
      }
      onBatch()
    }
  }
  // two per worker: one in hand, one waiting, so that no worker waits for an answer's way back
  await Promise.all(Array.from({ length: pool.size * 2 }, work))
}
