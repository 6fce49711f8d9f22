import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { linesIn, writeFileAtomic } from '../../lib/index.ts'
import { foldKey } from '../list/index.ts'

/** Path below the game folder as the disk spells it, `FileStat.key`, digest. */
export type DigestRow = [path: string, stat: string, digest: string]
export const DigestRow = v.tuple([v.string(), v.string(), v.string()])

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

/**
 * Reads a cache file, and has `take` hear its rows one by one: together they would fill many times the file. One that is absent,
 * damaged or of another format is as good as none: to hash again only costs time.
 * @returns entries of the last list that was trusted, 0 if there was none
 */
export async function readCache(path: string, take?: (row: DigestRow) => void): Promise<number> {
  try {
    const bytes = await readFile(path)
    const end = bytes.lastIndexOf('\n') + 1
    const body = bytes.subarray(0, end)
    // the sum says that the rows are as they were written
    if (createHash('sha1').update(body).digest('hex') === bytes.toString('utf8', end)) {
      const lines = linesIn(body.subarray(0, -1))
      const { lastGoodCount } = v.parse(Head, JSON.parse(lines.next().value ?? ''))
      if (take) for (const line of lines) for (const row of JSON.parse(line) as DigestRow[]) take(row)
      return lastGoodCount
    }
  } catch {
    // as good as none
  }
  return 0
}

/** A cache file's lines: the head, some rows each, and the sum of what is before it. */
function* linesOf(lastGoodCount: number, rows: Iterable<DigestRow>): Iterable<string> {
  const sum = createHash('sha1')
  const lineOf = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`
    sum.update(line)
    return line
  }
  yield lineOf({ format: 4, lastGoodCount } satisfies v.InferOutput<typeof Head>)
  let some: DigestRow[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < ROWS_A_LINE) continue
    yield lineOf(some)
    some = []
  }
  yield lineOf(some)
  yield sum.digest('hex')
}

/** Writes a cache file atomically. What cannot be written only costs time later. */
export async function writeCache(path: string, lastGoodCount: number, rows: Iterable<DigestRow>): Promise<void> {
  await writeFileAtomic(path, linesOf(lastGoodCount, rows)).catch(() => undefined)
}
