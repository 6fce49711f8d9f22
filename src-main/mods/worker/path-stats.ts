import { lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { ownMemory } from '../wasm/engine.ts'
import { Kind, STAT_FIELDS } from './protocol.ts'
import { DISK, startWasi, WasiKind, WasiStat } from './wasi.ts'

/**
 * Reads kinds and stats of a folder's names without an object for each: Node's `lstat` makes four dates for every file, and
 * compiling the code for that takes a fresh thread longer than thousands of files do.
 * @param folder absolute
 * @param kinds filled with {@link Kind}s; every link is a `link`, wherever it leads
 * @param stats filled with {@link STAT_FIELDS} numbers per file; other kinds are left as they are
 * @returns false where some name could not be looked up like this: then all of the folder has to be looked at otherwise
 */
export type ReadStats = (folder: string, names: readonly string[], kinds: Uint8Array, stats: BigInt64Array) => boolean

/** WASI's `path_filestat_get`. */
type GetStat = (disk: number, followLinks: number, path: number, bytes: number, into: number) => number

const kindOf: Partial<Record<number, number>> = {
  [WasiKind.folder]: Kind.folder,
  [WasiKind.file]: Kind.file,
  [WasiKind.link]: Kind.link,
}

const MEMORY_BYTES = 256 << 10
/** At the begin of the memory stands the stat, behind it the paths. */
const PATHS_AT = 64
/** The most that UTF-8 makes of one UTF-16 unit. */
const BYTES_PER_UNIT = 3
const MOST_UNITS = Math.floor((MEMORY_BYTES - PATHS_AT) / BYTES_PER_UNIT)

/** Where the numbers of a stat go: as WASI has them to as they cross to main. */
function copyStat(from: Int32Array, into: Int32Array, at: number): void {
  into[at] = from[WasiStat.size / 4] as number
  into[at + 1] = from[WasiStat.size / 4 + 1] as number
  into[at + 2] = from[WasiStat.mtime / 4] as number
  into[at + 3] = from[WasiStat.mtime / 4 + 1] as number
  into[at + 4] = from[WasiStat.ctime / 4] as number
  into[at + 5] = from[WasiStat.ctime / 4 + 1] as number
  into[at + 6] = from[WasiStat.inode / 4] as number
  into[at + 7] = from[WasiStat.inode / 4 + 1] as number
}

/** Paths as they stand in memory, one after the other, each with a zero at its end. */
interface Paths {
  /** How many bytes come before a name. */
  before: number
  names: readonly string[]
  /** Where the first of the names goes in what is read. */
  at: number
  /** Whether each character is one byte. */
  isAscii: boolean
}

function createReader(): ReadStats | undefined {
  const memory = ownMemory(MEMORY_BYTES)
  const get = startWasi(memory, '/')?.path_filestat_get as GetStat | undefined
  if (!get) return undefined
  const bytes = new Uint8Array(memory.buffer)
  const words = new Int32Array(memory.buffer)
  const free = bytes.subarray(PATHS_AT)
  const encoder = new TextEncoder()

  // each loop in a function of its own, as small as can be: its code is compiled in every fresh thread
  const statAll = ({ before, names, at: first, isAscii }: Paths, kinds: Uint8Array, into: Int32Array): boolean => {
    let path = PATHS_AT
    for (let at = 0; at < names.length; at++) {
      const length = isAscii ? before + (names[at] as string).length : bytes.indexOf(0, path) - path
      if (get(DISK, 0, path, length, 0) !== 0) return false
      path += length + 1
      const kind = bytes[WasiStat.kind] as number
      kinds[first + at] = kindOf[kind] ?? Kind.other
      if (kind === WasiKind.file) copyStat(words, into, (first + at) * STAT_FIELDS * 2)
    }
    return true
  }
  const readFrom = (
    at: number,
    folder: string,
    names: readonly string[],
    kinds: Uint8Array,
    into: Int32Array,
  ): boolean => {
    const before = `${folder.slice(1)}/` // below the disk's root
    const text = `${before}${names.join(`\0${before}`)}\0`
    if (text.length > MOST_UNITS) {
      if (names.length === 1) return false
      const half = names.length >> 1
      return (
        readFrom(at, folder, names.slice(0, half), kinds, into) &&
        readFrom(at + half, folder, names.slice(half), kinds, into)
      )
    }
    const isAscii = encoder.encodeInto(text, free).written === text.length
    return statAll({ before: Buffer.byteLength(before), names, at, isAscii }, kinds, into)
  }
  return (folder, names, kinds, stats) =>
    names.length === 0 ||
    readFrom(0, folder, names, kinds, new Int32Array(stats.buffer, stats.byteOffset, stats.length * 2))
}

/** Whether a reader tells the same of a file as `lstat` does. */
function agrees(read: ReadStats, path: string): boolean {
  const kinds = new Uint8Array(1)
  const stats = new BigInt64Array(STAT_FIELDS)
  if (!read(dirname(path), [basename(path)], kinds, stats) || kinds[0] !== Kind.file) return false
  const { size, mtimeNs, ctimeNs, ino } = lstatSync(path, { bigint: true })
  return [size, mtimeNs, ctimeNs, ino].every((number, at) => BigInt.asIntN(64, number) === stats[at])
}

/** Makes the reader; undefined where it cannot be had, or tells something else of this program's file than `lstat` does. */
export function createStatReader(): ReadStats | undefined {
  try {
    const read = createReader()
    return read && agrees(read, process.execPath) ? read : undefined
  } catch {
    return undefined
  }
}
