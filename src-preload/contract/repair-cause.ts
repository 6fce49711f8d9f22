/** Why a file could not be repaired. Sizes in bytes. Each kind has its short code, its sentence and its advice. */
export type RepairCause =
  | { kind: 'not-found' }
  | { kind: 'source-refused'; status: number }
  | { kind: 'source-busy'; status: number }
  | { kind: 'source-error'; status: number }
  | { kind: 'unreachable'; errno: string }
  | { kind: 'stalled' }
  | { kind: 'broken-off' }
  | { kind: 'bad-range' }
  /** The source gives another file than the one listed; `bytes` is the size of what came. */
  | { kind: 'source-differs'; bytes: number }
  | { kind: 'insecure-redirect'; host: string }
  | { kind: 'no-source' }
  | { kind: 'bad-source' }
  | { kind: 'insecure-source' }
  /** The source is on this computer or in its network, and the community's service is not. */
  | { kind: 'private-source'; host: string }
  | { kind: 'disk-full'; neededBytes: number; freeBytes: number }
  | { kind: 'disk-error'; errno: string }
  /** One file came twice, each time different: memory or disk spoils it. */
  | { kind: 'memory-or-disk' }
  /** `program` where the system tells. */
  | { kind: 'locked'; program: string | null }
  | { kind: 'no-permission'; errno: string }
  /** It was written, checked, and gone: a virus scanner, most likely. */
  | { kind: 'vanished' }
  | { kind: 'path-too-long' }
  | { kind: 'in-the-way' }
  | { kind: 'unsafe-place' }
  /** The mod's folder is there, but spelled otherwise, on a disk where that is another folder. */
  | { kind: 'folder-case'; folder: string }
  | { kind: 'file-too-large' }
  | { kind: 'list-changed' }
  /** The hash list's entry itself cannot be used. */
  | { kind: 'unusable-entry' }
  | { kind: 'other'; errno: string }

/** The short code that a player can tell support: 1 the source, 2 this computer, 3 the hash list. */
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
  'folder-case': 'R-211',
  other: 'R-299',
  'list-changed': 'R-301',
  'unusable-entry': 'R-302',
}
