import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ListDistrust, PathRefusal } from '../../../src-preload/contract/mods.ts'
import { parseWithRows } from './json-rows.ts'
import type { Algorithm } from './listed-facts.ts'
import { foldKey, inFolder, isShellFile, parseSafePath, readPath, type SafePath } from './safe-path.ts'

/** A listed file that can be checked. */
export interface ListedFile {
  kind: 'file'
  path: SafePath
  /** Bytes; null if the list does not say. Then only the digest decides. */
  size: number | null
  hash: string
  algorithm: Algorithm
}

/** A listed file with an unknown kind of digest. `hash` is as listed. */
export interface UnsupportedEntry {
  kind: 'unsupported-hash'
  path: SafePath
  size: number | null
  hash: string
}

/** An entry whose path is refused. `path` is as listed, and is never used on the disk. */
export interface UnsafeEntry {
  kind: 'unsafe-path'
  path: string
  refusal: PathRefusal
}

export type ListEntry = ListedFile | UnsupportedEntry | UnsafeEntry

export interface HashList {
  /** The name of the mod's folder, with the list's spelling. */
  modFolder: string
  entries: ListEntry[]
  /** Identifies the list's content. Lists with the same version have exactly the same files, in any order. */
  version: string
}

/** The number of entries with which a file can be checked. This number, not that of all rows, decides whether a list is trusted. */
export const usableOf = ({ entries }: HashList): number =>
  entries.reduce((count, { kind }) => count + (kind === 'file' ? 1 : 0), 0)

/** Why a list must not be used. */
export interface Distrusted {
  trusted: false
  reason: ListDistrust
  detail?: string
}

export type ParsedList = { trusted: true; list: HashList } | Distrusted

/** Refused texts are shown to the player up to this length, because one of them may be as long as the whole list. */
const MOST_SHOWN = 1024
const HEX = /^[0-9a-f]+$/
const byLength: Partial<Record<number, Algorithm>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

type JsonObject = Readonly<Record<string, unknown>>

/** The value of a row's field, by its name in any case. Own properties only. */
function field(row: JsonObject, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name]
  const wanted = name.toLowerCase()
  for (const own of Object.keys(row)) if (own.toLowerCase() === wanted) return row[own]
  return undefined
}

/** The used fields of a list's row, as they are listed. */
class Row {
  readonly path: unknown
  readonly size: unknown
  readonly hash: unknown

  constructor(row: JsonObject) {
    this.path = field(row, 'RelativPath') ?? field(row, 'RelativePath') // real lists spell it without the second e
    this.size = field(row, 'Size')
    this.hash = field(row, 'Hash')
  }
}

function readSize(raw: unknown): number | null {
  const size = typeof raw === 'string' && /^\s*\d{1,16}\s*$/.test(raw) ? Number(raw) : raw
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null
}

/** Lower-case hex, or ''. */
function readHash(listed: unknown): string {
  if (typeof listed !== 'string') return ''
  const hash = listed.trim().toLowerCase()
  return HEX.test(hash) ? hash : ''
}

function readEntry({ size: listedSize, hash: listed }: Row, path: SafePath): ListedFile | UnsupportedEntry {
  const size = readSize(listedSize)
  const hash = readHash(listed)
  const algorithm = byLength[hash.length]
  if (algorithm) return { kind: 'file', path, size, hash, algorithm }
  return { kind: 'unsupported-hash', path, size, hash: typeof listed === 'string' ? listed.slice(0, MOST_SHOWN) : '' }
}

/** The first segment that most paths share, in any case. */
function commonFolder(rows: readonly Row[]): string | undefined {
  const votes = new Map<string, { name: string; count: number }>()
  let total = 0
  for (const { path } of rows) {
    const read = readPath(path)
    if (!read.ok || read.folder === '') continue
    total++
    const key = foldKey(read.folder)
    const vote = votes.get(key)
    if (vote) vote.count++
    else votes.set(key, { name: read.folder, count: 1 })
  }
  for (const { name, count } of votes.values()) if (count * 2 > total) return name
  return undefined
}

