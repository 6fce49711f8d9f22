import type { RepairCause } from '../../../src-preload/contract/repair.ts'
import { repairCodes } from '../../../src-preload/contract/repair-cause.ts'
import { errnoOf } from '../../lib/index.ts'

/** What may help: nothing, resuming where it broke off, or fetching the file from its start. */
export type Remedy = 'none' | 'resume' | 'restart'

/** One file could not be repaired (yet): the cause that the player sees, and what may help. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
  readonly reason: RepairCause
  readonly remedy: Remedy
  /** The source asked for this pause before the next try, in milliseconds. */
  readonly waitMs: number | undefined

  constructor(reason: RepairCause, remedy: Remedy = 'none', waitMs?: number, options?: ErrorOptions) {
    super(reason.kind, options)
    this.reason = reason
    this.remedy = remedy
    this.waitMs = waitMs
  }
}

export const isTrouble = (error: unknown): error is Trouble => error instanceof Trouble

/** Whether another source may give what this one did not. */
export const isOfSource = (kind: RepairCause['kind']): boolean => repairCodes[kind].startsWith('R-1')

/** Errno names of a file that another program holds, or a scanner looks at: worth another try. */
export const LOCKED: readonly string[] = ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY']

/** Turns an error of the disk into a `Trouble` with its cause. Any other error comes back as it is. */
export function diskTrouble(error: unknown): unknown {
  if (isTrouble(error)) return error
  const errno = errnoOf(error)
  const cause = causeOf(errno)
  return cause ? new Trouble(cause, 'none', undefined, { cause: error }) : error
}

/** The cause behind an errno, where it is known. */
export function causeOf(errno: string): RepairCause | undefined {
  switch (errno) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'disk-full', neededBytes: 0, freeBytes: 0 }
    case 'EFBIG':
      return { kind: 'file-too-large' }
    case 'EIO':
    case 'ENXIO':
      return { kind: 'disk-error', errno }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { kind: 'no-permission', errno }
    case 'EBUSY':
    case 'ETXTBSY':
      return { kind: 'locked', program: null }
    case 'ENAMETOOLONG':
      return { kind: 'path-too-long' }
    case 'EISDIR':
    case 'ENOTDIR':
    case 'EEXIST':
      return { kind: 'in-the-way' }
    case 'ELOOP':
      return { kind: 'unsafe-place' }
    default:
      return errno ? { kind: 'other', errno } : undefined
  }
}
