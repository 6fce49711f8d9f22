import type { BigIntStats } from 'node:fs'

/** What tells one state of a file from another: size, times of its content and of anything about it, and inode. */
export interface FileStat {
  size: number
  /** Equal keys: the same size, mtime and ctime in nanoseconds, and inode. */
  key: string
}

export const fileStat = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): FileStat => ({
  size: Number(size),
  key: [size, mtimeNs, ctimeNs, ino].join(' '), // one short text, where a template's parts would stay beside it
})

/** A file changed this shortly before it was hashed may change again within the same tick of the disk's clock. */
const TICK_MS = 100
/** Disks with a coarse clock (FAT: two seconds) tell whole seconds only. */
const COARSE_TICK_MS = 2_000
const NS_PER_MS = 1_000_000n

/**
 * Whether a digest may be believed later on: its file must not be so fresh that a change could leave the stat as it is. Of a file
 * whose mtime was set to a time to come the ctime says when that was; a disk without ctimes tells none, or one before 1970.
 */
export function isSettled({ key }: FileStat, nowMs: number): boolean {
  const [, mtimeNs = 0n, ctimeNs = 0n] = key.split(' ').map(BigInt)
  const isAhead = Number(mtimeNs / NS_PER_MS) > nowMs + COARSE_TICK_MS && ctimeNs > 0n
  const changedNs = isAhead ? ctimeNs : mtimeNs
  const changedMs = Number(changedNs / NS_PER_MS)
  if (changedMs < nowMs - COARSE_TICK_MS) return true
  return changedNs % (1000n * NS_PER_MS) !== 0n && changedMs < nowMs - TICK_MS
}
