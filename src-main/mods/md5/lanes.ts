import { compile, type SharedMemory, startModule } from '../wasm/engine.ts'
import { FIRST_WORDS, md5Program, SET_BYTES } from './program.ts'

/** A digest in the making. */
export interface Md5Stream {
  readonly words: Uint32Array
  /** Bytes so far. */
  length: number
  /** The bytes that do not fill a block yet. */
  readonly rest: Uint8Array
}

/** Bytes for a stream, which lie in the memory. */
export interface Feed {
  stream: Md5Stream
  /** Where in the memory. */
  at: number
  length: number
}

/** Hashes many streams side by side. */
export interface Md5Lanes {
  open(): Md5Stream
  /** Takes bytes; each stream at most once in a call. The more streams, the faster: up to {@link MOST_LANES} at once. */
  update(feeds: readonly Feed[]): void
  /** Digests, lower-case hex, in the order of the streams, which are over then. */
  finish(streams: readonly Md5Stream[]): string[]
}

/** As many streams are hashed at once. */
export const MOST_LANES = 8
/** The memory below this is the lanes' own. */
export const RESERVED = 4096

const BLOCK = 64
const SCRATCH = 1024
const SCRATCH_BYTES = 2 * BLOCK

/** Blocks of a stream that are still to be hashed. */
interface Cursor {
  stream: Md5Stream
  at: number
  blocks: number
}

/** Gives what hashes cursors to their ends, as many at once as there are lanes. */
function createRunner(memory: SharedMemory): (cursors: readonly Cursor[]) => void {
  const four = startModule(compile(md5Program(1, 0)), memory).run
  const eight = startModule(compile(md5Program(2, 0)), memory).run
  const states = new Uint32Array(memory.buffer, 0, (2 * SET_BYTES) / 4)
  const wordAt = (lane: number, word: number) => (lane >> 2) * 16 + word * 4 + (lane & 3)

  const runOnce = (cursors: readonly Cursor[]): void => {
    const lanes = cursors.length > 4 ? 8 : 4
    const blocks = Math.min(...cursors.map((cursor) => cursor.blocks))
    for (const [lane, { stream }] of cursors.entries())
      for (let word = 0; word < 4; word++) states[wordAt(lane, word)] = stream.words[word] ?? 0
    // a lane that nobody needs reads what the first one reads
    const pointers = Array.from({ length: lanes }, (_, lane) => (cursors[lane] ?? cursors[0])?.at ?? 0)
    if (lanes === 8) eight(...pointers, blocks)
    else four(...pointers, blocks)
    for (const [lane, cursor] of cursors.entries()) {
      for (let word = 0; word < 4; word++) cursor.stream.words[word] = states[wordAt(lane, word)] ?? 0
      cursor.at += blocks * BLOCK
      cursor.blocks -= blocks
    }
  }
  return (cursors) => {
    for (let left = cursors.filter(({ blocks }) => blocks > 0); left.length > 0;) {
      runOnce(left.slice(0, MOST_LANES))
      left = left.filter(({ blocks }) => blocks > 0)
    }
  }
}

/** Writes a stream's last bytes and its length to `block` (128 bytes of zeros); gives how many blocks that makes. */
function pad({ rest, length }: Md5Stream, block: Uint8Array): number {
  const begun = length % BLOCK
  const blocks = begun < BLOCK - 8 ? 1 : 2
  block.set(rest.subarray(0, begun))
  block[begun] = 0x80
  const end = new DataView(block.buffer, block.byteOffset + blocks * BLOCK - 8)
  end.setBigUint64(0, BigInt(length) * 8n, true)
  return blocks
}

/**
 * MD5 of several streams at once, in the lanes of the processor's vectors: one stream alone cannot be hashed faster than
 * its steps follow one another, but four or eight take hardly longer than one.
 * @param memory the streams' bytes lie in it, above {@link RESERVED}
 */
export function createMd5Lanes(memory: SharedMemory): Md5Lanes {
  const runAll = createRunner(memory)
  const scratch = new Uint8Array(memory.buffer, SCRATCH, MOST_LANES * SCRATCH_BYTES)

  /** Fills up a block that was begun, and hashes it when it is whole; gives the bytes that it took. */
  const fillRest = ({ stream, at, length }: Feed): number => {
    const begun = stream.length % BLOCK
    if (begun === 0) return 0
    const taken = Math.min(BLOCK - begun, length)
    stream.rest.set(new Uint8Array(memory.buffer, at, taken), begun)
    if (begun + taken < BLOCK) return taken
    scratch.set(stream.rest)
    runAll([{ stream, at: SCRATCH, blocks: 1 }])
    return taken
  }
  const prepare = (feed: Feed): Cursor => {
    const { stream, at, length } = feed
    const taken = fillRest(feed)
    const blocks = Math.floor((length - taken) / BLOCK)
    const tail = at + taken + blocks * BLOCK
    if (tail < at + length) stream.rest.set(new Uint8Array(memory.buffer, tail, at + length - tail))
    stream.length += length
    return { stream, at: at + taken, blocks }
  }
  return {
    open: () => ({ words: Uint32Array.from(FIRST_WORDS), length: 0, rest: new Uint8Array(BLOCK) }),
    update: (feeds) => runAll(feeds.map(prepare)),
    finish(streams) {
      for (let from = 0; from < streams.length; from += MOST_LANES) {
        scratch.fill(0)
        const group = streams.slice(from, from + MOST_LANES).map((stream, lane): Cursor => {
          const at = lane * SCRATCH_BYTES
          return { stream, at: SCRATCH + at, blocks: pad(stream, scratch.subarray(at, at + SCRATCH_BYTES)) }
        })
        runAll(group)
      }
      return streams.map(({ words }) => Buffer.from(words.buffer).toString('hex'))
    },
  }
}
