import type { StatPlace } from './disk-tree.ts'
import { STAT_FIELDS } from './worker/protocol.ts'

/** Digests of files by path and stat: one that still has the same size, times and inode has the same bytes. */
export interface DigestTable {
  readonly size: number
  /** The digest of `path`, if its stat is the one it was hashed with. */
  get(path: string, stat: StatPlace): string | undefined
  set(path: string, stat: StatPlace, digest: string): void
  /** All rows in order, for storage. */
  rows(): { paths: string[]; stats: BigInt64Array; digests: string[] }
}

/** Makes an empty table, or one from stored rows. */
export function createTable(
  stored: ReturnType<DigestTable['rows']> = { paths: [], stats: new BigInt64Array(), digests: [] },
): DigestTable {
  const places = new Map<string, number>()
  const paths: string[] = []
  const digests: string[] = []
  let stats = new BigInt64Array(Math.max(stored.stats.length, 64 * STAT_FIELDS))
  const isSame = (place: number, { stats: others, at }: StatPlace): boolean => {
    for (let field = 0; field < STAT_FIELDS; field++)
      if (stats[place * STAT_FIELDS + field] !== others[at + field]) return false
    return true
  }
  const grow = () => {
    const larger = new BigInt64Array(stats.length * 2)
    larger.set(stats)
    stats = larger
  }
  const set: DigestTable['set'] = (path, stat, digest) => {
    const place = places.get(path) ?? paths.length
    if ((place + 1) * STAT_FIELDS > stats.length) grow()
    places.set(path, place)
    paths[place] = path
    digests[place] = digest
    for (let field = 0; field < STAT_FIELDS; field++)
      stats[place * STAT_FIELDS + field] = stat.stats[stat.at + field] ?? 0n
  }
  for (const [place, path] of stored.paths.entries())
    set(path, { stats: stored.stats, at: place * STAT_FIELDS }, stored.digests[place] ?? '')
  return {
    get size() {
      return paths.length
    },
    get(path, stat) {
      const place = places.get(path)
      return place !== undefined && isSame(place, stat) ? digests[place] : undefined
    },
    set,
    rows: () => ({ paths, stats: stats.slice(0, paths.length * STAT_FIELDS), digests }),
  }
}
