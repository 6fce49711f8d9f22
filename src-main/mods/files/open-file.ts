import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The facts that tell one state of a file from another: its size, mtime, ctime and inode. */
export interface FileStat {
  size: number
  /** Equal keys: the same size, mtime and ctime in nanoseconds, and inode. */
  key: string
}

export const fileStat = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): FileStat => ({
  size: Number(size),
  key: [size, mtimeNs, ctimeNs, ino].join(' '), // a template string would keep its parts in memory
})

/** A file that changed this shortly before it was hashed may change again within the same tick of the disk's clock. */
const TICK_MS = 100
/** Disks with a coarse clock (FAT: two seconds) store whole seconds only. */
const COARSE_TICK_MS = 2_000
const NS_PER_MS = 1_000_000n

/**
 * True if a later check may use the file's digest: the file must be old enough that every later change alters its stat. If the mtime was
 * set to a future time, the ctime counts. A disk without ctimes reports none, or one before 1970.
 */
export function isSettled({ key }: FileStat, nowMs: number): boolean {
  const [, mtimeNs = 0n, ctimeNs = 0n] = key.split(' ').map(BigInt)
  const isAhead = Number(mtimeNs / NS_PER_MS) > nowMs + COARSE_TICK_MS && ctimeNs > 0n
  const changedNs = isAhead ? ctimeNs : mtimeNs
  const changedMs = Number(changedNs / NS_PER_MS)
  if (changedMs < nowMs - COARSE_TICK_MS) return true
  return changedNs % (1000n * NS_PER_MS) !== 0n && changedMs < nowMs - TICK_MS
}

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
