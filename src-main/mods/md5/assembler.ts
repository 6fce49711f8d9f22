/** The few WebAssembly instructions that hashing needs. A program is written anew in each fresh thread: so byte by byte, into one list. */

/** Four 32-bit words at once: what is done with the one or two vectors that were got last. */
export const Op = { and: 0x4e, or: 0x50, xor: 0x51, not: 0x4d, add: 0xae, left: 0xab, right: 0xad } as const

const Vector = { load: 0x00, store: 0x0b, constant: 0x0c, shuffle: 0x0d } as const
const I32 = 0x7f
const V128 = 0x7b
const NO_RESULT = 0x40

function unsigned(into: number[], value: number): void {
  let rest = value
  for (; rest > 127; rest >>>= 7) into.push((rest & 127) | 128)
  into.push(rest)
}

function signed(into: number[], value: number): void {
  let rest = value
  for (; rest < -64 || rest > 63; rest >>= 7) into.push((rest & 127) | 128)
  into.push(rest & 127)
}

/** Bytes with their number before them. */
function counted(into: number[], bytes: readonly number[]): void {
  unsigned(into, bytes.length)
  for (const byte of bytes) into.push(byte)
}

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
    unsigned(bytes, opcode)
  }
  const withLocal = (opcode: number, local: number) => {
    bytes.push(opcode)
    unsigned(bytes, local)
    return code
  }
  const withOffset = (opcode: number, offset: number) => {
    simd(opcode)
    bytes.push(0)
    unsigned(bytes, offset)
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
      signed(bytes, value)
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

function section(id: number, body: readonly number[]): number[] {
  const bytes = [id]
  counted(bytes, body)
  return bytes
}

const nameOf = (text: string): number[] => [text.length, ...Buffer.from(text)]

/** A function's instructions, with its local vectors before them. */
function functionOf(vectors: number, write: (code: Code) => void): number[] {
  const body = [1]
  unsigned(body, vectors)
  body.push(V128)
  write(createCode(body))
  body.push(0x0b)
  return body
}

/**
 * A module with one function `run` of `parameters` 32-bit numbers and `vectors` local vectors. It works on the shared
 * memory that it imports as `env.memory`.
 */
export function moduleOf(parameters: number, vectors: number, write: (code: Code) => void): Uint8Array<ArrayBuffer> {
  const pages = [0x02, 0x03, 1]
  unsigned(pages, 65_536)
  const body = functionOf(vectors, write)
  const size: number[] = []
  unsigned(size, body.length)
  const codes = [10]
  unsigned(codes, 1 + size.length + body.length)
  const head = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, parameters, ...new Array<number>(parameters).fill(I32), 0]),
    ...section(2, [1, ...nameOf('env'), ...nameOf('memory'), ...pages]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...nameOf('run'), 0, 0]),
    ...[...codes, 1, ...size],
  ]
  const module = new Uint8Array(head.length + body.length)
  module.set(head)
  module.set(body, head.length)
  return module
}
