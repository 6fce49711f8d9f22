import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomic } from '../lib/index.ts'
import { createTable, type DigestTable } from './digest-table.ts'
import { foldKey } from './fold.ts'
import { STAT_FIELDS } from './worker/protocol.ts'

/** What is kept of a mod in one game folder between checks. */
export interface DigestCache {
  table: DigestTable
  /** Entries of the last list that was trusted; 0 if there was none. */
  lastGoodCount: number
}

const Header = v.object({
  format: v.literal(1),
  lastGoodCount: v.pipe(v.number(), v.integer()),
  count: v.pipe(v.number(), v.integer()),
  pathBytes: v.pipe(v.number(), v.integer()),
  sum: v.string(),
})

const sumOf = (body: Uint8Array): string => createHash('sha1').update(body).digest('hex')

/** The name, without ending, under which a mod's files are kept in `cacheDir`: one per mod and game folder. */
export const storeName = (cacheDir: string, gameDir: string, modFolder: string): string =>
  join(
    cacheDir,
    createHash('sha256')
      .update(`${gameDir}\0${foldKey(modFolder)}`)
      .digest('hex')
      .slice(0, 32),
  )

function decode(file: Buffer): DigestCache | undefined {
  const end = file.indexOf('\n')
  const header = v.safeParse(Header, JSON.parse(file.toString('utf8', 0, end)))
  const body = file.subarray(end + 1)
  if (!header.success || sumOf(body) !== header.output.sum) return undefined
  const { count, pathBytes, lastGoodCount } = header.output
  const statsEnd = pathBytes + count * STAT_FIELDS * 8
  const stats = new BigInt64Array(new Uint8Array(body.subarray(pathBytes, statsEnd)).buffer)
  const lines = (from: number, to: number, encoding: BufferEncoding) =>
    count === 0 ? [] : body.toString(encoding, from, to).split('\0')
  const paths = lines(0, pathBytes, 'utf8')
  const digests = lines(statsEnd, body.length, 'latin1')
  return { table: createTable({ paths, stats, digests }), lastGoodCount }
}

/** Reads a cache file. One that is absent, damaged or of another format is as good as none. */
export async function readCache(path: string): Promise<DigestCache> {
  try {
    const cache = decode(await readFile(path))
    if (cache) return cache
  } catch {
    // hashing again costs time, believing a damaged file costs the truth
  }
  return { table: createTable(), lastGoodCount: 0 }
}

/** Writes a cache file atomically. @throws an errno error */
export async function writeCache(path: string, { table, lastGoodCount }: DigestCache): Promise<void> {
  const rows = table.rows()
  const paths = Buffer.from(rows.paths.join('\0'), 'utf8')
  const stats = Buffer.from(rows.stats.buffer, rows.stats.byteOffset, rows.stats.byteLength)
  const body = Buffer.concat([paths, stats, Buffer.from(rows.digests.join('\0'), 'latin1')])
  const header = { format: 1, lastGoodCount, count: rows.paths.length, pathBytes: paths.length, sum: sumOf(body) }
  await writeFileAtomic(path, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`, 'utf8'), body]))
}
