import { assemble, putSigned, putUnsigned } from '../wasm/instructions.ts'
import { ints } from '../wasm/phrases.ts'

/** The few WebAssembly instructions that hashing needs. A program of thousands is written when a check begins: so byte by byte, into one list. */

/** Four 32-bit words at once: what is done with the one or two vectors that were got last. */
export const Op = { and: 0x4e, or: 0x50, xor: 0x51, not: 0x4d, add: 0xae, left: 0xab, right: 0xad } as const

const Vector = { load: 0x00, store: 0x0b, constant: 0x0c, shuffle: 0x0d } as const
const V128 = 0x7b
const NO_RESULT = 0x40

/** Writes instructions, one after the other. */
export interface Code {
  get(local: number): Code
  set(local: number): Code
  tee(local: number): Code
  number(value: number): Code
  plus(): Code
  minus(): Code
  /** One of {@link Op}. */
  words(op: number): Code
  /** The same word four times. */
  all(word: number): Code
  load(offset: number): Code
  store(offset: number): Code
  /** Takes four of the eight words of two vectors, by their places. */
  pick(a: number, b: number, c: number, d: number): Code
  /** Repeats what `body` writes, which leaves whether to go on; at least once. */
  loop(body: () => void): Code
}

function createCode(bytes: number[]): Code {
  const simd = (opcode: number) => {
    bytes.push(0xfd)
    putUnsigned(bytes, opcode)
  }
  const withLocal = (opcode: number, local: number) => {
    bytes.push(opcode)
    putUnsigned(bytes, local)
    return code
  }
  const withOffset = (opcode: number, offset: number) => {
    simd(opcode)
    bytes.push(0)
    putUnsigned(bytes, offset)
    return code
  }
  const plain = (opcode: number) => {
    bytes.push(opcode)
    return code
  }
  const code: Code = {
    get: (local) => withLocal(0x20, local),
    set: (local) => withLocal(0x21, local),
    tee: (local) => withLocal(0x22, local),
    number(value) {
      bytes.push(0x41)
      putSigned(bytes, value)
      return code
    },
    plus: () => plain(0x6a),
    minus: () => plain(0x6b),
    words(op) {
      simd(op)
      return code
    },
    all(word) {
      simd(Vector.constant)
      for (let times = 0; times < 4; times++)
        bytes.push(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24)
      return code
    },
    load: (offset) => withOffset(Vector.load, offset),
    store: (offset) => withOffset(Vector.store, offset),
    pick(a, b, c, d) {
      simd(Vector.shuffle)
      for (const place of [a, b, c, d]) bytes.push(place * 4, place * 4 + 1, place * 4 + 2, place * 4 + 3)
      return code
    },
    loop(body) {
      bytes.push(0x03, NO_RESULT)
      body()
      bytes.push(0x0d, 0, 0x0b)
      return code
    },
  }
  return code
}

/** A module with one function `run` of `parameters` 32-bit numbers and `vectors` local vectors. */
export function moduleOf(parameters: number, vectors: number, write: (code: Code) => void): Uint8Array<ArrayBuffer> {
  const code: number[] = []
  write(createCode(code))
  return assemble(
    [],
    [{ name: 'run', takes: ints(parameters), gives: [], locals: vectors, kind: V128, code: Uint8Array.from(code) }],
  )
}
