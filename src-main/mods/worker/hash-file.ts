import * as crypto from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import type { Algorithm } from '../hash-list.ts'

/** What a reader asks between two buffers. */
export interface Gate {
  /** False while paused and after a stop; does not wait. */
  readonly open: boolean
  /** Waits while paused; false means stop. */
  pass(): boolean
  /** Hears how much was hashed. */
  count(bytes: number): void
}

/** A file's digest and its stat from before it was read; `size` if it was not read, or an errno. */
export interface HashedFile {
  outcome: string
  stat: BigIntStats | undefined
}

/** A file that is open and as long as listed; closed by whom it was given to. */
export interface OpenFile {
  fd: number
  stat: BigIntStats
  size: number
}

/** Thrown out of a file when the run stops. */
export const STOPPED = new Error('stopped')

/** The outcome of a file that changes while it is read. */
export const CHANGED = 'ECHANGED'

/** How often a file that changes while it is read is begun anew. */
export const ATTEMPTS = 2

/** Reading is as fast with this as with more, and the memory stays small whatever the files' sizes. */
const BUFFER_BYTES = 1 << 20

/** To read: a pipe must not block the open, and a link that was put there since the scan is not followed. Both are absent on Windows. */
export const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

let buffer: Buffer | undefined

/** The one-shot digest, where this Node has it (20.12 and later): a quarter less work per small file. */
const oneShot = crypto.hash as typeof crypto.hash | undefined
const digestOf = (algorithm: Algorithm, bytes: Uint8Array): string =>
  oneShot ? oneShot(algorithm, bytes, 'hex') : crypto.createHash(algorithm).update(bytes).digest('hex')

/** The errno of what a disk threw. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'EIO'

/** Opens a file to hash it; what is no file, or has another size than listed (−1: not listed), is not left open. @throws errno errors */
export function openListed(path: string, listedSize: number): OpenFile | HashedFile {
  const fd = openSync(path, OPEN_FLAGS)
  let kept = false
  try {
    const stat = fstatSync(fd, { bigint: true })
    if (!stat.isFile()) return { outcome: stat.isDirectory() ? 'EISDIR' : 'EFTYPE', stat: undefined }
    const size = Number(stat.size)
    if (listedSize >= 0 && size !== listedSize) return { outcome: 'size', stat }
    kept = true
    return { fd, stat, size }
  } finally {
    if (!kept) closeSync(fd)
  }
}

/** Whether a file that was read to its end is still the one that was opened. @throws errno errors */
export function isUnchanged({ fd, stat }: OpenFile): boolean {
  const after = fstatSync(fd, { bigint: true })
  return after.size === stat.size && after.mtimeNs === stat.mtimeNs
}

/** A file that fits the buffer, in one read; undefined if it is not as long as its stat said. */
function hashSmall({ fd, size }: OpenFile, algorithm: Algorithm, into: Buffer, gate: Gate): string | undefined {
  let length = readSync(fd, into, 0, size + 1, null)
  while (length < size) {
    const more = readSync(fd, into, length, size + 1 - length, null)
    if (more === 0) return undefined
    length += more
  }
  if (length !== size) return undefined
  gate.count(length)
  return digestOf(algorithm, into.subarray(0, length))
}

/** A larger file, buffer by buffer; undefined if it changed meanwhile. */
function hashLarge(file: OpenFile, algorithm: Algorithm, into: Buffer, gate: Gate): string | undefined {
  const hash = crypto.createHash(algorithm)
  let total = 0
  for (;;) {
    if (!gate.pass()) throw STOPPED
    const length = readSync(file.fd, into, 0, BUFFER_BYTES, null)
    if (length === 0) break
    hash.update(length === BUFFER_BYTES ? into : into.subarray(0, length))
    gate.count(length)
    total += length
    if (total > file.size) return undefined
  }
  return total === file.size && isUnchanged(file) ? hash.digest('hex') : undefined
}

function attempt(path: string, listedSize: number, algorithm: Algorithm, gate: Gate): HashedFile {
  const file = openListed(path, listedSize)
  if (!('fd' in file)) return file
  buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES)
  try {
    const hash = file.size < BUFFER_BYTES ? hashSmall : hashLarge
    return { outcome: hash(file, algorithm, buffer, gate) ?? CHANGED, stat: file.stat }
  } finally {
    closeSync(file.fd)
  }
}

/**
 * Hashes one file. Never throws for what a disk can do, never waits for a pipe or a device. A file that changes while it is
 * read is read once more, then given up as `ECHANGED`; a folder is `EISDIR`, another thing that is no file `EFTYPE`.
 * @throws STOPPED when the gate says so
 */
export function hashFile(path: string, listedSize: number, algorithm: Algorithm, gate: Gate): HashedFile {
  let last: HashedFile = { outcome: 'EIO', stat: undefined }
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    try {
      last = attempt(path, listedSize, algorithm, gate)
    } catch (error) {
      if (error === STOPPED) throw error
      return { outcome: codeOf(error), stat: undefined }
    }
    if (last.outcome !== CHANGED) return last
  }
  return last
}
