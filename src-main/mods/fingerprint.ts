import { createHash } from 'node:crypto'
import type { ScannedFolder } from './worker/protocol.ts'

/** What a fingerprint is taken of: all that a scan with stats sees of a folder itself. */
export type Printed = Pick<ScannedFolder, 'names' | 'kinds' | 'caseSensitive'> & { stats: BigInt64Array | Int32Array }

/** The fingerprint of a folder's listing. Equal prints: the same names in the same order, of the same kinds, with the same stats. */
export function fingerprintOf({ names, kinds, caseSensitive, stats }: Printed): string {
  const hash = createHash('sha1').update(`${names.length} ${kinds.length} ${caseSensitive}\n`).update(names)
  return hash
    .update(kinds)
    .update(new Uint8Array(stats.buffer, stats.byteOffset, stats.byteLength))
    .digest('hex')
}
