import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomic } from '../../lib/index.ts'
import { foldKey } from '../list/index.ts'
import { type FileStat, isSettled } from '../scan/index.ts'

/** What was found of files, by path: a file that still has the same size, times and inode has the same bytes. */
export class DigestTable {
  readonly #rows = new Map<string, readonly [stat: string, digest: string]>()

  constructor(rows: Iterable<DigestRow> = []) {
    for (const [path, stat, digest] of rows) this.#rows.set(path, [stat, digest])
  }

  get size(): number {
    return this.#rows.size
  }

  /** The digest of `path`, if its stat is the one it was hashed with. */
  get(path: string, { key }: Pick<FileStat, 'key'>): string | undefined {
    const row = this.#rows.get(path)
    return row?.[0] === key ? row[1] : undefined
  }

  /** Takes a digest, unless the file is so fresh that a change could leave its stat as it is. */
  add(path: string, stat: FileStat, digest: string, nowMs: number): void {
    if (isSettled(stat, nowMs)) this.#rows.set(path, [stat.key, digest])
  }

  /** Takes over what an earlier table said of a file that is still as it was. */
  carry(path: string, stat: FileStat, digest: string): void {
    this.#rows.set(path, [stat.key, digest])
  }

  equals(other: DigestTable): boolean {
    if (this.size !== other.size) return false
    for (const [path, [key, digest]] of this.#rows) if (other.get(path, { key }) !== digest) return false
    return true
  }

  rows(): DigestRow[] {
    return [...this.#rows].map(([path, [stat, digest]]) => [path, stat, digest])
  }
}

/** Path below the game folder as the disk spells it, `FileStat.key`, digest. */
export type DigestRow = [path: string, stat: string, digest: string]
export const DigestRow = v.tuple([v.string(), v.string(), v.string()])

/** What is kept of a mod in one game folder between checks. */
export interface DigestCache {
  digests: DigestTable
  /** Entries of the last list that was trusted; 0 if there was none. */
  lastGoodCount: number
}

export const noCache = (): DigestCache => ({ digests: new DigestTable(), lastGoodCount: 0 })

const Body = v.object({
  format: v.literal(3),
  lastGoodCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  rows: v.custom<DigestRow[]>(Array.isArray), // the sum says that they are as they were written
})

const sumOf = (body: string): string => createHash('sha1').update(body).digest('hex')

/** The name, without ending, under which a mod's files are kept in `cacheDir`: one per mod and game folder (a real path). */
export const storeName = (cacheDir: string, gameDir: string, modFolder: string): string =>
  join(
    cacheDir,
    createHash('sha256')
      .update(`${gameDir}\0${foldKey(modFolder)}`)
      .digest('hex')
      .slice(0, 32),
  )

/** Reads a cache file. One that is absent, damaged or of another format is as good as none: to hash again only costs time. */
export async function readCache(path: string): Promise<DigestCache> {
  try {
    const text = await readFile(path, 'utf8')
    const end = text.indexOf('\n')
    const body = text.slice(end + 1)
    if (text.slice(0, end) === sumOf(body)) {
      const { rows, lastGoodCount } = v.parse(Body, JSON.parse(body))
      return { digests: new DigestTable(rows), lastGoodCount }
    }
  } catch {
    // as good as none
  }
  return noCache()
}

/** Writes a cache file atomically. What cannot be written only costs time later. */
export async function writeCache(path: string, { digests, lastGoodCount }: DigestCache): Promise<void> {
  const body = JSON.stringify({ format: 3, lastGoodCount, rows: digests.rows() })
  await writeFileAtomic(path, `${sumOf(body)}\n${body}`).catch(() => undefined)
}