/** Joins equal entries. Refuses others that are the same file on a case-insensitive disk, because it is unknown which of them is meant. */
function settleDuplicates(entries: ListEntry[]): ListEntry[] {
  const seen = new Map<string, number>()
  const again = new Set<number>()
  const twins = new Set<number>()
  for (const [at, entry] of entries.entries()) {
    if (entry.kind === 'unsafe-path') continue
    const key = foldKey(entry.path)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, at)
    else if (isDeepStrictEqual(entry, entries[first])) again.add(at)
    else twins.add(first).add(at)
  }
  for (const at of twins) {
    const path = entries[at]?.path ?? ''
    entries[at] = { kind: 'unsafe-path', path, refusal: 'duplicate' }
  }
  return entries.filter((_, at) => !again.has(at))
}

const LINES_AT_ONCE = 1000

const byPath = (a: ListEntry, b: ListEntry): number => (a.path < b.path ? -1 : Number(a.path > b.path))

function versionOf(entries: readonly ListEntry[]): string {
  const sum = createHash('sha256')
  const lines: string[] = []
  for (const entry of entries.toSorted(byPath)) {
    lines.push(entry.kind === 'unsafe-path' ? `?${entry.path}\n` : `${entry.path}\t${entry.size}\t${entry.hash}\n`)
    if (lines.length === LINES_AT_ONCE) sum.update(lines.splice(0).join(''))
  }
  return sum.update(lines.join('')).digest('hex').slice(0, 32)
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

/** Reads a hash list from parsed JSON: an array, or an object with a list in `data`. PHP sends a list with gaps as an object. */
function readHashList(value: unknown, givenFolder: string | undefined): ParsedList {
  const listed = Array.isArray(value) ? value : field(Object(value) as JsonObject, 'data')
  if (!isObject(listed)) return { trusted: false, reason: 'wrong-shape' }
  const rows = Object.values(listed).map((one) => (one instanceof Row ? one : new Row(isObject(one) ? one : {})))
  if (rows.length === 0) return { trusted: false, reason: 'empty' }
  const modFolder = givenFolder ?? commonFolder(rows) ?? ''
  const key = foldKey(modFolder)
  const entryOf = (row: Row): ListEntry => {
    const listed = row.path
    const read = readPath(listed)
    // a list may spell the folder's name differently, but it cannot use another folder
    const isRespelled = read.ok && read.folder !== modFolder && foldKey(read.folder) === key
    const parsed = isRespelled
      ? parseSafePath(`${modFolder}${read.path.slice(read.folder.length)}`, modFolder)
      : inFolder(read, modFolder)
    if (parsed.ok && !isShellFile(parsed.path)) return readEntry(row, parsed.path)
    const refusal = parsed.ok ? 'shell-file' : parsed.refusal
    return { kind: 'unsafe-path', path: typeof listed === 'string' ? listed.slice(0, MOST_SHOWN) : '', refusal }
  }
  const listedEntries: ListEntry[] = []
  for (let row = rows.pop(); row; row = rows.pop()) listedEntries.push(entryOf(row)) // frees the memory of each row for its entry
  listedEntries.reverse()
  if (listedEntries.every((entry) => entry.kind === 'unsafe-path' && entry.refusal === 'not-a-path'))
    return { trusted: false, reason: 'wrong-shape' }
  const entries = settleDuplicates(listedEntries)
  const list = { modFolder, entries, version: versionOf(entries) }
  return usableOf(list) > 0 ? { trusted: true, list } : { trusted: false, reason: 'no-usable-entry' }
}

/** The most bytes of a list: enough for 450,000 files. */
export const MOST_LIST_BYTES = 64 << 20
/** The most brackets and commas, because a text with very many of them would fill the memory. Enough for 600,000 files. */
const MOST_MARKS = 4_000_000
const [BRACE, BRACKET, COMMA] = Buffer.from('{[,')

function isTooMuch(bytes: Uint8Array): boolean {
  if (bytes.length <= MOST_MARKS) return false
  let marks = 0
  for (const byte of bytes) if (byte === BRACE || byte === BRACKET || byte === COMMA) marks++
  return bytes.length > MOST_LIST_BYTES || marks > MOST_MARKS
}

/**
 * Reads a hash list as it was received; never throws. A list that was cut off is not valid JSON, so it is not trusted.
 * @param modFolder name of the mod's folder; if absent, the first segment that most paths share
 */
export function parseHashList(bytes: Uint8Array, modFolder?: string): ParsedList {
  try {
    if (isTooMuch(bytes)) return { trusted: false, reason: 'wrong-shape', detail: 'the list is too large' }
    return readHashList(
      parseWithRows(bytes, (row) => new Row(row)),
      modFolder,
    )
  } catch (error) {
    return { trusted: false, reason: 'not-json', detail: (error as Error).message }
  }
}
