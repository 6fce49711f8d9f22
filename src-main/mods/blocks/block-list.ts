import { createHash } from 'node:crypto'
import { writeFileAtomic } from '../../lib/index.ts'
import { OpenFile } from '../open-file.ts'

/** The folder at a download address that holds block lists, each named by the listed digest of its file. */
const FOLDER = 'blocks'

/** The path of a file's block list, from the download address. */
export const blockListPath = (digest: string): string => `${FOLDER}/${digest}`

/** Files below this size have no block list. */
const LEAST_FILE_BYTES = 1 << 20
const LEAST_BLOCK_BYTES = 2 << 10
const MOST_BLOCKS = 1 << 16

const MAGIC = 'LOBLOCK1'
const HEAD_BYTES = 16
const ENTRY_BYTES = 16
const ROLLING_BYTES = 4

/** What follows from a file's size alone: no list can say otherwise, nor be longer. */
export interface Layout {
  blockBytes: number
  /** Whole blocks; what is left at the file's end has no sum. */
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

/** The rolling sum of `length` bytes from `from`: each byte times a power of the multiplier, the last one times 1, modulo 2^32. */
export function rollingSum(bytes: Uint8Array, from: number, length: number): number {
  let sum = 0
  for (let at = from; at < from + length; at++) sum = (Math.imul(sum, MULTIPLIER) + (bytes[at] as number)) | 0
  return sum
}

/** Rolls a sum on by a byte. `leaving`: of {@link leavingBytes} */
export const rollOn = (sum: number, leaving: number, entering: number): number =>
  (Math.imul(sum, MULTIPLIER) + entering - leaving) | 0

/** What each value of the byte that leaves a block takes from its sum. */
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

/** A block list that was read. */
export interface BlockList extends Layout {
  rolling: Int32Array
  strong: (block: number) => Uint8Array
}

/** Reads the block list of a file of `size` bytes; undefined where it is not one. */
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

/** Makes the block list of a file of `size` bytes; undefined where the file has another size or changes. @throws errno errors */
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

/** A file, and where its block list is written to: absolute. */
export interface BlockListFile {
  path: string
  size: number
  to: string
}

/** Writes a file's block list. False where the file is not what it was. @throws errno errors */
export async function writeBlockList({ path, size, to }: BlockListFile): Promise<boolean> {
  const list = makeBlockList(path, size)
  if (list) await writeFileAtomic(to, list, 0o666) // for a web server to read
  return list !== undefined
}

/** In {@link Pieces}: not in any file, to be fetched. */
export const FETCHED = -1

/** A file from its begin to its end: three numbers a piece, its bytes, the file that has them (or {@link FETCHED}), and where there. */
export type Pieces = Float64Array<ArrayBuffer>
