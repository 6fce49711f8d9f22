import { type Code, moduleOf, Op } from './emit.ts'

/**
 * MD5 (RFC 1321) of eight messages in parallel, one in each 32-bit lane of two 128-bit vectors. Each step of a message depends on the step
 * before, so a single message leaves most of a processor idle. Several messages in parallel use it better. The technique is known as
 * multi-buffer hashing: Gueron and Krasnov, "Simultaneous Hashing of Multiple Messages", Journal of Information Security 3 (2012). Intel's
 * isa-l_crypto does the same with wider vectors.
 */

/** The number of sets of four lanes. Two sets keep a processor busier than one. */
const SETS = 2
export const LANES = SETS * 4
export const BLOCK = 64

/** The index of a lane's first state word in memory, in words. The lane's other words follow at every fourth index. */
export const stateAt = (lane: number): number => (lane >> 2) * 16 + (lane & 3)

/** The initial state of a message. */
export const FIRST_WORDS = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const
const CONSTANTS = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) >>> 0)

/** The locals of one set of four lanes: the current words, the words from before the block, and the block's sixteen words. */
interface LaneSet {
  /** The parameter of the first pointer. The other three follow. */
  pointer: number
  running: number[]
  before: number[]
  block: number[]
}
const VECTORS = 24

function laneSet(set: number, parameters: number): LaneSet {
  const first = parameters + set * VECTORS
  const from = (at: number, count: number) => Array.from({ length: count }, (_, n) => first + at + n)
  return { pointer: set * 4, running: from(0, 4), before: from(4, 4), block: from(8, 16) }
}

/** Reads 64 bytes of each lane, and transposes them so that each vector contains the same word of all four lanes. */
function readBlock(code: Code, { pointer, running, block }: LaneSet): void {
  const [r0 = 0, r1 = 0, r2 = 0, r3 = 0] = running // not in use until the rounds begin
  for (let word = 0; word < 16; word += 4) {
    const [m0 = 0, m1 = 0, m2 = 0, m3 = 0] = block.slice(word, word + 4)
    for (const [lane, row] of running.entries())
      code
        .get(pointer + lane)
        .load(word * 4)
        .set(row)
    code.get(r0).get(r1).pick(0, 4, 1, 5).set(m0)
    code.get(r2).get(r3).pick(0, 4, 1, 5).set(m1)
    code.get(r0).get(r1).pick(2, 6, 3, 7).set(m2)
    code.get(r2).get(r3).pick(2, 6, 3, 7).set(m3)
    code.get(m0).get(m1).pick(0, 1, 4, 5).set(r0)
    code.get(m0).get(m1).pick(2, 3, 6, 7).set(r1)
    code.get(m2).get(m3).pick(0, 1, 4, 5).set(r2)
    code.get(m2).get(m3).pick(2, 3, 6, 7).set(r3)
    for (const [lane, row] of running.entries()) code.get(row).set(block[word + lane] ?? 0)
  }
}

/** MD5's functions F, G, H and I, with the fewest operations. */
function mix(code: Code, round: number, b: number, c: number, d: number): Code {
  switch (round) {
    case 0:
      return code.get(d).get(b).get(c).get(d).words(Op.xor).words(Op.and).words(Op.xor)
    case 1:
      return code.get(c).get(d).get(b).get(c).words(Op.xor).words(Op.and).words(Op.xor)
    case 2:
      return code.get(b).get(c).words(Op.xor).get(d).words(Op.xor)
    default:
      return code.get(c).get(b).get(d).words(Op.not).words(Op.or).words(Op.xor)
  }
}

function step(code: Code, at: number, { running, block }: LaneSet): void {
  const round = at >> 4
  const shift = SHIFTS[round]?.[at & 3] ?? 0
  const word = [at, 5 * at + 1, 3 * at + 5, 7 * at][round] ?? 0
  const turned = (place: number) => running[(place - at) & 3] ?? 0
  const [a, b, c, d] = [turned(0), turned(1), turned(2), turned(3)]
  code
    .get(a)
    .all(CONSTANTS[at] ?? 0)
    .words(Op.add)
    .get(block[word & 15] ?? 0)
    .words(Op.add)
  mix(code, round, b, c, d).words(Op.add).tee(a)
  code
    .number(shift)
    .words(Op.left)
    .get(a)
    .number(32 - shift)
    .words(Op.right)
    .words(Op.or)
  code.get(b).words(Op.add).set(a)
}

/** The program: `run(pointer × LANES, blocks)` hashes that many blocks of each lane, starting from the states in memory. */
export function md5Program(): Uint8Array<ArrayBuffer> {
  const all = Array.from({ length: SETS }, (_, set) => laneSet(set, LANES + 1))
  const placeOf = (set: number, word: number) => set * 64 + word * 16
  return moduleOf(LANES + 1, SETS * VECTORS, (code) => {
    for (const [set, { before }] of all.entries())
      for (const [word, old] of before.entries()) code.number(0).load(placeOf(set, word)).set(old)
    code.loop(() => {
      for (const lanes of all) {
        readBlock(code, lanes)
        for (const [word, old] of lanes.before.entries()) code.get(old).set(lanes.running[word] ?? 0)
      }
      for (let at = 0; at < 64; at++) for (const lanes of all) step(code, at, lanes)
      for (const { before, running } of all)
        for (const [word, old] of before.entries())
          code
            .get(old)
            .get(running[word] ?? 0)
            .words(Op.add)
            .set(old)
      for (let lane = 0; lane < LANES; lane++) code.get(lane).number(BLOCK).plus().set(lane)
      code.get(LANES).number(1).minus().tee(LANES)
    })
    for (const [set, { before }] of all.entries())
      for (const [word, old] of before.entries()) code.number(0).get(old).store(placeOf(set, word))
  })
}
