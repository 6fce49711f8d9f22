import { errnoOf } from '../../lib/index.ts'
import { OpenFile } from '../files/index.ts'
import {
  type BlockList,
  FETCHED,
  leavingBytes,
  parseBlockList,
  type Pieces,
  rollingSum,
  rollOn,
  type Search,
  strongSum,
} from './block-list.ts'

const READ_BYTES = 4 << 20
/** A gap between two ranges that is shorter than this is fetched with them, because another request would take as long. */
const SHORT_GAP = 128 << 10
const MOST_RANGES = 512
/** The search continues with the next file while more than this share is missing. */
const MUCH = 0.05
/** If more than this share has to be fetched, the whole file is fetched. */
const TOO_MUCH = 0.9
/** The most different blocks with the same rolling sum that are searched for. The others are fetched. */
const MOST_ALIKE = 8
/**
 * The strong sums of at most this many bytes, plus the file's size, may be computed without a match. This limits the time for a list whose
 * rolling sums match everywhere.
 */
const VAIN_BYTES = 64 << 20

/** A multiplier that spreads rolling sums over buckets. */
const SPREAD = 0x9e37_79b1
const FILTER_SHIFT = 15

/** The wanted blocks by their rolling sums, and the place where each was found. */
class Wanted {
  readonly #list: BlockList
  readonly #shift: number
  /** Has a bit for each rolling sum of a block. It is small enough for a processor's cache. */
  readonly #filter = new Uint8Array(1 << (32 - FILTER_SHIFT))
  readonly #heads: Int32Array
  readonly #next: Int32Array
  /** The first block with the same sums. */
  readonly #same: Int32Array
  readonly #file: Int16Array
  readonly #at: Float64Array
  /** The rolling sum at the place where {@link roll} stopped. */
  #sum = 0
  /** The number of different blocks that are not found yet. */
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

  /** The next offset up to `end` whose bytes have the rolling sum of a block; -1 if there is none. This loop runs for every byte. */
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

  /** True if the bytes at which {@link roll} stopped are a block. Notes its place. */
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

  /** The file as pieces. Adjacent bytes of one file are one piece. */
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

/** Finds a list's blocks in a file. Ends early when none is left to find, or too many strong sums had no match. */
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
    if (read === undefined) return // the file changes; found blocks are kept, since the digest of the whole file decides in the end
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

/** Joins ranges to be fetched if the gap between them is shorter than `gap`. */
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

/**
 * Finds the parts of a file that are on the disk. Null if the list is invalid, or if fetching the whole file is as good. Reads each file
 * once.
 */
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

/** Searches the file at `path`. A file that cannot be read has no blocks. */
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
