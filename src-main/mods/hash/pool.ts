import { availableParallelism } from 'node:os'
import { errnoOf, WorkerClient } from '../../lib/index.ts'
import type { Algorithm } from '../list/index.ts'
import { Md5Lanes } from './md5/index.ts'
import {
  type Activity,
  activityIn,
  activityMemory,
  type BatchOutcome,
  Command,
  type FileToHash,
  type FinishedFile,
  type HashOutcome,
  LONG_BYTES,
  type WorkerStart,
} from './protocol.ts'

/** Called when a file is done, with its index among the given files. */
type OnHashed = (index: number, outcome: HashOutcome) => void

/** The files of one call: an array, or an object that creates each file when it is needed, because there may be very many. */
type Files = Pick<readonly FileToHash[], 'length' | 'at'>

/** One call of {@link HashPool.hash}. */
interface HashRun {
  files: Files
  onHashed: OnHashed
  /** The number of batches that are not done. */
  open: number
  end(error?: Error): void
}

/** Files of a run that one thread hashes. */
interface Batch {
  run: HashRun
  /** The indexes of its files in the run. */
  indexes: readonly number[]
  reported: Set<number>
}

interface PoolThread {
  client: WorkerClient
  activity: Activity
  batch: Batch | undefined
}

/** More threads than this would only make a disk seek. */
const MOST_THREADS = 16
/** For each thread of the pool: how many threads may end in a row before they begin a file. */
const MOST_FAILED_STARTS = 3
/** A thread without progress for this long is abandoned, because its disk does not answer. */
const HANGS_AFTER_MS = 60_000
/** The file index while a thread has not begun a file of its batch. */
const NO_FILE = -1
/** Limits the memory that V8 reserves for each thread. It does not depend on the size of the files. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 256, stackSizeMb: 2 }

/** The most bytes in a batch of long files, so that the last batches end at about the same time. */
const MOST_LONG_BYTES = 16 << 20
const MOST_SHORT = 256

/** Divides files into batches: first long files sorted by size, so that parallel files end together, then short files. */
function batchesOf(files: Files, threads: number): number[][] {
  const long: number[] = []
  const short = new Map<Algorithm, number[]>()
  for (let index = 0; index < files.length; index++) {
    const { size, algorithm } = files.at(index) as FileToHash
    if (algorithm === 'md5' && size !== null && size >= LONG_BYTES) long.push(index)
    else if (!short.get(algorithm)?.push(index)) short.set(algorithm, [index])
  }
  const sizeOf = (index: number) => files.at(index)?.size ?? 0
  long.sort((a, b) => sizeOf(b) - sizeOf(a))
  const batches: number[][] = []
  for (let at = 0; at < long.length;) {
    const fair = Math.max(1, Math.ceil((long.length - at) / threads))
    const wanted = Math.max(Md5Lanes.width, Math.floor(MOST_LONG_BYTES / sizeOf(long[at] ?? 0)))
    const count = Math.min(fair, wanted)
    batches.push(long.slice(at, at + count))
    at += count
  }
  for (const indexes of short.values()) {
    const count = Math.min(MOST_SHORT, Math.max(1, Math.ceil(indexes.length / (threads * 4))))
    for (let at = 0; at < indexes.length; at += count) batches.push(indexes.slice(at, at + count))
  }
  return batches
}

/** Threads that hash files. They start immediately, one per core by default, and keep the process alive only while they work. */
export class HashPool {
  readonly size: number
  readonly #url: URL
  readonly #command = new SharedArrayBuffer(4)
  readonly #order = new Int32Array(this.#command)
  readonly #queue: Batch[] = []
  readonly #hangsAfterMs: number
  #threads: PoolThread[]
  #bytesOfEnded = 0
  #closed = false
  #failedStarts = 0

  /**
   * @param url the built `hash-worker`
   * @param hangsAfterMs a thread without progress for this long is abandoned
   */
  constructor(url: URL, threads = availableParallelism(), hangsAfterMs = HANGS_AFTER_MS) {
    this.size = Math.max(1, Math.min(threads, MOST_THREADS))
    this.#url = url
    this.#hangsAfterMs = hangsAfterMs
    this.#threads = Array.from({ length: this.size }, () => this.#start())
  }

  /** The bytes that were hashed since the pool was created. */
  get bytes(): number {
    return this.#threads.reduce((sum, { activity }) => sum + (activity.bytes[0] ?? 0), this.#bytesOfEnded)
  }

  get currentPath(): string | undefined {
    const busy = this.#threads.find(({ batch }) => batch)
    const index = busy?.batch?.indexes[busy.activity.index[0] ?? 0]
    return index === undefined ? undefined : busy?.batch?.run.files.at(index)?.path
  }

  get paused(): boolean {
    return this.#order[0] === Command.pause
  }

