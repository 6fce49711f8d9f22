import { get, loop, minus, moduleOf, number, plus, set, tee, words } from './assembler.ts'

/** MD5's shifts by round (RFC 1321), and its constants. */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const
const CONSTANTS = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) >>> 0)

/** Locals of one set of four lanes: the running words, those before the block, and the block's sixteen. */
interface Lanes {
  /** First pointer's parameter; the other three follow. */
  pointer: number
  running: [number, number, number, number]
  before: number[]
  block: number[]
}
const VECTORS = 24

/** Bytes of one set's state in memory: word after word, each for its four lanes. */
export const SET_BYTES = 64

const lanesOf = (set: number, parameters: number): Lanes => {
  const first = parameters + set * VECTORS
  const from = (at: number, count: number) => Array.from({ length: count }, (_, n) => first + at + n)
  return { pointer: set * 4, running: [first, first + 1, first + 2, first + 3], before: from(4, 4), block: from(8, 16) }
}

/** Reads 64 bytes of each lane, and turns them so that a vector holds the same word of all four. */
function readBlock({ pointer, running, block }: Lanes): number[] {
  const [r0, r1, r2, r3] = running // free until the rounds begin
  return [0, 4, 8, 12].flatMap((word) => {
    const [m0 = 0, m1 = 0, m2 = 0, m3 = 0] = block.slice(word, word + 4)
    return [
      running.flatMap((row, lane) => [...get(pointer + lane), ...words.load(word * 4), ...set(row)]),
      [...get(r0), ...get(r1), ...words.pick(0, 4, 1, 5), ...set(m0)],
      [...get(r2), ...get(r3), ...words.pick(0, 4, 1, 5), ...set(m1)],
      [...get(r0), ...get(r1), ...words.pick(2, 6, 3, 7), ...set(m2)],
      [...get(r2), ...get(r3), ...words.pick(2, 6, 3, 7), ...set(m3)],
      [...get(m0), ...get(m1), ...words.pick(0, 1, 4, 5), ...set(r0)],
      [...get(m0), ...get(m1), ...words.pick(2, 3, 6, 7), ...set(r1)],
      [...get(m2), ...get(m3), ...words.pick(0, 1, 4, 5), ...set(r2)],
      [...get(m2), ...get(m3), ...words.pick(2, 3, 6, 7), ...set(r3)],
      running.flatMap((row, lane) => [...get(row), ...set(block[word + lane] ?? 0)]),
    ].flat()
  })
}

/** MD5's functions F, G, H and I, written with the fewest operations. */
function mix(round: number, b: number, c: number, d: number): number[] {
  switch (round) {
    case 0:
      return [...get(d), ...get(b), ...get(c), ...get(d), ...words.xor, ...words.and, ...words.xor]
    case 1:
      return [...get(c), ...get(d), ...get(b), ...get(c), ...words.xor, ...words.and, ...words.xor]
    case 2:
      return [...get(b), ...get(c), ...words.xor, ...get(d), ...words.xor]
    default:
      return [...get(c), ...get(b), ...get(d), ...words.not, ...words.or, ...words.xor]
  }
}

function step(at: number, { running, block }: Lanes): number[] {
  const round = at >> 4
  const shift = SHIFTS[round]?.[at & 3] ?? 0
  const word = [at, 5 * at + 1, 3 * at + 5, 7 * at][round] ?? 0
  const turned = (place: number) => running[(place - at) & 3] ?? 0
  const [a, b, c, d] = [turned(0), turned(1), turned(2), turned(3)]
  return [
    [...get(a), ...words.all(CONSTANTS[at] ?? 0), ...words.add, ...get(block[word & 15] ?? 0), ...words.add],
    [...mix(round, b, c, d), ...words.add, ...tee(a)],
    [...number(shift), ...words.left, ...get(a), ...number(32 - shift), ...words.right, ...words.or],
    [...get(b), ...words.add, ...set(a)],
  ].flat()
}

/**
 * A WebAssembly module that hashes blocks of four streams at once for each set; two sets keep a processor busier than one.
 * `run(pointer × 4 × sets, blocks)` goes on from the state at `stateAt`, and leaves the new one there.
 */
export function md5Program(sets: number, stateAt: number): Uint8Array<ArrayBuffer> {
  const blocks = sets * 4
  const all = Array.from({ length: sets }, (_, n) => lanesOf(n, blocks + 1))
  const place = (n: number, word: number) => words.load(stateAt + n * SET_BYTES + word * 16)
  const keep = (n: number, word: number) => words.store(stateAt + n * SET_BYTES + word * 16)
  const body = [
    all.flatMap((lanes) => [
      ...readBlock(lanes),
      ...lanes.before.flatMap((before, word) => [...get(before), ...set(lanes.running[word] ?? 0)]),
    ]),
    Array.from({ length: 64 }, (_, at) => all.flatMap((lanes) => step(at, lanes))).flat(),
    all.flatMap(({ before, running }) =>
      before.flatMap((old, word) => [...get(old), ...get(running[word] ?? 0), ...words.add, ...set(old)]),
    ),
    Array.from({ length: blocks }, (_, lane) => [...get(lane), ...number(64), ...plus, ...set(lane)]).flat(),
    [...get(blocks), ...number(1), ...minus, ...tee(blocks)],
  ].flat()
  return moduleOf(
    blocks + 1,
    sets * VECTORS,
    [
      all.flatMap(({ before }, n) => before.flatMap((old, word) => [...number(0), ...place(n, word), ...set(old)])),
      loop(body),
      all.flatMap(({ before }, n) => before.flatMap((old, word) => [...number(0), ...get(old), ...keep(n, word)])),
    ].flat(),
  )
}
