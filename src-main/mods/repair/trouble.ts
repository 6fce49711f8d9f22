import type { RepairCause, RepairOutcome } from '../../../src-preload/contract/repair.ts'
import { repairCodes } from '../../../src-preload/contract/repair-cause.ts'
import { errnoOf } from '../../lib/index.ts'

/** What may help: nothing, resuming at the current offset, or fetching the file from its start. */
export type Remedy = 'none' | 'resume' | 'restart'

/** One file could not be repaired (yet): the cause that the player sees, and what may help. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  readonly reason: RepairCause
  readonly remedy: Remedy
  /** The pause before the next attempt that the source asked for, in milliseconds. */
  readonly waitMs: number | undefined

  constructor(reason: RepairCause, remedy: Remedy = 'none', waitMs?: number, options?: ErrorOptions) {
    super(reason.kind, options)
    this.reason = reason
    this.remedy = remedy
    this.waitMs = waitMs
  }
}

export const isTrouble = (error: unknown): error is Trouble => error instanceof Trouble

/** True if another source may provide the file. */
export const isOfSource = (kind: RepairCause['kind']): boolean => repairCodes[kind].startsWith('R-1')

/** Causes that pass by themselves: of the network, of its disturbers such as a router's sign-in page, and of a source for a while. */
const PASSING: readonly RepairCause['kind'][] = [
  'offline',
  'name-not-found',
  'unreachable',
  'stalled',
  'too-slow',
  'broken-off',
  'bad-certificate',
  'insecure-redirect',
  'private-source',
  'source-busy',
  'source-error',
]

export const isPassing = ({ kind }: RepairCause): boolean => PASSING.includes(kind)

/** True if a repair left files that may come later without the player. */
export function mayComeLater(outcome: RepairOutcome | null | undefined): boolean {
  if (!outcome || outcome.stopped === 'by-player') return false
  return outcome.stopped ? isPassing(outcome.stopped) : outcome.troubles.some(({ cause }) => isPassing(cause))
}

/** Errno names of a file that another program or a virus scanner holds. Another attempt may succeed. */
export const LOCKED: readonly string[] = ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY']

/** The trouble that an error is, also as an error of the disk. @throws any other error */
export function troubleOf(error: unknown): Trouble {
  if (isTrouble(error)) return error
  const cause = causeOf(errnoOf(error))
  if (!cause) throw error
  return new Trouble(cause, 'none', undefined, { cause: error })
}

const CAUSES: Record<string, RepairCause> = {
  ENOSPC: { kind: 'disk-full', neededBytes: 0, freeBytes: 0 },
  EDQUOT: { kind: 'disk-full', neededBytes: 0, freeBytes: 0 },
  EFBIG: { kind: 'file-too-large' },
  EIO: { kind: 'disk-error', errno: 'EIO' },
  ENXIO: { kind: 'disk-error', errno: 'ENXIO' },
  EACCES: { kind: 'no-permission', errno: 'EACCES' },
  EPERM: { kind: 'no-permission', errno: 'EPERM' },
  EROFS: { kind: 'no-permission', errno: 'EROFS' },
  EBUSY: { kind: 'locked', program: null },
  ETXTBSY: { kind: 'locked', program: null },
  ENAMETOOLONG: { kind: 'path-too-long' },
  EISDIR: { kind: 'in-the-way' },
  ENOTDIR: { kind: 'in-the-way' },
  EEXIST: { kind: 'in-the-way' },
  ELOOP: { kind: 'unsafe-place' },
}

/** The cause of an errno; undefined if it is not an errno. */
export const causeOf = (errno: string): RepairCause | undefined =>
  errno ? (CAUSES[errno] ?? { kind: 'other', errno }) : undefined

/** The pause after the network has failed a mod this often. */
export const pauseAfter = (losses: number): number => Math.min(600_000, 30_000 * 2 ** (losses - 1))
