import { start } from './emit.ts'
import { BLOCK, FIRST_WORDS, LANES, md5Program, stateAt } from './program.ts'

/** A message that is hashed in parallel with others. */
export interface Message {
  /**
   * Puts the next bytes into `into` and returns their number; fewer than fit only at the message's end. Undefined: the message is
   * cancelled.
   */
  read(into: Uint8Array): number | undefined
  /** Called with the digest, lower-case hex. */
  done(digest: string): void
  /** Called if the run ends before the message does. */
  drop(): void
}

/** The bytes that are read into a lane at once. Every read is a system call, even if it returns few bytes. */
const LANE_BYTES = 256 << 10
/** Leaves room for the padding, and makes lanes start at different offsets within a memory page. */
const LANE_ROOM = LANE_BYTES + 5 * BLOCK
const LANES_AT = 4096

interface Lane {
  readonly index: number
  /** The offset of its bytes in memory. */
  readonly at: number
  message: Message | undefined
  /** The bytes of the message that were read so far. */
  length: number
  ended: boolean
  /** The offset of the next block in memory, and the number of blocks from there. */
  next: number
  blocks: number
}

/** Hashes many messages with MD5, {@link LANES} of them in parallel. When a message ends, the next one takes its lane. */
export class Md5Lanes {
  static readonly width = LANES

  readonly #run
  readonly #bytes: Uint8Array
  readonly #words: Uint32Array
  readonly #lanes: readonly Lane[]

  private constructor({ memory, run }: ReturnType<typeof start>) {
    this.#run = run
    this.#bytes = new Uint8Array(memory)
    this.#words = new Uint32Array(memory)
    this.#lanes = Array.from({ length: LANES }, (_, index) => {
      const at = LANES_AT + index * LANE_ROOM
      return { index, at, message: undefined, length: 0, ended: false, next: at, blocks: 0 }
    })
  }

  /** Undefined if the processor has no SIMD. */
  static create(): Md5Lanes | undefined {
    try {
      return new Md5Lanes(start(md5Program(), LANES_AT + LANES * LANE_ROOM))
    } catch {
      return undefined
    }
  }

  /**
   * Hashes the messages that `next` returns, until it returns none and all are done.
   * @param most the most parallel messages at this moment; called before each new message
   * @param goOn called between two steps; false ends the run, and drops unfinished messages
   */
  hash(next: () => Message | undefined, most: () => number = () => LANES, goOn: () => boolean = () => true): void {
    for (const lane of this.#lanes) lane.message = undefined
    let isMore = true
    for (;;) {
      for (const lane of this.#lanes)
        while (isMore && !lane.message && this.#busy().length < most()) isMore = this.#begin(lane, next())
      const busy = this.#busy()
      if (busy.length === 0) {
        if (!isMore) return
        continue // a new message ended without a block, or `most` says to wait
      }
      if (!goOn()) return busy.forEach(({ message }) => message?.drop())
      this.#step(busy)
    }
  }

  #busy(): Lane[] {
    return this.#lanes.filter(({ message }) => message)
  }

  /** Returns false if there is no further message. */
  #begin(lane: Lane, message: Message | undefined): boolean {
    if (!message) return false
    Object.assign(lane, { message, length: 0, ended: false })
    for (const [word, first] of FIRST_WORDS.entries()) this.#words[stateAt(lane.index) + word * 4] = first
    this.#fill(lane)
    return true
  }

  /** Reads into a lane whose blocks are all hashed. Adds the padding at the message's end. */
  #fill(lane: Lane): void {
    const held = lane.message?.read(this.#bytes.subarray(lane.at, lane.at + LANE_BYTES))
    if (held === undefined) {
      lane.message = undefined
      return
    }
    lane.length += held
    lane.ended = held < LANE_BYTES
    lane.next = lane.at
    lane.blocks = lane.ended ? this.#pad(lane, held) : LANE_BYTES / BLOCK
  }

  #pad({ at, length }: Lane, held: number): number {
    const blocks = ((held + 8) >> 6) + 1
    const end = at + blocks * BLOCK
    this.#bytes[at + held] = 128
    this.#bytes.fill(0, at + held + 1, end - 8)
    this.#words[end / 4 - 2] = length * 8 // the array takes it modulo 2³²
    this.#words[end / 4 - 1] = length / 2 ** 29
    return blocks
  }

  /** Hashes the same number of blocks in all busy lanes: as many as the lane with the fewest blocks has. */
  #step(busy: readonly Lane[]): void {
    const blocks = Math.min(...busy.map((lane) => lane.blocks))
    const [first] = busy
    // a lane without a message hashes another lane's bytes, and its state is not used
    const pointers = this.#lanes.map((lane) => (lane.message ? lane.next : (first?.next ?? LANES_AT)))
    this.#run(...pointers, blocks)
    for (const lane of busy) {
      lane.next += blocks * BLOCK
      lane.blocks -= blocks
      if (lane.blocks > 0) continue
      if (lane.ended) this.#finish(lane)
      else this.#fill(lane)
    }
  }

  #finish(lane: Lane): void {
    const digest = Buffer.alloc(16)
    for (let word = 0; word < 4; word++)
      digest.writeUInt32LE(this.#words[stateAt(lane.index) + word * 4] ?? 0, word * 4)
    const { message } = lane
    lane.message = undefined
    message?.done(digest.toString('hex'))
  }
}
