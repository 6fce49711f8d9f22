import type { Algorithm } from '../list/index.ts'

/** What a run tells its threads; stands in shared memory, so a thread sees it in the middle of a file. */
export const Command = { go: 0, pause: 1, stop: 2 } as const

/** Files to hash, all by one algorithm. */
export interface HashBatch {
  algorithm: Algorithm
  files: readonly {
    /** Absolute. */
    path: string
    /** A file of another size is not read; null: of any. */
    size: number | null
  }[]
}

/**
 * What became of a file: its digest (lower-case hex), `size` for one that was not read since its size is not the listed one, an
 * errno for one that could not be read, or null for one that was not come to before a pause or a stop.
 */
export interface HashedFile {
  outcome: string | null
  /** As it was right before the file was read; absent where it could not be opened. */
  stat?: { size: number; key: string }
}

/** A file of a batch that is done while the others are not yet. */
export interface ToldFile {
  at: number
  hashed: HashedFile
}

/** What a thread tells about itself, in shared memory: the file of its batch that it is at, and the bytes that it hashed. */
export interface Activity {
  at: Int32Array
  bytes: Float64Array
}

const BYTES_AT = 8

/** Shared memory for one thread's {@link Activity}. */
export const activityMemory = (): SharedArrayBuffer => new SharedArrayBuffer(16)

export const activityIn = (memory: SharedArrayBuffer): Activity => ({
  at: new Int32Array(memory, 0, 1),
  bytes: new Float64Array(memory, BYTES_AT, 1),
})

/** What a hashing thread is started with. */
export interface WorkerStart {
  command: SharedArrayBuffer
  activity: SharedArrayBuffer
}
