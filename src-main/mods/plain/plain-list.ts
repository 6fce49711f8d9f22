import { setImmediate as nextTurn } from 'node:timers/promises'
import { breather } from '../breathe.ts'
import type { DiskTree } from '../disk-tree.ts'
import type { ListedFile } from '../hash-list.ts'
import { rowsWithin } from '../list-pieces.ts'
import { PLAIN_CHARACTERS, type SafePath } from '../safe-path.ts'
import { compile, shareMemory, startModule, type Run } from '../wasm/engine.ts'
import { SEPARATOR } from '../worker/protocol.ts'
import { Class, DIGEST_BYTES, HEX_VALUES, Literal, literals, PATH_CLASSES, TEXT, Word } from './memory.ts'
import { plainProgram } from './program.ts'

/** Files of a list by their place in it, as they lie in memory: none of them is an object until it is asked for. */
export interface PlainFiles {
  readonly count: number
  /** Of all of them. */
  readonly bytes: number
  /** In bytes, by place; in the same memory. */
  readonly sizes: Float64Array
  /** What a worker needs of files in a row, in memory that it shares: paths as `joinPaths` has them, and digests. */
  paths(from: number, to: number): Uint8Array
  digests(from: number, to: number): Uint8Array
  files(from: number, to: number): ListedFile[]
}

export const noPlainFiles: PlainFiles = {
  ...{ count: 0, bytes: 0, sizes: new Float64Array(), paths: () => new Uint8Array(), digests: () => new Uint8Array() },
  files: () => [],
}

/** A list that has nothing special about it: MD5 throughout, all paths plain ASCII in one folder, none twice. */
export interface PlainList extends PlainFiles {
  readonly modFolder: string
  /** All files, made while others get their turn. */
  all(): Promise<ListedFile[]>
  /** Whether exactly these files are on disk, spelled as listed, and nothing else. */
  isWhole(tree: DiskTree): Promise<boolean>
}

/** The shortest that a row can be; and shorter lists are read as quickly without this. */
const LEAST_ROW = 90
const LEAST_TEXT = 192 << 10
const MOST_TEXT = 64 << 20
/** Characters that are written at once, and rows that are read: a millisecond or two. */
const PIECE = 512 << 10
const SLICE = 1_000
const Scanned = { failed: 0, more: 1, done: 2 } as const

type Programs = Record<'scan' | 'match', Run>

function fillTables(bytes: Uint8Array): void {
  for (const [name, texts] of Object.entries(literals))
    bytes.set(Buffer.from(`${texts.join('\0')}\0\0`), Literal[name as keyof typeof Literal])
  for (const character of PLAIN_CHARACTERS)
    if (character !== '/') bytes[PATH_CLASSES + character.charCodeAt(0)] = Class.plain
  for (const character of '. ') bytes[PATH_CLASSES + character.charCodeAt(0)] = Class.inner
  bytes.fill(255, HEX_VALUES, HEX_VALUES + 128)
  for (const [value, digit] of [...'0123456789abcdef'].entries())
    for (const spelled of [digit, digit.toUpperCase()]) bytes[HEX_VALUES + spelled.charCodeAt(0)] = value
}

/** Where all stands that is read of a text of so many bytes. */
function layOut(length: number) {
  const room = Math.ceil(length / LEAST_ROW) + 1
  let slots = 64
  while (slots < room * 2) slots *= 2
  const sizes = (TEXT + length + 16) & ~7
  const digests = sizes + room * 8
  const paths = digests + room * DIGEST_BYTES
  const hashes = paths + room * 4
  const index = hashes + room * 4
  return { room, slots, sizes, digests, paths, hashes, index, end: index + slots * 4 }
}
type Layout = ReturnType<typeof layOut>

/** Makes the memory for a text. @throws an error of the engine where there is none */
function layMemory(length: number, layout: Layout) {
  const memory = shareMemory(layout.end)
  const bytes = Buffer.from(memory.buffer)
  const words = new Int32Array(memory.buffer)
  fillTables(bytes)
  for (const [name, value] of Object.entries({ ...layout, mask: layout.slots - 1, next: TEXT, out: TEXT }))
    if (name in Word) words[Word[name as keyof typeof Word] / 4] = value
  words[Word.end / 4] = TEXT + length
  words.fill(-1, layout.index / 4, layout.end / 4)
  return { memory, bytes, words }
}
type Loaded = ReturnType<typeof layMemory> & { programs: Programs }

/** Writes a text into memory; undefined if it is not all ASCII, or there is no memory for it. */
async function load(text: string, layout: Layout): Promise<Loaded | undefined> {
  try {
    const laid = layMemory(text.length, layout)
    // each step takes a fresh process some milliseconds
    await nextTurn()
    const program = compile(plainProgram())
    await nextTurn()
    const programs: Programs = startModule(program, laid.memory)
    return (await write(text, laid.bytes)) ? { ...laid, programs } : undefined
  } catch {
    return undefined // row by row it may be read all the same
  }
}

