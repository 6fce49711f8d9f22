import * as crypto from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import type { Algorithm } from '../hash-list.ts'

/** What the reader asks between two buffers: wait here while paused; false means stop. Also hears how much was hashed. */
export interface Gate {
  pass(): boolean
  count(bytes: number): void
}

/** A file's digest and its stat from before it was read; `size` if it was not read, or an errno. */
export interface HashedFile {
  outcome: string
  stat: BigIntStats | undefined
}

/** Thrown out of a file when the run stops. */
export const STOPPED = new Error('stopped')

/** Reading is as fast with this as with more, and the memory stays small whatever the files' sizes. */
const BUFFER_BYTES = 1 << 20

/** A pipe must not block the open, and a link that was put there since the scan is not followed. Both are absent on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** How often a file that changes while it is read is begun anew. */
const ATTEMPTS = 2

const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)

/** The one-shot digest, where this Node has it (20.12 and later): a quarter less work per small file. */
const oneShot = crypto.hash as typeof crypto.hash | undefined
const digestOf = (algorithm: Algorithm, bytes: Uint8Array): string =>
  oneShot ? oneShot(algorithm, bytes, 'hex') : crypto.createHash(algorithm).update(bytes).digest('hex')

const refuseKind = (stat: BigIntStats): string => (stat.isDirectory() ? 'EISDIR' : 'EFTYPE')

/** A file that fits the buffer, in one read; undefined if it is not as long as its stat said. */
function hashSmall(fd: number, size: number, algorithm: Algorithm, gate: Gate): string | undefined {
  let length = readSync(fd, buffer, 0, size + 1, null)
  while (length < size) {
    const more = readSync(fd, buffer, length, size + 1 - length, null)
    if (more === 0) return undefined
    length += more
  }
  if (length !== size) return undefined
  gate.count(length)
  return digestOf(algorithm, buffer.subarray(0, length))
}

/** A larger file, buffer by buffer; undefined if it changed meanwhile. */
function hashLarge(fd: number, before: BigIntStats, algorithm: Algorithm, gate: Gate): string | undefined {
  const hash = crypto.createHash(algorithm)
  let total = 0
  for (;;) {
    if (!gate.pass()) throw STOPPED
    const length = readSync(fd, buffer, 0, BUFFER_BYTES, null)
    if (length === 0) break
    hash.update(length === BUFFER_BYTES ? buffer : buffer.subarray(0, length))
    gate.count(length)
    total += length
    if (total > Number(before.size)) return undefined
  }
  const after = fstatSync(fd, { bigint: true })
  const same = BigInt(total) === before.size && after.size === before.size && after.mtimeNs === before.mtimeNs
  return same ? hash.digest('hex') : undefined
}

function hashOpen(fd: number, listedSize: number, algorithm: Algorithm, gate: Gate): HashedFile {
  const stat = fstatSync(fd, { bigint: true })
  if (!stat.isFile()) return { outcome: refuseKind(stat), stat: undefined }
  const size = Number(stat.size)
  if (listedSize >= 0 && size !== listedSize) return { outcome: 'size', stat }
  const digest = size < BUFFER_BYTES ? hashSmall(fd, size, algorithm, gate) : hashLarge(fd, stat, algorithm, gate)
  return { outcome: digest ?? 'ECHANGED', stat }
}

function attempt(path: string, listedSize: number, algorithm: Algorithm, gate: Gate): HashedFile {
  const fd = openSync(path, FLAGS)
  try {
    return hashOpen(fd, listedSize, algorithm, gate)
  } finally {
    closeSync(fd)
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
      return { outcome: (error as NodeJS.ErrnoException).code ?? 'EIO', stat: undefined }
    }
    if (last.outcome !== 'ECHANGED') return last
  }
  return last
}
