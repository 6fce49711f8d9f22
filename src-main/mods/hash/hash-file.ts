import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { errnoOutcome } from '../../lib/index.ts'
import type { Algorithm } from '../list/index.ts'
import { type FileStat, fileStat } from '../scan/index.ts'
import type { FileToHash, HashOutcome } from './protocol.ts'

/** To read: a pipe must not block the open, and a link that was put there since the scan is not followed. Both are absent on Windows. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Of a file that changes while it is read. */
const CHANGED: HashOutcome = { kind: 'error', errno: 'ECHANGED' }
const MOST_TRIES = 2
const BUFFER_BYTES = 1 << 20

/** A file that is open, as long as listed, and read from its begin. */
export class OpenFile {
  readonly #fd: number
  readonly stat: FileStat
  #read = 0

  private constructor(fd: number, stat: FileStat) {
    this.#fd = fd
    this.stat = stat
  }

  /** What is no file, or has another size than listed (null: not listed), is not left open. @throws errno errors */
  static open(path: string, listedSize: number | null): OpenFile | HashOutcome {
    const fd = openSync(path, OPEN_FLAGS)
    let kept = false
    try {
      const stats = fstatSync(fd, { bigint: true })
      if (!stats.isFile()) return { kind: 'error', errno: stats.isDirectory() ? 'EISDIR' : 'EFTYPE' }
      const stat = fileStat(stats)
      if (listedSize !== null && stat.size !== listedSize) return { kind: 'wrong-size', stat }
      kept = true
      return new OpenFile(fd, stat)
    } finally {
      if (!kept) closeSync(fd)
    }
  }

  /**
   * Fills `into` as far as the file goes; less only at its end. Undefined for a file that is not what it was when it was opened.
   * @throws errno errors
   */
  read(into: Uint8Array): number | undefined {
    const { size } = this.stat
    const isFirst = this.#read === 0
    let held = 0
    while (held < into.length) {
      const wanted = Math.min(into.length - held, size - this.#read + 1) // one more would show that it has grown
      const got = readSync(this.#fd, into, held, wanted, null)
      held += got
      this.#read += got
      if (this.#read > size) return undefined
      if (got === 0 || (got < wanted && this.#read === size)) break
    }
    if (held === into.length) return held
    return this.#read === size && (isFirst || this.#isUnchanged()) ? held : undefined
  }

  #isUnchanged(): boolean {
    return fileStat(fstatSync(this.#fd, { bigint: true })).key === this.stat.key
  }

  /** What a disk says at the close of a file that was read changes nothing. */
  close(): void {
    try {
      closeSync(this.#fd)
    } catch {
      // nothing was written
    }
  }
}

let buffer: Buffer | undefined

/** Reads an open file by `node:crypto`; undefined where `goOn` says to stop. @throws errno errors */
function readAndHash(file: OpenFile, algorithm: Algorithm, goOn: (bytes: number) => boolean): HashOutcome | undefined {
  buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES)
  const hash = createHash(algorithm)
  for (;;) {
    const held = file.read(buffer)
    if (held === undefined) return CHANGED
    hash.update(held === BUFFER_BYTES ? buffer : buffer.subarray(0, held))
    const isMore = goOn(held)
    if (held < BUFFER_BYTES) return { kind: 'digest', digest: hash.digest('hex'), stat: file.stat }
    if (!isMore) return undefined
  }
}

/**
 * Hashes a file; undefined where `goOn` says to stop. Never throws for what a disk can do, never waits for a pipe or a device. A
 * file that changes while it is read is read once more, then given up.
 */
export function hashFile(
  { path, size, algorithm }: FileToHash,
  goOn: (bytes: number) => boolean,
): HashOutcome | undefined {
  for (let tries = 1; ; tries++) {
    let file: OpenFile | undefined
    try {
      const opened = OpenFile.open(path, size)
      if (!(opened instanceof OpenFile)) return opened
      file = opened
      const outcome = readAndHash(file, algorithm, goOn)
      if (outcome !== CHANGED || tries === MOST_TRIES) return outcome
    } catch (error) {
      return { kind: 'error', errno: errnoOutcome(error) }
    } finally {
      file?.close()
    }
  }
}
