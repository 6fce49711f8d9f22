import type { Algorithm } from '../hash-list.ts'
import type { SharedMemory } from '../wasm/engine.ts'

/** What a run tells its workers; stands in shared memory, so a worker sees it in the middle of a file. */
export const Command = { go: 0, pause: 1, stop: 2 } as const

/** Algorithms as they cross to a worker: the place in this list. */
export const algorithms: readonly Algorithm[] = ['md5', 'sha1', 'sha256']

/** No path holds it. */
export const SEPARATOR = '\0'

/** One stat crosses as four 64-bit numbers: size, mtime in ns, ctime in ns, inode. */
export const STAT_FIELDS = 4

/** What a worker is started with: the run's command, and the memory that it works in. */
export interface WorkerStart {
  command: SharedArrayBuffer
  memory: SharedMemory
}

/** Files to hash. A file whose size is not the listed one (−1: not listed) is not read. */
export interface HashBatch {
  kind: 'hash'
  /** Absolute path of the folder that `paths` are below. */
  root: string
  /** UTF-8, a {@link SEPARATOR} after each: they cross to a thread far cheaper than strings, and are opened as they are. */
  paths: Uint8Array
  sizes: Float64Array
  /** Of all files: the place in {@link algorithms}. */
  algorithm: number
  /** The listed digests, one after the other; empty where none are known. */
  expected: Uint8Array
  /** The caller wants their stats, as they are right before they are read: it keeps what is found. */
  wantsStats: boolean
}

/** What became of a file in a batch: nothing yet (a run that pauses or stops), the expected digest, or what the notes say. */
export const FileState = { open: 0, same: 1, other: 2 } as const

export interface HashReply {
  kind: 'hash'
  /** {@link FileState} per file. */
  states: Uint8Array
  /** How many have the expected digest. */
  same: number
  /** By place: a hex digest, `size` for a file that was not read, or the errno of one that could not be. */
  notes: Record<number, string>
  /** {@link STAT_FIELDS} numbers per file, as they were before the file was read; the size −1 where they were not asked for. */
  stats: BigInt64Array
}

/** Folders to list, with what is below them, as far as the worker comes. */
export interface ScanBatch {
  kind: 'scan'
  /** Absolute path of the mod's folder. */
  root: string
  /** Below the root, forward slashes; the root itself is ''. */
  folders: string[]
  /** Whether files are stat'ed too. */
  stats: boolean
  /** After so many entries the worker hands back what is left, so that the others can share it. */
  enough: number
}

/** Kinds of directory entries, one digit each. */
export const Kind = { file: 1, folder: 2, link: 3, outside: 4, other: 5, broken: 6 } as const

export interface ScannedFolder {
  path: string
  /** Errno of a folder that cannot be listed. */
  error?: string
  /** Whether two names that differ by case are two files here. */
  caseSensitive: boolean
  /** {@link SEPARATOR} between them. */
  names: string
  /** {@link Kind} per name. */
  kinds: Uint8Array
  /** Per file {@link STAT_FIELDS} numbers, zero for other kinds; empty if there are none. */
  stats: BigInt64Array
  /** `fingerprintOf` this listing; empty if not all stats were asked for. */
  print: string
  /** For links by place: where they lead (below the root), or the errno of a broken one. */
  notes: Record<number, string>
}

export interface ScanReply {
  kind: 'scan'
  folders: ScannedFolder[]
  /** Folders that were found but not listed yet. */
  rest: string[]
}

export type ToWorker = { id: number; batch: HashBatch | ScanBatch } | { end: true }
export type FromWorker = { id: number; reply: HashReply | ScanReply } | { ready: true }

/** Paths as they cross in a batch. */
export const joinPaths = (paths: readonly string[]): Uint8Array => Buffer.from(`${paths.join(SEPARATOR)}${SEPARATOR}`)

/** A batch's paths as strings. */
export const pathsOf = ({ paths }: HashBatch): string[] =>
  Buffer.from(paths.buffer, paths.byteOffset, paths.length - 1)
    .toString()
    .split(SEPARATOR)
