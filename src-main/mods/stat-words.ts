import { STAT_FIELDS } from './worker/protocol.ts'

/** A stat's numbers as pairs of 32-bit words, low first, {@link STAT_WORDS} from `at` on: compared without making numbers of them. */
export interface StatPlace {
  words: Int32Array
  at: number
}

/** 32-bit words of one stat: size, mtime and ctime in ns, inode. */
export const STAT_WORDS = STAT_FIELDS * 2

const NS_PER_MS = 1e6
const NS_PER_S = 1_000_000_000n

/** The numbers of a worker's answer as words. */
export const wordsOf = ({ buffer, byteOffset, length }: BigInt64Array): Int32Array =>
  new Int32Array(buffer, byteOffset, length * 2)

/** Whether two stats are equal, every bit. */
export function isSameStat(words: Int32Array, at: number, others: Int32Array, otherAt: number): boolean {
  for (let word = 0; word < STAT_WORDS; word++) if (words[at + word] !== others[otherAt + word]) return false
  return true
}

const numberAt = (words: Int32Array, at: number): number => ((words[at] ?? 0) >>> 0) + (words[at + 1] ?? 0) * 2 ** 32

/** The size in bytes; −1 for a file that could not be stat'ed. */
export const sizeAt = (words: Int32Array, at: number): number => numberAt(words, at)

/** A file changed this shortly before it was hashed may change again within the same tick of the disk's clock. */
const TICK_MS = 100
/** Disks with a coarse clock (FAT: two seconds) tell whole seconds only. */
const COARSE_TICK_MS = 2_000

/** Whether a digest may be believed later on: its file must not be so fresh that a change could leave the stat as it is. */
export function isSettled(words: Int32Array, at: number, nowMs: number): boolean {
  const mtimeMs = numberAt(words, at + 2) / NS_PER_MS
  if (mtimeMs < nowMs - COARSE_TICK_MS) return true
  const ns = (BigInt(words[at + 3] ?? 0) << 32n) | BigInt((words[at + 2] ?? 0) >>> 0)
  return ns % NS_PER_S !== 0n && mtimeMs < nowMs - TICK_MS
}
