import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { linesIn, writeFileAtomic } from '../../lib/index.ts'
import { foldKey } from '../list/index.ts'

/** A path below the game folder with the disk's spelling, its `FileStat.key`, and its digest. */
export type DigestRow = [path: string, stat: string, digest: string]
export const DigestRow = v.tuple([v.string(), v.string(), v.string()])

const Head = v.object({ format: v.literal(5), lastGoodCount: v.pipe(v.number(), v.integer(), v.minValue(0)) })

const ROWS_A_LINE = 500
const PIECE_BYTES = 1 << 18
const SUM_LENGTH = 40

/** The path without extension of a mod's files in `cacheDir`. It is different for each mod and each game folder (a real path). */
export const basePathOf = (cacheDir: string, gameDir: string, modFolder: string): string =>
  join(
    cacheDir,
    createHash('sha256')
      .update(`${gameDir}\0${foldKey(modFolder)}`)
      .digest('hex')
      .slice(0, 32),
  )

const sumOf = (line: string): string => createHash('sha1').update(line).digest('hex')

/** A line of the file: its checksum, then its JSON. */
function keptLine(value: unknown): string {
  const line = JSON.stringify(value)
  return `${sumOf(line)}${line}\n`
}

/** The value of a line. @throws if the checksum does not match */
function readLine(kept: string): unknown {
  const line = kept.slice(SUM_LENGTH)
  if (sumOf(line) !== kept.slice(0, SUM_LENGTH)) throw new Error('damaged')
  return JSON.parse(line)
}

/**
 * Yields the lines of a file. It holds one piece of the file in memory, and closes the file at the end of the loop. @throws an errno error
 */
async function* linesAt(path: string): AsyncGenerator<string, void> {
  const file = await open(path)
  try {
    const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
    let rest = Buffer.alloc(0)
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, null)
      if (bytesRead === 0) return
      const bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)])
      const end = bytes.lastIndexOf('\n') + 1
      yield* linesIn(bytes.subarray(0, end))
      rest = bytes.subarray(end)
    }
  } finally {
    await file.close()
  }
}

/**
 * Reads a cache file and calls `take` with each row. All rows at once would take many times the file's size. A missing file, a file of
 * another format, and everything after a damaged line count as empty: then files are only hashed again.
 * @returns the number of entries of the last trusted list, 0 if there is none
 */
export async function readCache(path: string, take?: (row: DigestRow) => void): Promise<number> {
  let count: number | undefined
  try {
    for await (const line of linesAt(path)) {
      const value = readLine(line)
      if (count === undefined) count = v.parse(Head, value).lastGoodCount
      else for (const row of value as DigestRow[]) take?.(row)
      if (!take) break
    }
  } catch {
    // counts as empty
  }
  return count ?? 0
}

/** The lines of a cache file: the head, then lines with several rows each. */
function* linesOf(lastGoodCount: number, rows: Iterable<DigestRow>): Iterable<string> {
  yield keptLine({ format: 5, lastGoodCount } satisfies v.InferOutput<typeof Head>)
  let some: DigestRow[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < ROWS_A_LINE) continue
    yield keptLine(some)
    some = []
  }
  yield keptLine(some)
}

/** Writes a cache file atomically. If that fails, the next check only takes longer. */
export async function writeCache(path: string, lastGoodCount: number, rows: Iterable<DigestRow>): Promise<void> {
  await writeFileAtomic(path, linesOf(lastGoodCount, rows)).catch(() => undefined)
}
