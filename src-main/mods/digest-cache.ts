import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeFileAtomic } from '../lib/index.ts'
import { noRows, type DigestRows } from './digest-table.ts'
import { foldKey } from './fold.ts'
import { STAT_WORDS } from './stat-words.ts'

/** What is kept of a mod in one game folder between checks. */
export interface DigestCache {
  rows: DigestRows
  /** Entries of the last list that was trusted; 0 if there was none. */
  lastGoodCount: number
}

export const noCache: DigestCache = { rows: noRows, lastGoodCount: 0 }

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))
const Header = v.object({
  format: v.literal(2),
  lastGoodCount: whole,
  count: whole,
  /** Bytes of the stats, which come first, and of the paths after them; the digests are the rest. */
  statBytes: whole,
  pathBytes: whole,
  /** Of all that comes after the first line. */
  sum: v.string(),
})
type Header = v.InferOutput<typeof Header>

/** More than any header takes. */
const HEADER_BYTES = 512

const sumOf = (bytes: Uint8Array | string): string => createHash('sha1').update(bytes).digest('hex')

/** The name, without ending, under which a mod's files are kept in `cacheDir`: one per mod and game folder. */
export const storeName = (cacheDir: string, gameDir: string, modFolder: string): string =>
  join(
    cacheDir,
    createHash('sha256')
      .update(`${gameDir}\0${foldKey(modFolder)}`)
      .digest('hex')
      .slice(0, 32),
  )

/** The first line: the header and, after a blank, its own sum. */
function readHeader(file: Buffer): { header: Header; end: number } | undefined {
  const end = file.indexOf('\n')
  const line = file.toString('latin1', 0, Math.max(0, end))
  const text = line.slice(0, line.lastIndexOf(' '))
  if (line !== `${text} ${sumOf(text)}`) return undefined
  const header = v.safeParse(Header, JSON.parse(text))
  return header.success ? { header: header.output, end: end + 1 } : undefined
}

function decode(file: Buffer): DigestCache | undefined {
  const head = readHeader(file)
  if (!head) return undefined
  const { count, statBytes, pathBytes, lastGoodCount, sum } = head.header
  const body = file.subarray(head.end)
  if (sumOf(body) !== sum || statBytes !== count * STAT_WORDS * 4) return undefined
  if (count === 0) return { rows: noRows, lastGoodCount }
  const stats = new Uint8Array(body.subarray(0, statBytes))
  const paths = body.toString('utf8', statBytes, statBytes + pathBytes).split('\0')
  const digests = body.toString('latin1', statBytes + pathBytes).split('\0')
  return { rows: { paths, words: new Int32Array(stats.buffer), digests }, lastGoodCount }
}

/** Reads a cache file. One that is absent, damaged or of another format is as good as none. */
export async function readCache(path: string): Promise<DigestCache> {
  try {
    const cache = decode(await readFile(path))
    if (cache) return cache
  } catch {
    // hashing again costs time, believing a damaged file costs the truth
  }
  return { rows: noRows, lastGoodCount: 0 }
}

/** Entries of the last list that was trusted, as a cache file has it; 0 if it tells none. */
export async function readCount(path: string): Promise<number> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
      return readHeader(buffer.subarray(0, bytesRead))?.header.lastGoodCount ?? 0
    } finally {
      await file.close()
    }
  } catch {
    return 0 // as good as none
  }
}

/** Writes a cache file atomically. @throws an errno error */
export async function writeCache(path: string, { rows, lastGoodCount }: DigestCache): Promise<void> {
  const { words } = rows
  const stats = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  const paths = Buffer.from(rows.paths.join('\0'), 'utf8')
  const body = Buffer.concat([stats, paths, Buffer.from(rows.digests.join('\0'), 'latin1')])
  const header: Header = {
    format: 2,
    ...{ lastGoodCount, count: rows.paths.length, statBytes: stats.length, pathBytes: paths.length, sum: sumOf(body) },
  }
  const text = JSON.stringify(header)
  await writeFileAtomic(path, Buffer.concat([Buffer.from(`${text} ${sumOf(text)}\n`, 'latin1'), body]))
}
