import { errnoOf } from '../../lib/index.ts'
import { OpenFile } from '../open-file.ts'
import {
  type BlockList,
  FETCHED,
  leavingBytes,
  parseBlockList,
  type Pieces,
  rollingSum,
  rollOn,
  strongSum,
} from './block-list.ts'

/** What a file can be put together from. */
export interface Search {
  /** The file's block list as it came. */
  list: Uint8Array
  size: number
  /** Absolute paths of files that may hold its blocks; a later one is read only where much is missing after the ones before. */
  files: readonly string[]
}

const READ_BYTES = 4 << 20
/** A gap between two ranges that is shorter than this is fetched with them: another request takes as long. */
const SHORT_GAP = 128 << 10
const MOST_RANGES = 512
/** A search goes on to the next file while more than this share is missing. */
const MUCH = 0.05
/** Where more than this share has to be fetched, the whole file is. */
const TOO_MUCH = 0.9
/** Most different blocks with one rolling sum that are searched for; the others are fetched. */
const MOST_ALIKE = 8
/** Bytes whose strong sums may be computed in vain, beyond a file's size: bounds the time for a list whose rolling sums fit everywhere. */
const VAIN_BYTES = 64 << 20

/** Spreads rolling sums over buckets. */
const SPREAD = 0x9e37_79b1
const FILTER_SHIFT = 15

/** Blocks by their rolling sums, and where each was found. */
class Wanted {
  readonly #list: BlockList
  readonly #shift: number
  /** A bit for each rolling sum that a block has, as small as a processor's cache. */
  readonly #filter = new Uint8Array(1 << (32 - FILTER_SHIFT))
  readonly #heads: Int32Array
  readonly #next: Int32Array
  /** The first block with the same sums. */
  readonly #same: Int32Array
  readonly #file: Int16Array
  readonly #at: Float64Array
  /** The rolling sum where {@link roll} has stopped. */
  #sum = 0
  /** Different blocks that are not found. */
  left = 0

  constructor(list: BlockList) {
    this.#list = list
    const { blocks, rolling, strong } = list
    const bits = Math.ceil(Math.log2(blocks)) + 4
    this.#shift = 32 - bits
    this.#heads = new Int32Array(1 << bits).fill(-1)
    this.#next = new Int32Array(blocks).fill(-1)
    this.#same = new Int32Array(blocks)
    this.#file = new Int16Array(blocks).fill(FETCHED)
    this.#at = new Float64Array(blocks)
    for (let block = 0; block < blocks; block++) {
      const bucket = this.#bucketOf(rolling[block] ?? 0)
      let length = 0
      let other = this.#heads[bucket] ?? -1
      for (; other >= 0 && !(rolling[other] === rolling[block] && isEqual(strong(other), strong(block))); length++)
        other = this.#next[other] ?? -1
      this.#same[block] = other >= 0 ? other : block
      if (other >= 0 || length >= MOST_ALIKE) continue
      this.#next[block] = this.#heads[bucket] ?? -1
      this.#heads[bucket] = block
      const mix = Math.imul(rolling[block] ?? 0, SPREAD)
      this.#filter[mix >>> FILTER_SHIFT] = (this.#filter[mix >>> FILTER_SHIFT] ?? 0) | (1 << (mix & 7))
      this.left++
    }
  }

