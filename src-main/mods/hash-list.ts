import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListDistrust, PathRefusal } from '../../src-preload/contract/mods.ts'
import { foldKey } from './fold.ts'
import { createPathReader, type ListFolder, type ListPath } from './list-paths.ts'
import { rowsInPieces } from './list-pieces.ts'
import type { SafePath } from './safe-path.ts'

/** Digests are told apart by their length; each is lower-case hex. */
export type Algorithm = 'md5' | 'sha1' | 'sha256'

interface SoundEntry {
  path: SafePath
  /** The path's two parts. */
  folder: string
  name: string
  /** Bytes; null if the list does not say, then the digest decides alone. */
  size: number | null
}

/** A listed file that can be checked. */
export interface ListedFile extends SoundEntry {
  kind: 'file'
  hash: string
  algorithm: Algorithm
}

/** A listed file whose digest is of no known kind; `hash` is as listed. */
export interface UnsupportedEntry extends SoundEntry {
  kind: 'unsupported-hash'
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
function anyField(row: Raw, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name]
  const wanted = name.toLowerCase()
  for (const own of Object.keys(row)) if (own.toLowerCase() === wanted) return row[own]
  return undefined
}

// read by its very name first, which is how nearly all lists spell it, and takes no time
const pathOf = (row: Raw): unknown =>
  // lists in the wild spell it without the second e
  row.RelativPath ?? anyField(row, 'RelativPath') ?? anyField(row, 'RelativePath')
const hashOf = (row: Raw): unknown => row.Hash ?? anyField(row, 'Hash')
const sizeOf = (row: Raw): unknown => row.Size ?? anyField(row, 'Size')

function readSize(raw: unknown): number | null {
  const size = typeof raw === 'string' && /^\s*\d{1,16}\s*$/.test(raw) ? Number(raw) : raw
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : null
}

/** Lower-case hex, or ''. */
function readHash(listed: unknown): string {
  if (typeof listed !== 'string') return ''
  if (HEX.test(listed)) return listed
  const hash = listed.trim().toLowerCase()
  return HEX.test(hash) ? hash : ''
}

function readEntry(row: Raw, { folder, name }: ListPath): ListEntry {
  const path = `${folder.path}/${name}` as SafePath // inside the mod's folder, or replaced at the end
  const size = readSize(sizeOf(row))
  const listed = hashOf(row)
  const hash = readHash(listed)
  const algorithm = byLength[hash.length]
  if (algorithm) return { kind: 'file', path, folder: folder.path, name, size, hash, algorithm }
  const asListed = typeof listed === 'string' ? listed : ''
  return { kind: 'unsupported-hash', path, folder: folder.path, name, size, hash: asListed }
}

/** Finds entries that a case-insensitive disk takes for one file. An open table of places by hash: most lists have none. */
function findDuplicates(entries: readonly ListEntry[], hashes: readonly number[]): Set<number> {
  const twins = new Set<number>()
  let mask = 64
  while (mask < entries.length * 2) mask *= 2
  const table = new Int32Array(mask--).fill(-1)
  for (let place = 0; place < entries.length; place++) {
    const entry = entries[place] as ListEntry
    if (entry.kind === 'unsafe-path') continue
    const hash = hashes[place] ?? 0
    let slot = (hash ^ (hash >>> 15)) & mask
    for (let other = table[slot] ?? -1; other >= 0; other = table[(slot = (slot + 1) & mask)] ?? -1)
      if (hashes[other] === hash && foldKey(entries[other]?.path ?? '') === foldKey(entry.path))
        twins.add(place).add(other)
    table[slot] = place
  }
  return twins
}

/** What was read of a list so far, by place; an entry that was refused has no folder. */
interface Rows {
  entries: ListEntry[]
  folders: (ListFolder | undefined)[]
  /** Of the paths; equal where a case-insensitive disk takes two for one. */
  hashes: number[]
  /** Paths as listed, where they are not plain from the entry. */
  spellings: string[]
}

