import { createHash } from 'node:crypto'
import { writeFileAtomic } from '../../lib/index.ts'
import { OpenFile } from '../files/index.ts'

/** The folder of block lists at a download address. Each list is named after the listed digest of its file. */
const FOLDER = 'blocks'

/** The path of a file's block list, relative to the download address. */
export const blockListPath = (digest: string): string => `${FOLDER}/${digest}`

/** Files below this size have no block list. */
const LEAST_FILE_BYTES = 1 << 20
const LEAST_BLOCK_BYTES = 2 << 10
const MOST_BLOCKS = 1 << 16

const MAGIC = 'LOBLOCK1'
const HEAD_BYTES = 16
const ENTRY_BYTES = 16
const ROLLING_BYTES = 4

/** The layout of a block list. It depends on the file's size alone. */
export interface Layout {
  blockBytes: number
  /** The number of whole blocks. The rest at the file's end has no sum. */
  blocks: number
  listBytes: number
}

/** Undefined for a file too small to have a block list. */
export function layoutOf(size: number): Layout | undefined {
  if (size < LEAST_FILE_BYTES) return undefined
  let blockBytes = LEAST_BLOCK_BYTES
  while (size / blockBytes > MOST_BLOCKS) blockBytes *= 2
  const blocks = Math.floor(size / blockBytes)
  return { blockBytes, blocks, listBytes: HEAD_BYTES + blocks * ENTRY_BYTES }
}

const MULTIPLIER = 0x0100_0193

/**
 * The rolling sum of `length` bytes from `from`: the sum, modulo 2^32, of each byte times a power of the multiplier. The last byte is
 * multiplied by 1.
 */
export function rollingSum(bytes: Uint8Array, from: number, length: number): number {
  let sum = 0
  for (let at = from; at < from + length; at++) sum = (Math.imul(sum, MULTIPLIER) + (bytes[at] as number)) | 0
  return sum
}

/** Moves a rolling sum forward by one byte. `leaving`: from {@link leavingBytes} */
export const rollOn = (sum: number, leaving: number, entering: number): number =>
  (Math.imul(sum, MULTIPLIER) + entering - leaving) | 0

/** For each value of the byte that leaves a block: the number that is subtracted from the sum. */
export function leavingBytes(blockBytes: number): Int32Array {
  let power = 1
  for (let bit = 1; bit <= blockBytes; bit++) power = Math.imul(power, MULTIPLIER)
  return Int32Array.from({ length: 256 }, (_, byte) => Math.imul(byte, power))
}

/** The strong sum of a block: the first bytes of its SHA-256. */
export const strongSum = (block: Uint8Array): Buffer =>
  createHash('sha256')
    .update(block)
    .digest()
    .subarray(0, ENTRY_BYTES - ROLLING_BYTES)

export interface BlockList extends Layout {
  rolling: Int32Array
  strong: (block: number) => Uint8Array
}

/** Parses the block list of a file of `size` bytes; undefined if it is not one. */
export function parseBlockList(bytes: Uint8Array, size: number): BlockList | undefined {
  const layout = layoutOf(size)
  if (bytes.length !== layout?.listBytes) return undefined
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.toString('latin1', 0, MAGIC.length) !== MAGIC || Number(view.readBigUInt64LE(MAGIC.length)) !== size)
    return undefined
  const startOf = (block: number) => HEAD_BYTES + block * ENTRY_BYTES
  return {
    ...layout,
    rolling: Int32Array.from({ length: layout.blocks }, (_, block) => view.readInt32LE(startOf(block))),
    strong: (block) => view.subarray(startOf(block) + ROLLING_BYTES, startOf(block + 1)),
  }
}

/** Makes the block list of a file of `size` bytes; undefined if the file has another size or changes. @throws errno errors */
export function makeBlockList(path: string, size: number): Buffer | undefined {
  const layout = layoutOf(size)
  if (!layout) return undefined
  const file = OpenFile.open(path, size)
  if (!(file instanceof OpenFile)) return undefined
  try {
    const list = Buffer.alloc(layout.listBytes)
    list.write(MAGIC, 'latin1')
    list.writeBigUInt64LE(BigInt(size), MAGIC.length)
    const block = Buffer.allocUnsafeSlow(layout.blockBytes)
    for (let at = HEAD_BYTES; at < list.length; at += ENTRY_BYTES) {
      if (file.read(block) !== block.length) return undefined
      list.writeInt32LE(rollingSum(block, 0, block.length), at)
      strongSum(block).copy(list, at + ROLLING_BYTES)
    }
    return file.read(block) === size % layout.blockBytes ? list : undefined
  } finally {
    file.close()
  }
}

/** A file, and the path to write its block list to. Both paths are absolute. */
export interface BlockListFile {
  path: string
  size: number
  to: string
}

/** Writes a file's block list. False if the file has another size or changes. @throws errno errors */
export async function writeBlockList({ path, size, to }: BlockListFile): Promise<boolean> {
  const list = makeBlockList(path, size)
  if (list) await writeFileAtomic(to, list, 0o666) // a web server must be able to read it
  return list !== undefined
}

/** What to look for, and in which files. */
export interface Search {
  /** The file's block list as it was received. */
  list: Uint8Array
  size: number
  /** Absolute paths of files that may contain its blocks. A later file is read only if much is missing after the ones before it. */
  files: readonly string[]
}

/** The file number in {@link Pieces} for bytes that must be fetched. */
export const FETCHED = -1

/**
 * The pieces of a file in order. Each piece is three numbers: its length in bytes, the number of the file that contains it (or {@link
 * FETCHED}), and its offset in that file.
 */
export type Pieces = Float64Array<ArrayBuffer>
