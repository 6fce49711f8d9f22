import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { linesIn, writeFileAtomic } from '../../lib/index.ts'
import { foldKey } from '../list/index.ts'
import { type FileStat, isSettled } from '../scan/index.ts'

/** What was found of files, by path: a file that still has the same size, times and inode has the same bytes. */
export class DigestTable {
  readonly #rows = new Map<string, Readonly<{ stat: string; digest: string }>>()

  constructor(rows: Iterable<DigestRow> = []) {
    for (const [path, stat, digest] of rows) this.#rows.set(path, { stat, digest })
  }

  get size(): number {
    return this.#rows.size
  }

  /** The digest of `path`, if its stat is the one it was hashed with. */
  get(path: string, { key }: Pick<FileStat, 'key'>): string | undefined {
    const row = this.#rows.get(path)
    return row?.stat === key ? row.digest : undefined
  }

  /** Takes a digest, unless the file is so fresh that a change could leave its stat as it is. */
  add(path: string, stat: FileStat, digest: string, nowMs: number): void {
    if (isSettled(stat, nowMs)) this.#rows.set(path, { stat: stat.key, digest })
  }

  /** Takes over what an earlier table says of a file that is still as it was. */
  carry(path: string, earlier: DigestTable): void {
    const row = earlier.#rows.get(path)
    if (row) this.#rows.set(path, row)
  }

  equals(other: DigestTable): boolean {
    if (this.size !== other.size) return false
    for (const [path, { stat, digest }] of this.#rows) if (other.get(path, { key: stat }) !== digest) return false
    return true
  }

  *rows(): Iterable<DigestRow> {
    for (const [path, { stat, digest }] of this.#rows) yield [path, stat, digest]
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

const Head = v.object({ format: v.literal(4), lastGoodCount: v.pipe(v.number(), v.integer(), v.minValue(0)) })

const ROWS_A_LINE = 500

/** The name, without ending, under which a mod's files are kept in `cacheDir`: one per mod and game folder (a real path). */
export const storeName = (cacheDir: string, gameDir: string, modFolder: string): string =>
  join(
    cacheDir,
    createHash('sha256')
      .update(`${gameDir}\0${foldKey(modFolder)}`)
      .digest('hex')
      .slice(0, 32),
  )

/** The sum of a cache file says that its rows are as they were written. */
function* rowsIn(lines: Iterable<string>): Generator<DigestRow> {
  for (const line of lines) yield* JSON.parse(line) as DigestRow[]
}

/** Reads a cache file, also without its digests. One that is absent, damaged or of another format is as good as none: to hash again only costs time. */
export async function readCache(path: string, withDigests = true): Promise<DigestCache> {
  try {
    const bytes = await readFile(path)
    const end = bytes.lastIndexOf('\n') + 1
    const body = bytes.subarray(0, end)
    if (createHash('sha1').update(body).digest('hex') === bytes.toString('utf8', end)) {
      const lines = linesIn(body.subarray(0, -1))
      const { lastGoodCount } = v.parse(Head, JSON.parse(lines.next().value ?? ''))
      return { digests: new DigestTable(withDigests ? rowsIn(lines) : []), lastGoodCount }
    }
  } catch {
    // as good as none
  }
  return noCache()
}

/** A cache file's lines: the head, some rows each, and the sum of what is before it. */
function* linesOf({ digests, lastGoodCount }: DigestCache): Iterable<string> {
  const sum = createHash('sha1')
  const lineOf = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`
    sum.update(line)
    return line
  }
  yield lineOf({ format: 4, lastGoodCount } satisfies v.InferOutput<typeof Head>)
  let rows: DigestRow[] = []
  for (const row of digests.rows()) {
    rows.push(row)
    if (rows.length < ROWS_A_LINE) continue
    yield lineOf(rows)
    rows = []
  }
  yield lineOf(rows)
  yield sum.digest('hex')
}

/** Writes a cache file atomically. What cannot be written only costs time later. */
export async function writeCache(path: string, cache: DigestCache): Promise<void> {
  await writeFileAtomic(path, linesOf(cache)).catch(() => undefined)
}
