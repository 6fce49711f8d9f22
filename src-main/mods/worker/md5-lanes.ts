import { startModule, type Module, type Run, type SharedMemory } from '../wasm/engine.ts'
import { FIRST_WORDS, SET_BYTES } from '../md5/program.ts'
import { BLOCK_BYTES, LANE_ROOM, LANES, LANES_AT, SETS } from './memory.ts'

/** One of the streams that are digested side by side. */
export interface Md5Lane {
  /** Where the bytes go that are digested next: {@link LANE_BYTES} of them, and room for the padding. */
  readonly buffer: Buffer
  /** Forgets what was digested. */
  reset(): void
  /** Pads a stream's last `tail` bytes, which stand at the buffer's begin; returns the blocks that they make. */
  pad(tail: number, total: number): number
  /** The finished digest as four 32-bit words; valid until the next is asked for. */
  readonly state: Uint32Array
}

export interface Md5Lanes {
  readonly lanes: readonly Md5Lane[]
  /** Digests `blocks` blocks of each lane that has an offset (in bytes, into its buffer); −1 leaves a lane as it is. */
  run(offsets: Int32Array, blocks: number): void
  /** The program itself: goes on with all lanes' states, from an address for each, by so many blocks. */
  readonly program: Run
}

const STATE_WORDS = (SETS * SET_BYTES) / 4
/** Where a lane's first word stands; the others follow, each after those of the set's other lanes. */
const stateAt = (lane: number): number => (lane >> 2) * 16 + (lane & 3)

function createLane(memory: SharedArrayBuffer, at: number): Md5Lane {
  const buffer = Buffer.from(memory, LANES_AT + at * LANE_ROOM, LANE_ROOM)
  // Buffer's own functions are written in JavaScript, and compiled anew in each fresh thread
  const bytes = new Uint8Array(memory, buffer.byteOffset, LANE_ROOM)
  const words = new Uint32Array(memory, buffer.byteOffset, LANE_ROOM / 4)
  const states = new Uint32Array(memory, 0, STATE_WORDS)
  const state = new Uint32Array(FIRST_WORDS.length)
  const place = stateAt(at)
  return {
    buffer,
    get state() {
      for (let word = 0; word < 4; word++) state[word] = states[place + word * 4] as number
      return state
    },
    reset() {
      for (let word = 0; word < 4; word++) states[place + word * 4] = FIRST_WORDS[word] as number
    },
    pad(tail, total) {
      const blocks = ((tail + 8) >> 6) + 1
      const end = blocks * BLOCK_BYTES
      bytes[tail] = 128
      bytes.fill(0, tail + 1, end - 8)
      words[end / 4 - 2] = total * 8 // modulo 2³², as the array does
      words[end / 4 - 1] = total / 2 ** 29
      return blocks
    },
  }
}

/** Makes the lanes, for `md5Program` of {@link SETS} sets. Files are read into them without a copy in between. */
export function createMd5Lanes(memory: SharedMemory, program: Module): Md5Lanes {
  const { run } = startModule(program, memory)
  const lanes = Array.from({ length: LANES }, (_, at) => createLane(memory.buffer, at))
  const starts = Int32Array.from(lanes, ({ buffer }) => buffer.byteOffset)
  const states = new Uint32Array(memory.buffer, 0, STATE_WORDS)
  const saved = new Uint32Array(STATE_WORDS)
  const start = (offsets: Int32Array, lane: number) => (starts[lane] as number) + Math.max(0, offsets[lane] as number)
  return {
    lanes,
    program: run,
    run(offsets, blocks) {
      saved.set(states)
      const [a, b, c, d] = [start(offsets, 0), start(offsets, 1), start(offsets, 2), start(offsets, 3)]
      run(a, b, c, d, start(offsets, 4), start(offsets, 5), start(offsets, 6), start(offsets, 7), blocks)
      for (let lane = 0; lane < LANES; lane++)
        if ((offsets[lane] as number) < 0)
          for (let at = stateAt(lane); at < stateAt(lane) + 16; at += 4) states[at] = saved[at] as number
    },
  }
}
