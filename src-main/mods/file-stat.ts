import type { BigIntStats } from 'node:fs'

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