  /**
   * Hashes files. Each file is reported exactly once, unless the pool is stopped or `signal` aborts first. A file that ended its thread is
   * reported as EWORKER, and one whose disk does not answer as ETIMEDOUT.
   * @throws the signal's reason; an Error if no thread can be started
   */
  hash(files: Files, onHashed: OnHashed, signal?: AbortSignal): Promise<void> {
    const batches = batchesOf(files, this.size)
    if (batches.length === 0 || this.#order[0] === Command.stop) return Promise.resolve()
    return new Promise<void>((resolve, reject) => {
      const abort = () => run.end(signal?.reason as Error)
      const run: HashRun = {
        files,
        onHashed,
        open: batches.length,
        end(error) {
          signal?.removeEventListener('abort', abort)
          run.onHashed = () => undefined
          run.open = 0
          if (error) reject(error)
          else resolve()
        },
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      for (const indexes of batches) this.#queue.push({ run, indexes, reported: new Set() })
      this.#feed()
    })
  }

  /** The digest of one file, lower-case hex. @throws an Error with an errno as its code; the signal's reason */
  async digestOf(path: string, algorithm: Algorithm, signal?: AbortSignal): Promise<string> {
    const outcomes: HashOutcome[] = []
    await this.hash([{ path, size: null, algorithm }], (_, outcome) => outcomes.push(outcome), signal)
    const [outcome] = outcomes
    if (outcome?.kind === 'digest') return outcome.digest
    const code = outcome?.kind === 'error' ? outcome.errno : 'EIO'
    throw Object.assign(new Error(`${code}: ${path}`), { code })
  }

  /** Makes every thread wait after the piece that it is reading. */
  pause(): void {
    if (this.#order[0] === Command.go) this.#give(Command.pause)
  }

  resume(): void {
    if (this.#order[0] === Command.pause) this.#give(Command.go)
    this.#feed()
  }

  /** Ends all runs after the pieces that are being read. Files that are not done by then are not reported. */
  stop(): void {
    this.#give(Command.stop)
    for (const { run } of this.#queue.splice(0)) if (--run.open === 0) run.end()
  }

  /** Ends the threads. Settles when no thread has a file open, except threads whose disk does not answer. */
  async close(): Promise<void> {
    this.#closed = true
    this.stop()
    await Promise.all(this.#threads.map(({ client }) => client.end()))
  }

  #give(command: number): void {
    Atomics.store(this.#order, 0, command)
    Atomics.notify(this.#order, 0)
  }

  #start(): PoolThread {
    const activity = activityMemory()
    const workerData: WorkerStart = { command: this.#command, activity }
    const client = new WorkerClient(this.#url, { workerData, resourceLimits })
    return { client, activity: activityIn(activity), batch: undefined }
  }

  #feed(): void {
    for (const thread of this.#threads) {
      if (this.#order[0] !== Command.go) return
      if (thread.batch) continue
      let batch = this.#queue.shift()
      while (batch?.run.open === 0) batch = this.#queue.shift() // skips batches of aborted runs
      if (batch) void this.#work(thread, batch)
    }
  }

  async #work(thread: PoolThread, batch: Batch): Promise<void> {
    const { client, activity } = thread
    thread.batch = batch
    Atomics.store(activity.index, 0, NO_FILE)
    const { run, indexes } = batch
    const files = indexes.map((index) => run.files.at(index) as FileToHash)
    const onEvent = (event: unknown) => {
      const { index, outcome } = event as FinishedFile
      this.#report(batch, index, outcome)
    }
    const mark = () => (this.paused ? undefined : `${activity.index[0]}/${activity.bytes[0]}`)
    try {
      const outcomes = await client.call<BatchOutcome>('hash', files, { onEvent, mark, silenceMs: this.#hangsAfterMs })
      this.#failedStarts = 0
      for (const [index, outcome] of outcomes.entries()) this.#report(batch, index, outcome)
      this.#endBatch(batch)
    } catch (error) {
      this.#replace(thread, batch, errnoOf(error) === 'ETIMEDOUT' ? 'ETIMEDOUT' : 'EWORKER')
    } finally {
      thread.batch = undefined
      this.#feed()
    }
  }

  #report({ run, indexes, reported }: Batch, indexInBatch: number, outcome: HashOutcome | undefined): void {
    const index = indexes[indexInBatch]
    if (!outcome || index === undefined || reported.has(index)) return
    reported.add(index)
    run.onHashed(index, outcome)
  }

  /** Ends a batch. Its files that are not hashed go to the front of the queue. */
  #endBatch({ run, indexes, reported }: Batch): void {
    if (run.open === 0) return
    const left = indexes.filter((index) => !reported.has(index))
    if (left.length > 0 && this.#order[0] !== Command.stop)
      this.#queue.unshift({ run, indexes: left, reported: new Set() })
    else if (--run.open === 0) run.end()
  }

  /** Replaces a thread that ended or hangs. Its current file fails, and the rest of its batch is hashed. */
  #replace(thread: PoolThread, batch: Batch, errno: string): void {
    const index = thread.activity.index[0] ?? NO_FILE
    if (!this.#closed) {
      this.#bytesOfEnded += thread.activity.bytes[0] ?? 0
      this.#threads = this.#threads.map((one) => (one === thread ? this.#start() : one))
      if (index === NO_FILE && ++this.#failedStarts > MOST_FAILED_STARTS * this.size)
        return batch.run.end(new Error('no thread for hashing comes up'))
      this.#report(batch, index, { kind: 'error', errno })
    }
    this.#endBatch(batch)
  }
}

/** The threads end after this time without a request. */
const IDLE_MS = 5_000

/** Digests of single files. The threads start with the first request. */
export class FileDigests {
  readonly #url: URL
  readonly #hangsAfterMs: number | undefined
  #pool: HashPool | undefined
  #open = 0
  #idle: NodeJS.Timeout | undefined

  constructor(url: URL, hangsAfterMs?: number) {
    this.#url = url
    this.#hangsAfterMs = hangsAfterMs
  }

  readonly digestOf = async (path: string, algorithm: Algorithm, signal: AbortSignal): Promise<string> => {
    clearTimeout(this.#idle)
    this.#pool ??= new HashPool(this.#url, undefined, this.#hangsAfterMs)
    this.#open++
    try {
      return await this.#pool.digestOf(path, algorithm, signal)
    } finally {
      if (--this.#open === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const pool = this.#pool
    this.#pool = undefined
    await pool?.close()
  }
}
