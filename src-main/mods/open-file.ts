import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type FileStat, fileStat } from './file-stat.ts'

/**
 * Opens for reading. A pipe must not block the open, and a link that replaced the file since the scan must not be followed. Windows has
 * neither flag.
 */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Why a file was not read: it is not a regular file, cannot be opened, or does not have the listed size. */
export type NotRead = { kind: 'wrong-size'; stat: FileStat } | { kind: 'error'; errno: string }

/** An open file of the listed size, which is read from its start. */
export class OpenFile {
  readonly #fd: number
  readonly stat: FileStat
  #read = 0

  private constructor(fd: number, stat: FileStat) {
    this.#fd = fd
    this.stat = stat
  }

  /** Opens a regular file of the listed size (null: of any size). @throws errno errors */
  static open(path: string, listedSize: number | null): OpenFile | NotRead {
    const fd = openSync(path, READ_FLAGS)
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
   * Fills `into`, and returns the number of bytes; fewer only at the file's end. Undefined if the file has changed since it was opened.
   * @throws errno errors
   */
  read(into: Uint8Array): number | undefined {
    const { size } = this.stat
    const isFirst = this.#read === 0
    let held = 0
    while (held < into.length) {
      const wanted = Math.min(into.length - held, size - this.#read + 1) // one more byte shows if the file has grown
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

  close(): void {
    try {
      closeSync(this.#fd)
    } catch {
      // nothing was written
    }
  }
}
