/** The few WebAssembly instructions that hashing needs, as bytes. */

const unsigned = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)])

function signed(value: number): number[] {
  const low = value & 127
  const rest = value >> 7
  return (rest === 0 && low < 64) || (rest === -1 && low >= 64) ? [low] : [low | 128, ...signed(rest)]
}

const vector = (items: readonly number[][]): number[] => [...unsigned(items.length), ...items.flat()]
const section = (id: number, body: readonly number[]): number[] => [id, ...unsigned(body.length), ...body]
const simd = (opcode: number, ...rest: number[]): number[] => [0xfd, ...unsigned(opcode), ...rest]
const name = (text: string): number[] => vector([...Buffer.from(text)].map((byte) => [byte]))

const I32 = 0x7f
const V128 = 0x7b
const NO_RESULT = 0x40
const bytesOf = (word: number): number[] => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24]

export const get = (local: number): number[] => [0x20, ...unsigned(local)]
export const set = (local: number): number[] => [0x21, ...unsigned(local)]
export const tee = (local: number): number[] => [0x22, ...unsigned(local)]
export const number = (value: number): number[] => [0x41, ...signed(value)]
export const plus = [0x6a]
export const minus = [0x6b]

/** Four 32-bit words at once. */
export const words = {
  and: simd(0x4e),
  or: simd(0x50),
  xor: simd(0x51),
  not: simd(0x4d),
  add: simd(0xae),
  left: simd(0xab),
  right: simd(0xad),
  /** The same word four times. */
  all: (word: number): number[] => simd(0x0c, ...bytesOf(word), ...bytesOf(word), ...bytesOf(word), ...bytesOf(word)),
  load: (offset: number): number[] => simd(0x00, 0, ...unsigned(offset)),
  store: (offset: number): number[] => simd(0x0b, 0, ...unsigned(offset)),
  /** Takes four of the eight words of two vectors, by their places. */
  pick: (...places: readonly [number, number, number, number]): number[] =>
    simd(0x0d, ...places.flatMap((place) => [0, 1, 2, 3].map((byte) => place * 4 + byte))),
}

/** Repeats `body`, which leaves whether to go on; at least once. */
export const loop = (body: readonly number[]): number[] => [0x03, NO_RESULT, ...body, 0x0d, 0, 0x0b]

/**
 * A module with one function `run` of `parameters` 32-bit numbers and `vectors` local vectors. It works on the shared
 * memory that it imports as `env.memory`.
 */
export function moduleOf(parameters: number, vectors: number, code: readonly number[]): Uint8Array<ArrayBuffer> {
  const body = [...vector([[...unsigned(vectors), V128]]), ...code, 0x0b]
  const type = [0x60, ...vector(Array.from({ length: parameters }, () => [I32])), 0]
  const memory = [...name('env'), ...name('memory'), 0x02, 0x03, ...unsigned(1), ...unsigned(65_536)]
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([type])),
    ...section(2, vector([memory])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...name('run'), 0, 0]])),
    ...section(10, vector([[...unsigned(body.length), ...body]])),
  ])
}
