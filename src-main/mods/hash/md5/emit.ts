/**
 * Writes a WebAssembly module byte by byte. It exports one function `run` with 32-bit parameters and 128-bit vector locals, and imports its
 * memory as `env.memory`. There are only the instructions that MD5 needs. Format: WebAssembly core specification 2.0.
 */

/** Operations on four 32-bit words at once. They take one or two vectors from the top of the stack. */
export const Op = { and: 0x4e, or: 0x50, xor: 0x51, not: 0x4d, add: 0xae, left: 0xab, right: 0xad } as const

const Simd = { load: 0x00, store: 0x0b, constant: 0x0c, shuffle: 0x0d } as const
const I32 = 0x7f
const V128 = 0x7b
const NO_RESULT = 0x40

/** Appends a number in LEB128. It appends single bytes because every starting thread writes a program of ten thousand bytes. */
function putUnsigned(into: number[], value: number): void {
  let rest = value
  for (; rest > 127; rest >>>= 7) into.push((rest & 127) | 128)
  into.push(rest)
}

function putSigned(into: number[], value: number): void {
  let rest = value
  for (; rest < -64 || rest > 63; rest >>= 7) into.push((rest & 127) | 128)
  into.push(rest & 127)
}

function unsigned(value: number): number[] {
  const bytes: number[] = []
  putUnsigned(bytes, value)
  return bytes
}

export class Code {
  readonly bytes: number[] = []

  #local(opcode: number, local: number): this {
    this.bytes.push(opcode)
    putUnsigned(this.bytes, local)
    return this
  }

  #memory(opcode: number, offset: number): this {
    this.bytes.push(0xfd, opcode, 0)
    putUnsigned(this.bytes, offset)
    return this
  }

  #plain(opcode: number): this {
    this.bytes.push(opcode)
    return this
  }

  get(local: number): this {
    return this.#local(0x20, local)
  }

  set(local: number): this {
    return this.#local(0x21, local)
  }

  tee(local: number): this {
    return this.#local(0x22, local)
  }

  number(value: number): this {
    this.bytes.push(0x41)
    putSigned(this.bytes, value)
    return this
  }

  plus(): this {
    return this.#plain(0x6a)
  }

  minus(): this {
    return this.#plain(0x6b)
  }

  /** One of {@link Op}. */
  words(op: number): this {
    this.bytes.push(0xfd)
    putUnsigned(this.bytes, op)
    return this
  }

  load(offset: number): this {
    return this.#memory(Simd.load, offset)
  }

  store(offset: number): this {
    return this.#memory(Simd.store, offset)
  }

  /** A vector with the same word four times. */
  all(word: number): this {
    this.bytes.push(0xfd, Simd.constant)
    for (let lane = 0; lane < 4; lane++)
      this.bytes.push(word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24)
    return this
  }

  /** Builds a vector from four of the eight words of two vectors, by their indexes. */
  pick(...places: [number, number, number, number]): this {
    this.bytes.push(0xfd, Simd.shuffle)
    for (const place of places) this.bytes.push(place * 4, place * 4 + 1, place * 4 + 2, place * 4 + 3)
    return this
  }

  /**
   * A loop around the instructions that `body` writes. They run at least once, and repeat while they leave a number other than 0 on the
   * stack.
   */
  loop(body: () => void): this {
    this.bytes.push(0x03, NO_RESULT)
    body()
    this.bytes.push(0x0d, 0, 0x0b)
    return this
  }
}

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes]
const nameOf = (text: string): number[] => sized([...Buffer.from(text)])
const section = (id: number, bytes: readonly number[]): number[] => [id].concat(sized(bytes))

/** A module whose `run` takes `parameters` numbers, then has `vectors` vector locals, and runs the instructions that `write` writes. */
export function moduleOf(parameters: number, vectors: number, write: (code: Code) => void): Uint8Array<ArrayBuffer> {
  const code = new Code()
  write(code)
  const type = [0x60, ...sized(new Array<number>(parameters).fill(I32)), 0]
  const memory = [...nameOf('env'), ...nameOf('memory'), 0x02, 0, 1]
  const body = [1, ...unsigned(vectors), V128].concat(code.bytes, 0x0b)
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, ...type]),
    ...section(2, [1, ...memory]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...nameOf('run'), 0, 0]),
    ...section(10, [1].concat(sized(body))),
  ])
}

interface Memory {
  readonly buffer: ArrayBuffer
}

/** Node's types do not include WebAssembly. It is in the browser's types, which main must not see. */
interface Engine {
  Memory: new (size: { initial: number }) => Memory
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (
    module: object,
    imports: { env: { memory: Memory } },
  ) => { exports: { run: (...given: number[]) => void } }
}

/** Starts a module with new memory of at least this many bytes. @throws if the processor has no SIMD */
export function start(bytes: Uint8Array<ArrayBuffer>, memoryBytes: number) {
  const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly
  const memory = new Memory({ initial: Math.ceil(memoryBytes / 65_536) })
  const { run } = new Instance(new Module(bytes), { env: { memory } }).exports
  return { memory: memory.buffer, run }
}