  #bucketOf(sum: number): number {
    return Math.imul(sum, SPREAD) >>> this.#shift
  }

  /** The next place up to `end` whose bytes have the rolling sum of a block; -1 where there is none. This loop sees every byte. */
  roll(bytes: Uint8Array, from: number, end: number, leaving: Int32Array): number {
    const filter = this.#filter
    const { blockBytes } = this.#list
    let sum = rollingSum(bytes, from, blockBytes)
    for (let at = from; ; at++) {
      const mix = Math.imul(sum, SPREAD)
      if (((filter[mix >>> FILTER_SHIFT] as number) >>> (mix & 7)) & 1 && this.#has(sum)) {
        this.#sum = sum
        return at
      }
      if (at === end) return -1
      sum = rollOn(sum, leaving[bytes[at] as number] as number, bytes[at + blockBytes] as number)
    }
  }

  #has(sum: number): boolean {
    let block = this.#heads[this.#bucketOf(sum)] ?? -1
    while (block >= 0 && this.#list.rolling[block] !== sum) block = this.#next[block] ?? -1
    return block >= 0
  }

  /** Looks whether bytes, at which {@link roll} has stopped, are a block. */
  find(bytes: Uint8Array, file: number, at: number): boolean {
    const sum = this.#sum
    const strong = strongSum(bytes)
    for (let block = this.#heads[this.#bucketOf(sum)] ?? -1; block >= 0; block = this.#next[block] ?? -1) {
      if (this.#list.rolling[block] !== sum || !isEqual(strong, this.#list.strong(block))) continue
      if (this.#file[block] === FETCHED) {
        this.#file[block] = file
        this.#at[block] = at
        this.left--
      }
      return true
    }
    return false
  }

  /** The file as pieces, neighbours in one file as one. */
  pieces(size: number): number[][] {
    const { blockBytes, blocks } = this.#list
    const pieces: number[][] = []
    const add = (bytes: number, file: number, at: number) => {
      const [before = 0, itsFile, itsAt = 0] = pieces.at(-1) ?? []
      const goesOn = itsFile === file && (file === FETCHED || itsAt + before === at)
      if (goesOn) pieces[pieces.length - 1] = [before + bytes, file, itsAt]
      else if (bytes > 0) pieces.push([bytes, file, at])
    }
    for (let block = 0; block < blocks; block++) {
      const like = this.#same[block] ?? block
      add(blockBytes, this.#file[like] ?? FETCHED, this.#file[like] === FETCHED ? 0 : (this.#at[like] ?? 0))
    }
    add(size - blocks * blockBytes, FETCHED, 0)
    return pieces
  }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** Finds a list's blocks in a file. Ends early when none is left to find, or too many strong sums were computed in vain. */
function searchFile(file: OpenFile, index: number, list: BlockList, wanted: Wanted, onRead: () => void): void {
  const { blockBytes } = list
  const leaving = leavingBytes(blockBytes)
  const buffer = Buffer.allocUnsafeSlow(Math.max(READ_BYTES, 4 * blockBytes))
  let vain = file.stat.size + VAIN_BYTES
  let [base, held, at] = [0, 0, 0]
  for (let isLast = false; !isLast;) {
    buffer.copy(buffer, 0, at, held)
    base += at
    held -= at
    at = 0
    const read = file.read(buffer.subarray(held))
    if (read === undefined) return // it changes: what is found is taken, the whole file's digest decides
    held += read
    isLast = held < buffer.length
    onRead()
    const end = held - blockBytes
    if (end < 0) return
    while (at <= end) {
      const like = wanted.roll(buffer, at, end, leaving)
      at = like < 0 ? end + 1 : like
      if (like < 0) break
      const isFound = wanted.find(buffer.subarray(at, at + blockBytes), index, base + at)
      if (isFound ? wanted.left === 0 : (vain -= blockBytes) < 0) return
      at += isFound ? blockBytes : 1
    }
  }
}

/** Fetches what lies between two ranges with them, where it is short. */
function joinRanges(pieces: readonly number[][], gap: number): number[][] {
  const joined: number[][] = []
  let between: number[][] = []
  for (const piece of pieces) {
    if (piece[1] !== FETCHED) {
      between.push(piece)
      continue
    }
    const last = joined.at(-1)
    const bytes = lengthOf(between)
    if (last && bytes < gap) last[0] = (last[0] ?? 0) + bytes + (piece[0] ?? 0)
    else joined.push(...between, [...piece])
    between = []
  }
  return [...joined, ...between]
}

const lengthOf = (pieces: readonly number[][]): number => pieces.reduce((sum, [bytes = 0]) => sum + bytes, 0)

/** Finds what of a file is on the disk; null where the list is not one, or fetching the whole file is as good. Reads each file once. */
export function findBlocks({ list: bytes, size, files }: Search, onRead: () => void): Pieces | null {
  const list = parseBlockList(bytes, size)
  if (!list) return null
  const wanted = new Wanted(list)
  for (const [index, path] of files.entries()) {
    if (wanted.left * list.blockBytes <= size * MUCH) break
    searchAt(path, index, list, wanted, onRead)
  }
  let pieces = wanted.pieces(size)
  const rangesOf = () => pieces.filter(([, file]) => file === FETCHED)
  for (let gap = SHORT_GAP; gap === SHORT_GAP || rangesOf().length > MOST_RANGES; gap *= 2)
    pieces = joinRanges(pieces, gap)
  return lengthOf(rangesOf()) > size * TOO_MUCH ? null : Float64Array.from(pieces.flat())
}

/** A file that cannot be read has no blocks. */
function searchAt(path: string, index: number, list: BlockList, wanted: Wanted, onRead: () => void): void {
  let file: OpenFile | undefined
  try {
    const opened = OpenFile.open(path, null)
    if (!(opened instanceof OpenFile)) return
    file = opened
    searchFile(file, index, list, wanted, onRead)
  } catch (error) {
    if (errnoOf(error) === '') throw error
  } finally {
    file?.close()
  }
}
