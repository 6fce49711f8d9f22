import { availableParallelism } from 'node:os'
import { WorkerClient } from '../../lib/index.ts'
import type { Algorithm } from '../list/index.ts'
import { Md5Lanes } from './md5/index.ts'
import {
  type Activity,
  activityIn,
  activityMemory,
  Command,
  type HashBatch,
  type HashedFile,
  type ToldFile,
  type WorkerStart,
} from './protocol.ts'

/** A file to hash. */
export interface FileToHash {
  /** Absolute. */
  path: string
  /** A file of another size is not read; null: of any. */
  size: number | null
  algorithm: Algorithm
}

/** Hears each file as it is done, by its place among those that were given. */
export type OnHashed = (place: number, hashed: HashedFile & { outcome: string }) => void

interface Run {
  files: readonly FileToHash[]
  onHashed: OnHashed
  /** Batches that are not done. */
  open: number
  end(error?: Error): void
}

/** A batch, and the places of its files in the run. */
interface Task {
  run: Run
  places: readonly number[]
  /** Those of the places that are told already. */
  told: Set<number>
}

interface Member {
  client: WorkerClient
  activity: Activity
  task: Task | undefined
  /** What the watch last saw of it, and at how many looks in a row. */
  seen: { mark: string; looks: number }
  /** It was given up, since its disk does not answer. */
  hangs: boolean
}

/** More threads than this only make a disk seek. */
const MOST_WORKERS = 16
/** Threads that die in a row without having done anything, after which no more are tried. */
const MOST_STILLBORN = 3
/** A thread that gets nowhere for this long is given up: its disk does not answer. */
const HANGS_AFTER_MS = 60_000
/** Looks at a thread in this time: a computer that slept makes one of many looks fall late, not all. */
const LOOKS = 10
/** Where a thread is that has come to no file of its batch yet. */
const NOWHERE = -1
/** Bounds what V8 sets aside per thread; a file's size does not matter to it. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 256, stackSizeMb: 2 }

const LONG_BYTES = 64 << 10
/** A batch of them, so that the last ones end together. */
const MOST_LONG_BYTES = 16 << 20
const MOST_SHORT = 256

/** Deals files to batches: long ones by size, so that those beside each other end together, then the short ones. */
function dealBatches(files: readonly FileToHash[], workers: number): number[][] {
  const long: number[] = []
  const short = new Map<Algorithm, number[]>()
  for (const [place, { size, algorithm }] of files.entries()) {
    if (algorithm === 'md5' && size !== null && size >= LONG_BYTES) long.push(place)
    else if (!short.get(algorithm)?.push(place)) short.set(algorithm, [place])
  }
  const sizeOf = (place: number) => files[place]?.size ?? 0
  long.sort((a, b) => sizeOf(b) - sizeOf(a))
  const batches: number[][] = []
  for (let at = 0; at < long.length;) {
    const fair = Math.max(1, Math.ceil((long.length - at) / workers))
    const wanted = Math.max(Md5Lanes.width, Math.floor(MOST_LONG_BYTES / sizeOf(long[at] ?? 0)))
    const count = Math.min(fair, wanted)
    batches.push(long.slice(at, at + count))
    at += count
  }
  for (const places of short.values()) {
    const count = Math.min(MOST_SHORT, Math.max(1, Math.ceil(places.length / (workers * 4))))
    for (let at = 0; at < places.length; at += count) batches.push(places.slice(at, at + count))
  }
  return batches
}

/** Threads that hash files. They come up at once, one per core unless told otherwise, and keep the process only while they work. */
export class HashPool {
  readonly size: number
  readonly #url: URL
  readonly #command = new SharedArrayBuffer(4)
  readonly #order = new Int32Array(this.#command)
  readonly #queue: Task[] = []
  readonly #watch: NodeJS.Timeout
  #members: Member[]
  #bytesOfDead = 0
  #closed = false
  #stillborn = 0

  /**
   * @param url the built `hash-worker`
   * @param hangsAfterMs a thread that gets nowhere for this long is given up
   */
  constructor(url: URL, workers = availableParallelism(), hangsAfterMs = HANGS_AFTER_MS) {
    this.size = Math.max(1, Math.min(workers, MOST_WORKERS))
    this.#url = url
    this.#members = Array.from({ length: this.size }, () => this.#start())
    this.#watch = setInterval(() => this.#giveUpHanging(), hangsAfterMs / LOOKS).unref()
  }

  /** Bytes hashed since the pool was opened. */
  get bytes(): number {
    return this.#members.reduce((sum, { activity }) => sum + (activity.bytes[0] ?? 0), this.#bytesOfDead)
  }

  /** The path that some thread reads now. */
  get currentPath(): string | undefined {
    const busy = this.#members.find(({ task }) => task)
    return busy && this.#fileAt(busy)?.path
  }

  get paused(): boolean {
    return this.#order[0] === Command.pause
  }

