import type { ListDistrust, PathRefusal } from '../../src-preload/contract/mods.ts'
import { foldKey } from './fold.ts'
import { commonFolder, insideFolder, readPath, type ParsedPath, type SafePath } from './safe-path.ts'

/** Digests are told apart by their length; each is lower-case hex. */
export type Algorithm = 'md5' | 'sha1' | 'sha256'

/** A listed file that can be checked. */
export interface ListedFile {
  kind: 'file'
  path: SafePath
  /** {@link foldKey} of the path. */
  key: string
  /** Bytes; null if the list does not say, then the digest decides alone. */
  size: number | null
  hash: string
  algorithm: Algorithm
}

/** A listed file whose digest is of no known kind; `hash` is as listed. */
export interface UnsupportedEntry {
  kind: 'unsupported-hash'
  path: SafePath
  key: string
  size: number | null
  hash: string
}

/** An entry whose path is refused; `path` is as listed, and never goes near the disk. */
export interface UnsafeEntry {
  kind: 'unsafe-path'
  path: string
  refusal: PathRefusal
}

export type ListEntry = ListedFile | UnsupportedEntry | UnsafeEntry

export interface HashList {
  /** Name of the mod's folder, as the list spells it. */
  modFolder: string
  entries: ListEntry[]
}

/** A list that may be used, or the reason why it may not. */
export type ListReading = { trusted: true; list: HashList } | { trusted: false; reason: ListDistrust; detail?: string }

export interface ReadingOptions {
  /** Name of the mod's folder; absent, the first segment that most paths share. */
  modFolder?: string
  /** Entries of the last list that was trusted. A new one with under half of them is not trusted. */
  lastGoodCount?: number
}

const HEX = /^[0-9a-f]+$/
const byLength: Partial<Record<number, Algorithm>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

type Raw = Record<string, unknown>

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field by its name in any case; own properties only. */
function field(entry: Raw, name: string): unknown {
  if (Object.hasOwn(entry, name)) return entry[name]
  const wanted = name.toLowerCase()
  for (const own of Object.keys(entry)) if (own.toLowerCase() === wanted) return entry[own]
  return undefined
}

/** Lists in the wild spell it without the second e. */
const pathField = (entry: Raw): unknown => field(entry, 'RelativPath') ?? field(entry, 'RelativePath')

const NO_PATH = { ok: false, refusal: 'not-a-path' } as const

function readSize(raw: unknown): number | null {
  const size = typeof raw === 'string' && /^\s*\d{1,16}\s*$/.test(raw) ? Number(raw) : raw
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null
}

function readEntry(raw: unknown, parsed: ParsedPath): ListEntry {
  if (!isRaw(raw) || !parsed.ok) {
    const spelled = isRaw(raw) ? pathField(raw) : undefined
    const refusal = parsed.ok ? 'not-a-path' : parsed.refusal
    return { kind: 'unsafe-path', path: typeof spelled === 'string' ? spelled : '', refusal }
  }
  const { path } = parsed
  const key = foldKey(path)
  const size = readSize(field(raw, 'Size'))
  const listed = field(raw, 'Hash')
  const hash = typeof listed === 'string' ? listed.trim().toLowerCase() : ''
  const algorithm = HEX.test(hash) ? byLength[hash.length] : undefined
  return algorithm
    ? { kind: 'file', path, key, size, hash, algorithm }
    : { kind: 'unsupported-hash', path, key, size, hash: typeof listed === 'string' ? listed : '' }
}

/** Two entries that a case-insensitive disk takes for one file: nobody can say which is meant, so both are refused. */
function refuseDuplicates(entries: ListEntry[]): ListEntry[] {
  const seen = new Map<string, number>()
  for (const entry of entries) if (entry.kind !== 'unsafe-path') seen.set(entry.key, (seen.get(entry.key) ?? 0) + 1)
  if (seen.size === entries.length) return entries
  return entries.map((entry) =>
    entry.kind !== 'unsafe-path' && (seen.get(entry.key) ?? 0) > 1
      ? { kind: 'unsafe-path', path: entry.path, refusal: 'duplicate' }
      : entry,
  )
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; detail: string } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown }
  } catch (error) {
    return { ok: false, detail: (error as Error).message }
  }
}

/** Reads a hash list that was parsed from JSON already: a bare array, or one in an envelope (`data`). */
export function readHashList(value: unknown, options: ReadingOptions = {}): ListReading {
  const rows = Array.isArray(value) ? (value as unknown[]) : isRaw(value) ? field(value, 'data') : undefined
  if (!Array.isArray(rows)) return { trusted: false, reason: 'wrong-shape' }
  if (rows.length === 0) return { trusted: false, reason: 'empty' }
  const read = (rows as unknown[]).map((row) => readPath(isRaw(row) ? pathField(row) : undefined))
  if (read.every((path) => !path.ok && path.refusal === 'not-a-path')) return { trusted: false, reason: 'wrong-shape' }
  const modFolder = options.modFolder ?? commonFolder(read)
  if (modFolder === undefined) return { trusted: false, reason: 'no-usable-entry' }
  const place = insideFolder(modFolder)
  const entries = refuseDuplicates((rows as unknown[]).map((row, at) => readEntry(row, place(read[at] ?? NO_PATH))))
  const { lastGoodCount = 0 } = options
  if (entries.length * 2 < lastGoodCount)
    return { trusted: false, reason: 'shrunk', detail: `${entries.length} of ${lastGoodCount}` }
  return { trusted: true, list: { modFolder, entries } }
}

/** Reads the text of a hash list; never throws. What is cut short is not JSON any more, so it is not trusted. */
export function parseHashList(text: string, options: ReadingOptions = {}): ListReading {
  const parsed = parseJson(text)
  return parsed.ok ? readHashList(parsed.value, options) : { trusted: false, reason: 'not-json', detail: parsed.detail }
}
