import type { Algorithm } from '../list/index.ts'
import type { FileStat } from '../file-stat.ts'
import type { NotRead } from '../open-file.ts'

/** What the pool tells its threads, in shared memory: a thread sees it in the middle of a file. */
export const Command = { go: 0, pause: 1, stop: 2 } as const

/** A file of this size is worth a lane, and an event of its own when it is done. */
export const LONG_BYTES = 64 << 10

/** A file to hash. */
export interface FileToHash {
  /** Absolute. */
  path: string
  /** A file of another size is not read; null: of any. */
  size: number | null
  algorithm: Algorithm
}

/** What became of a file. `stat`: as it was right before the file was read. */
export type HashOutcome = { kind: 'digest'; digest: string; stat: FileStat } | NotRead

/** What a thread answers to a batch: undefined for a file that it did not come to before a pause or a stop. */
export type BatchOutcome = (HashOutcome | undefined)[]

/** A file of a batch that is done while the others are not yet. */
export interface FinishedFile {
  /** In the batch. */
  index: number
  outcome: HashOutcome
}

/** How far a thread is, in shared memory: the file of its batch that it is at, and the bytes that it hashed. */
export interface Activity {
  index: Int32Array
  bytes: Float64Array
}

const BYTES_AT = 8

/** Shared memory for one thread's {@link Activity}. */
export const activityMemory = (): SharedArrayBuffer => new SharedArrayBuffer(16)

export const activityIn = (memory: SharedArrayBuffer): Activity => ({
  index: new Int32Array(memory, 0, 1),
  bytes: new Float64Array(memory, BYTES_AT, 1),
})

/** What a hashing thread is started with. */
export interface WorkerStart {
  command: SharedArrayBuffer
  activity: SharedArrayBuffer
}