/** False where it is not all ASCII. */
async function write(text: string, bytes: Buffer<SharedArrayBuffer>): Promise<boolean> {
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = text.slice(from, from + PIECE)
    if (Buffer.byteLength(piece) !== piece.length) return false
    bytes.write(piece, TEXT + from, 'latin1')
    await nextTurn()
  }
  return true
}

async function scanAll(scan: Run): Promise<boolean> {
  const breathe = breather()
  for (;;) {
    const scanned = scan(SLICE)
    if (scanned !== Scanned.more) return scanned === Scanned.done
    await breathe()
  }
}

function sumOf(sizes: Float64Array): number {
  let sum = 0
  for (let at = 0; at < sizes.length; at++) sum += sizes[at] as number
  return sum
}

function filesOf({ bytes, words }: Loaded, layout: Layout): PlainFiles {
  const count = words[Word.rows / 4] as number
  const sizes = new Float64Array(bytes.buffer, layout.sizes, count)
  const addresses = new Int32Array(bytes.buffer, layout.paths, count)
  const addressOf = (at: number) => (at < count ? addresses[at] : words[Word.out / 4]) as number
  const paths = (from: number, to: number) => bytes.subarray(addressOf(from), addressOf(to))
  const digests = (from: number, to: number) =>
    bytes.subarray(layout.digests + from * DIGEST_BYTES, layout.digests + to * DIGEST_BYTES)
  const files = (from: number, to: number) => {
    const hex = digests(from, to).toString('hex')
    const names = paths(from, to).toString('latin1').split(SEPARATOR)
    return Array.from({ length: to - from }, (_, at): ListedFile => {
      const path = names[at] as SafePath
      const end = path.lastIndexOf('/')
      const hash = hex.slice(at * DIGEST_BYTES * 2, (at + 1) * DIGEST_BYTES * 2)
      const where = { path, folder: path.slice(0, end), name: path.slice(end + 1) }
      return { kind: 'file', ...where, size: sizes[from + at] as number, hash, algorithm: 'md5' }
    })
  }
  return {
    count,
    bytes: sumOf(sizes),
    sizes,
    files,
    paths,
    digests,
  }
}

/** Writes a folder's names, and compares them with the list; gives how many are files of it, or −1. */
function matchFolder({ bytes, words, programs }: Loaded, path: string, allNames: string, kinds: Uint8Array): number {
  if (kinds.length === 0) return 0
  const text = `${path}/${allNames.split(SEPARATOR).join(`${SEPARATOR}${path}/`)}${SEPARATOR}`
  // behind the paths the list's text is not needed any more
  const from = words[Word.out / 4] as number
  const length = Buffer.byteLength(text)
  if (from + length + kinds.length > (words[Word.end / 4] as number)) return -1
  bytes.write(text, from)
  bytes.set(kinds, from + length)
  return programs.match(from, from + length, kinds.length)
}

/**
 * Reads a list that is plain, an order of magnitude quicker than row by row; undefined for any other, which may be sound all
 * the same. What is plain here is read by `parseHashList` as the same files.
 */
export async function readPlainList(
  listText: string,
  modFolder: string | undefined,
  leastText = LEAST_TEXT,
): Promise<PlainList | undefined> {
  if (listText.length < leastText || listText.length > MOST_TEXT) return undefined
  const rows = rowsWithin(listText)
  if (!rows) return undefined
  const text = listText.slice(rows.from, rows.to)
  const layout = layOut(text.length)
  const loaded = await load(text, layout)
  if (!loaded || !(await scanAll(loaded.programs.scan))) return undefined
  const { bytes, words } = loaded
  const first = bytes.toString('latin1', TEXT, TEXT + (words[Word.first / 4] as number))
  if (modFolder !== undefined && modFolder !== first) return undefined
  const files = filesOf(loaded, layout)
  return {
    ...files,
    modFolder: first,
    async all() {
      const breathe = breather()
      const all: ListedFile[] = []
      for (let from = 0; from < files.count; from += SLICE) {
        for (const file of files.files(from, Math.min(files.count, from + SLICE))) all.push(file)
        await breathe()
      }
      return all
    },
    async isWhole(tree) {
      const breathe = breather()
      let found = 0
      for (const { path, error, allNames, kinds } of tree.folders.values()) {
        const here = error === undefined ? matchFolder(loaded, path, allNames, kinds) : -1
        if (here < 0) return false
        found += here
        await breathe()
      }
      return found === files.count
    },
  }
}