  /**
   * Hashes files; each is told of exactly once, unless the pool is stopped or `signal` aborts before. A file that a thread died
   * with ends as EWORKER, one whose disk does not answer as ETIMEDOUT.
   * @throws the signal's reason; an Error where no thread comes up
   */
  hash(files: readonly FileToHash[], onHashed: OnHashed, signal?: AbortSignal): Promise<void> {
    const batches = dealBatches(files, this.size)
    if (batches.length === 0 || this.#order[0] === Command.stop) return Promise.resolve()
    return new Promise<void>((resolve, reject) => {
      const abort = () => run.end(signal?.reason as Error)
      const run: Run = {
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
      for (const places of batches) this.#queue.push({ run, places, told: new Set() })
      this.#feed()
    })
  }

  /** The digest of one file, lower-case hex. @throws an Error with an errno as its code; the signal's reason */
  async digestOf(path: string, algorithm: Algorithm, signal?: AbortSignal): Promise<string> {
    let outcome = 'EIO'
    await this.hash([{ path, size: null, algorithm }], (_, hashed) => (outcome = hashed.outcome), signal)
    if (outcome.startsWith('E')) throw Object.assign(new Error(`${outcome}: ${path}`), { code: outcome })
    return outcome
  }

  /** Every thread waits after the piece that it is reading. */
  pause(): void {
    if (this.#order[0] === Command.go) this.#tell(Command.pause)
  }

  resume(): void {
    if (this.#order[0] === Command.pause) this.#tell(Command.go)
    this.#feed()
  }

  /** Ends all runs after the pieces that are being read; what is not done by then is not told. */
  stop(): void {
    this.#tell(Command.stop)
    for (const { run } of this.#queue.splice(0)) if (--run.open === 0) run.end()
  }

  #giveUpHanging(): void {
    for (const member of this.#members) {
      const { task, activity, seen } = member
      const mark = `${task?.places[0]}/${activity.at[0]}/${activity.bytes[0]}`
      const hangs = task && !this.paused && mark === seen.mark
      member.seen = { mark, looks: hangs ? seen.looks + 1 : 0 }
      if (member.seen.looks < LOOKS) continue
      member.hangs = true
      member.client.abandon('the disk does not answer')
    }
  }

  /** Ends the threads. */
  close(): void {
    this.#closed = true
    clearInterval(this.#watch)
    this.stop()
    for (const { client } of this.#members) void client.terminate()
  }

  #tell(command: number): void {
    Atomics.store(this.#order, 0, command)
    Atomics.notify(this.#order, 0)
  }

  #start(): Member {
    const activity = activityMemory()
    const workerData: WorkerStart = { command: this.#command, activity }
    const client = new WorkerClient(this.#url, { workerData, resourceLimits })
    return { client, activity: activityIn(activity), task: undefined, seen: { mark: '', looks: 0 }, hangs: false }
  }

  #feed(): void {
    for (const member of this.#members) {
      if (this.#order[0] !== Command.go) return
      if (member.task) continue
      let task = this.#queue.shift()
      while (task?.run.open === 0) task = this.#queue.shift() // of a run that was aborted
      if (task) void this.#work(member, task)
    }
  }

  #fileAt({ task, activity }: Member): FileToHash | undefined {
    return task?.run.files[task.places[activity.at[0] ?? 0] ?? -1]
  }

  async #work(member: Member, task: Task): Promise<void> {
    member.task = task
    Atomics.store(member.activity.at, 0, NOWHERE)
    const { run, places } = task
    const files = places.map((place) => run.files[place] as FileToHash)
    try {
      const batch: HashBatch = { algorithm: files[0]?.algorithm ?? 'md5', files }
      const onTold = (told: unknown) => {
        const { at, hashed } = told as ToldFile
        this.#tellOf(task, at, hashed)
      }
      const results = await member.client.call<HashedFile[]>('hash', batch, { onTold })
      this.#stillborn = 0
      this.#record(task, results)
    } catch {
      this.#bury(member, task)
    } finally {
      member.task = undefined
      this.#feed()
    }
  }

  #record(task: Task, results: readonly HashedFile[]): void {
    for (const at of task.places.keys()) this.#tellOf(task, at, results[at] ?? { outcome: null })
    this.#close(task)
  }

  #tellOf({ run, places, told }: Task, at: number, { outcome, stat }: HashedFile): void {
    const place = places[at]
    if (outcome === null || place === undefined || told.has(place)) return
    told.add(place)
    run.onHashed(place, { outcome, stat })
  }

  /** A batch is over; what is left of it comes first when the pool goes on. */
  #close({ run, places, told }: Task): void {
    if (run.open === 0) return
    const left = places.filter((place) => !told.has(place))
    if (left.length > 0 && this.#order[0] !== Command.stop) this.#queue.unshift({ run, places: left, told: new Set() })
    else if (--run.open === 0) run.end()
  }

  /** The file that a thread is lost with is told so; the others of its batch are hashed by a new thread. */
  #bury(member: Member, task: Task): void {
    const at = member.activity.at[0] ?? NOWHERE
    if (!this.#closed) {
      this.#bytesOfDead += member.activity.bytes[0] ?? 0
      this.#members = this.#members.map((one) => (one === member ? this.#start() : one))
      if (at === NOWHERE && ++this.#stillborn > MOST_STILLBORN * this.size)
        return task.run.end(new Error('no thread for hashing comes up'))
      this.#tellOf(task, at, { outcome: member.hangs ? 'ETIMEDOUT' : 'EWORKER' })
    }
    this.#close(task)
  }
}
