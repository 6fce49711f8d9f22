import { start } from './emit.ts'
import { BLOCK, FIRST_WORDS, LANES, md5Program, stateAt } from './program.ts'

/** One message that is hashed beside others. */
export interface Message {
  /** Puts the next bytes into `into`, and says how many; fewer than fit only at the end. Undefined: the message is given up. */
  read(into: Uint8Array): number | undefined
  /** Hears the digest, lower-case hex. */
  done(digest: string): void
  /** The run ends before the message does. */
  drop(): void
}

/** What is read into a lane at once: a read costs a call of the system, however few bytes it brings. */
const LANE_BYTES = 256 << 10
/** Room for the padding, and lanes that do not begin at the same place of a memory page. */
const LANE_ROOM = LANE_BYTES + 5 * BLOCK
const LANES_AT = 4096

/** A lane and the message on it. */
interface Lane {
  readonly index: number
  /** Where its bytes stand in memory. */
  readonly at: number
  message: Message | undefined
  /** Bytes read so far; all of them are. */
  length: number
  ended: boolean
  /** The next block in memory, and how many there are. */
  next: number
  blocks: number
}

/** Hashes many messages by MD5, {@link LANES} of them side by side; a message that ends makes room for the next. */
export class Md5Lanes {
  /** Messages at once. */
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

  /** Undefined where the processor has no SIMD. */
  static create(): Md5Lanes | undefined {
    try {
      return new Md5Lanes(start(md5Program(), LANES_AT + LANES * LANE_ROOM))
    } catch {
      return undefined
    }
  }

  /**
   * Hashes what `next` gives until it gives nothing more and all that was begun is done.
   * @param most how many messages are begun beside each other now; asked before each
   * @param goOn asked between two steps; false ends the run, and what is begun is dropped
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
        continue // what was begun ended without a block, or `most` says to wait
      }
      if (!goOn()) return busy.forEach(({ message }) => message?.drop())
      this.#step(busy)
    }
  }

  #busy(): Lane[] {
    return this.#lanes.filter(({ message }) => message)
  }

  /** False where there is no further message. */
  #begin(lane: Lane, message: Message | undefined): boolean {
    if (!message) return false
    Object.assign(lane, { message, length: 0, ended: false })
    for (const [word, first] of FIRST_WORDS.entries()) this.#words[stateAt(lane.index) + word * 4] = first
    this.#fill(lane)
    return true
  }

  /** Reads into a lane whose blocks are all hashed, and pads what ends there. */
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
    this.#words[end / 4 - 2] = length * 8 // modulo 2³², as the array does
    this.#words[end / 4 - 1] = length / 2 ** 29
    return blocks
  }

  /** Hashes as many blocks of all busy lanes as the one with the fewest has. */
  #step(busy: readonly Lane[]): void {
    const blocks = Math.min(...busy.map((lane) => lane.blocks))
    const [first] = busy
    // a lane without a message hashes what another one has; its state is nobody's
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
