/** Why a file could not be repaired. Sizes in bytes. Each kind has a short code, a sentence and advice. */
export type RepairCause =
  | { kind: 'not-found' }
  | { kind: 'source-refused'; status: number }
  | { kind: 'source-busy'; status: number }
  | { kind: 'source-error'; status: number }
  | { kind: 'offline' }
  | { kind: 'name-not-found'; host: string }
  | { kind: 'bad-certificate'; host: string; errno: string }
  | { kind: 'unreachable'; errno: string }
  | { kind: 'stalled' }
  /** The download was too slow to ever finish. */
  | { kind: 'too-slow' }
  | { kind: 'broken-off' }
  | { kind: 'bad-range' }
  /** The source sent a file that differs from the list. `bytes` is the size of the received file. */
  | { kind: 'source-differs'; bytes: number }
  | { kind: 'insecure-redirect'; host: string }
  | { kind: 'no-source' }
  | { kind: 'bad-source' }
  | { kind: 'insecure-source' }
  /** The source is on this computer or in its network, but the community's service is not. */
  | { kind: 'private-source'; host: string }
  | { kind: 'disk-full'; neededBytes: number; freeBytes: number }
  | { kind: 'disk-error'; errno: string }
  /** Two downloads of one file differ, so memory or disk is faulty. */
  | { kind: 'memory-or-disk' }
  /** `program`: the program that uses the file, if known. */
  | { kind: 'locked'; program: string | null }
  | { kind: 'no-permission'; errno: string }
  /** The file disappeared after it was written and checked. The likely cause is a virus scanner. */
  | { kind: 'vanished' }
  | { kind: 'path-too-long' }
  | { kind: 'in-the-way' }
  | { kind: 'unsafe-place' }
  /** The mod's folder has other upper and lower case, and the disk is case-sensitive. */
  | { kind: 'folder-case'; folder: string }
  /** The folder with the mods is gone. Its disk was probably disconnected. */
  | { kind: 'folder-gone' }
  | { kind: 'file-too-large' }
  /** The name of the part file is taken by a hard link to another file, or by something that is not a file. */
  | { kind: 'foreign-part'; part: string }
  | { kind: 'list-changed' }
  /** The entry of the hash list cannot be used. */
  | { kind: 'unusable-entry' }
  | { kind: 'other'; errno: string }

/** Short codes for support: 1xx the source, 2xx this computer, 3xx the hash list. */
export const repairCodes: Record<RepairCause['kind'], `R-${number}`> = {
  'not-found': 'R-101',
  'source-refused': 'R-102',
  'source-busy': 'R-103',
  'source-error': 'R-104',
  unreachable: 'R-105',
  stalled: 'R-106',
  'broken-off': 'R-107',
  'bad-range': 'R-108',
  'source-differs': 'R-109',
  'insecure-redirect': 'R-110',
  'no-source': 'R-111',
  'bad-source': 'R-112',
  'insecure-source': 'R-113',
  'private-source': 'R-114',
  offline: 'R-115',
  'name-not-found': 'R-116',
  'bad-certificate': 'R-117',
  'too-slow': 'R-118',
  'disk-full': 'R-201',
  'disk-error': 'R-202',
  'memory-or-disk': 'R-203',
  locked: 'R-204',
  'no-permission': 'R-205',
  vanished: 'R-206',
  'path-too-long': 'R-207',
  'in-the-way': 'R-208',
  'unsafe-place': 'R-209',
  'file-too-large': 'R-210',
  'foreign-part': 'R-212',
  'folder-case': 'R-211',
  'folder-gone': 'R-213',
  other: 'R-299',
  'list-changed': 'R-301',
  'unusable-entry': 'R-302',
}

type Outcome = { stopped: 'by-player' | RepairCause | null } | null | undefined

/** What stopped a repair before its end; undefined if nothing did, or the player. */
export function stopCause(outcome: Outcome) {
  const stopped = outcome?.stopped ?? undefined
  return stopped === 'by-player' ? undefined : stopped
}

/** True if a repair has stopped and can be resumed, by the player or because something stopped all of it. */
export function mayResume(repair: { phase: string; outcome: Outcome } | undefined): boolean {
  if (repair?.phase !== 'ended') return repair?.phase === 'paused' || repair?.phase === 'interrupted'
  const cause = stopCause(repair.outcome)
  return cause !== undefined && cause.kind !== 'list-changed'
}
