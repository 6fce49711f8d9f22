import type { Algorithm } from '../list/index.ts'
import type { FileStat } from '../files/index.ts'
import type { NotRead } from '../files/index.ts'

/** The pool's commands to its threads. They are in shared memory, so a thread sees them in the middle of a file. */
export const Command = { go: 0, pause: 1, stop: 2 } as const

/** A file of at least this size gets a lane, and its own event when it is done. */
export const LONG_BYTES = 64 << 10

export interface FileToHash {
  /** Absolute. */
  path: string
  /** A file of another size is not read. If null, the size does not matter. */
  size: number | null
  algorithm: Algorithm
}

/** The outcome for a file. `stat`: from immediately before the file was read. */
export type HashOutcome = { kind: 'digest'; digest: string; stat: FileStat } | NotRead

/** A thread's answer to a batch. Undefined for a file that it did not begin before a pause or a stop. */
export type BatchOutcome = (HashOutcome | undefined)[]

/** A file that is done before the rest of its batch. */
export interface FinishedFile {
  /** The file's index in the batch. */
  index: number
  outcome: HashOutcome
}

/** A thread's progress, in shared memory: the index of its current file in the batch, and the number of bytes that it has hashed. */
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

export interface WorkerStart {
  command: SharedArrayBuffer
  activity: SharedArrayBuffer
}