function refuseOutsiders({ entries, folders, spellings }: Rows, isInside: (folder: ListFolder) => boolean): void {
  let last: ListFolder | undefined
  for (let place = 0; place < folders.length; place++) {
    const folder = folders[place]
    if (folder === last || folder === undefined) continue
    if (isInside(folder)) last = folder
    else entries[place] = { kind: 'unsafe-path', path: spellings[place] ?? '', refusal: 'outside-mod-folder' }
  }
}

/** Reads a list's rows as they come; `finish` looks at what can only be said of all of them. */
function createReader({ modFolder: given, lastGoodCount = 0 }: ReadingOptions) {
  const paths = createPathReader()
  const rows: Rows = { entries: [], folders: [], hashes: [], spellings: [] }
  const { entries, folders, hashes, spellings } = rows
  let unread = 0

  const add = (row: unknown) => {
    const spelled = isRaw(row) ? pathOf(row) : undefined
    const read = paths.read(spelled)
    spellings.push(typeof spelled === 'string' ? spelled : '')
    if ('folder' in read) {
      read.folder.count++
      entries.push(readEntry(row as Raw, read))
      folders.push(read.folder)
      hashes.push(read.hash)
      return
    }
    if (read.refusal === 'not-a-path') unread++
    entries.push({ kind: 'unsafe-path', path: spellings.at(-1) ?? '', refusal: read.refusal })
    folders.push(undefined)
    hashes.push(0)
  }
  const finish = (): ListReading => {
    if (entries.length === 0) return { trusted: false, reason: 'empty' }
    if (unread === entries.length) return { trusted: false, reason: 'wrong-shape' }
    const modFolder = given ?? paths.common()
    if (modFolder === undefined) return { trusted: false, reason: 'no-usable-entry' }
    refuseOutsiders(rows, paths.inside(modFolder))
    // nobody can say which of two such entries is meant, so both are refused
    for (const place of findDuplicates(entries, hashes))
      entries[place] = { kind: 'unsafe-path', path: entries[place]?.path ?? '', refusal: 'duplicate' }
    if (entries.length * 2 < lastGoodCount)
      return { trusted: false, reason: 'shrunk', detail: `${entries.length} of ${lastGoodCount}` }
    return { trusted: true, list: { modFolder, entries } }
  }
  return { add, finish }
}

/** Reads a hash list that was parsed from JSON already: a bare array, or one in an envelope (`data`). */
export function readHashList(value: unknown, options: ReadingOptions = {}): ListReading {
  const rows = Array.isArray(value) ? (value as unknown[]) : isRaw(value) ? anyField(value, 'data') : undefined
  if (!Array.isArray(rows)) return { trusted: false, reason: 'wrong-shape' }
  const { add, finish } = createReader(options)
  for (const row of rows as unknown[]) add(row)
  return finish()
}

function parseWhole(text: string, options: ReadingOptions): ListReading {
  try {
    return readHashList(JSON.parse(text.replace(/^\uFEFF/, '')), options)
  } catch (error) {
    return { trusted: false, reason: 'not-json', detail: (error as Error).message }
  }
}

/** Reads a list's text; stops after each few milliseconds of work. */
function* steps(text: string, options: ReadingOptions): Generator<undefined, ListReading> {
  const { add, finish } = createReader(options)
  const pieces = rowsInPieces(text)
  for (;;) {
    const piece = pieces.next()
    if (piece.done) return piece.value === false ? parseWhole(text, options) : finish()
    for (const row of piece.value) add(row)
    yield undefined
  }
}

/** Reads the text of a hash list; never throws. What is cut short is not JSON any more, so it is not trusted. */
export function parseHashList(text: string, options: ReadingOptions = {}): ListReading {
  const work = steps(text, options)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** {@link parseHashList} for long lists: others get their turn in between. */
export async function parseInSlices(text: string, options: ReadingOptions = {}): Promise<ListReading> {
  const work = steps(text, options)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await nextTurn()
  }
}
