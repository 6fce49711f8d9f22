/** WebAssembly as expressions: each function gives the instructions that leave its value, or do what it says. All numbers are 32 bits wide. */

/** Instructions, in as many pieces as it took to write them. */
export type Code = number | Uint8Array | readonly Code[]

/** Writes a number behind what is there. */
export function putUnsigned(into: number[], value: number): void {
  let rest = value
  for (; rest > 127; rest >>>= 7) into.push((rest & 127) | 128)
  into.push(rest)
}

export function putSigned(into: number[], value: number): void {
  let rest = value
  for (; rest < -64 || rest > 63; rest >>= 7) into.push((rest & 127) | 128)
  into.push(rest & 127)
}

function unsigned(value: number): number[] {
  const bytes: number[] = []
  putUnsigned(bytes, value)
  return bytes
}

function signed(value: number): number[] {
  const bytes: number[] = []
  putSigned(bytes, value)
  return bytes
}

const twoBy =
  (opcode: number) =>
  (a: Code, b: Code): Code => [a, b, opcode]

export const get = (local: number): Code => [0x20, local]
export const set = (local: number, value: Code): Code => [value, 0x21, local]
export const num = (value: number): Code => [0x41, signed(value)]
/** A 64-bit number, which fits into 32. */
export const long = (value: number): Code => [0x42, signed(value)]
export const add = twoBy(0x6a)
export const sub = twoBy(0x6b)
export const mul = twoBy(0x6c)
export const and = twoBy(0x71)
export const or = twoBy(0x72)
export const shl = twoBy(0x74)
export const shr = twoBy(0x76)
export const eq = twoBy(0x46)
export const ne = twoBy(0x47)
/** Less, of signed numbers; and of numbers that are never negative. */
export const less = twoBy(0x48)
export const below = twoBy(0x49)
export const xor = twoBy(0x73)
export const isZero = (value: Code): Code => [value, 0x45]

export const load = (at: Code, offset = 0): Code => [at, 0x28, 2, unsigned(offset)]
export const loadByte = (at: Code, offset = 0): Code => [at, 0x2d, 0, unsigned(offset)]
/** A double as a whole number: the nearest there is. */
export const loadDouble = (at: Code, offset = 0): Code => [at, 0x2b, 3, unsigned(offset), 0xfc, 2]
export const store = (at: Code, value: Code, offset = 0): Code => [at, value, 0x36, 2, unsigned(offset)]
export const storeByte = (at: Code, value: Code, offset = 0): Code => [at, value, 0x3a, 0, unsigned(offset)]
/** Sets a double to 0, and puts a decimal digit behind it. */
export const clearDouble = (at: Code): Code => [at, num(0), 0xb8, 0x39, 3, 0]
export const appendDigit = (at: Code, digit: Code): Code => [
  ...[at, at, 0x2b, 3, 0, num(10), 0xb8, 0xa2],
  ...[digit, 0xb8, 0xa0, 0x39, 3, 0],
]
/** Copies eight bytes. */
export const copyLong = (to: Code, toOffset: number, from: number): Code => [
  [to, num(from), 0x29, 3, 0],
  [0x37, 3, unsigned(toOffset)],
]
export const fill = (at: Code, byte: number, bytes: Code): Code => [at, num(byte), bytes, 0xfc, 0x0b, 0]

const NO_RESULT = 0x40
export const when = (condition: Code, body: Code): Code => [condition, 0x04, NO_RESULT, body, 0x0b]
export const either = (condition: Code, then: Code, otherwise: Code): Code => [
  ...[condition, 0x04, NO_RESULT, then],
  ...[0x05, otherwise, 0x0b],
]
/** Repeats the body as long as the condition holds. */
export const loop = (condition: Code, body: Code): Code => [
  [0x02, NO_RESULT, 0x03, NO_RESULT],
  [isZero(condition), 0x0d, 1],
  [body, 0x0c, 0, 0x0b, 0x0b],
]
export const call = (index: number, ...given: Code[]): Code => [given, 0x10, index]
export const drop = (value: Code): Code => [value, 0x1a]
export const give = (value: Code): Code => [value, 0x0f]

export const I32 = 0x7f
export const I64 = 0x7e

/** What a function takes and gives. */
export interface Signature {
  takes: readonly number[]
  gives: readonly number[]
}
export interface Import extends Signature {
  name: string
}
export interface Program extends Signature {
  /** Under which it is exported, if it is. */
  name?: string
  /** Its own values, behind those that it takes; numbers, if nothing else is said. */
  locals: number
  kind?: number
  code: Code
}

const vector = (items: readonly Code[]): Code => [unsigned(items.length), items]
const nameOf = (text: string): Code => vector([...Buffer.from(text)])
/** Joins all pieces. What is bytes already is not gone through again. */
function bytesOf(code: Code): Uint8Array {
  const chunks: Uint8Array[] = []
  let loose: number[] = []
  const close = () => {
    chunks.push(Uint8Array.from(loose))
    loose = []
  }
  const put = (piece: Code): void => {
    if (typeof piece === 'number') loose.push(piece)
    else if (piece instanceof Uint8Array) {
      close()
      chunks.push(piece)
    } else for (const one of piece) put(one)
  }
  put(code)
  close()
  return Buffer.concat(chunks)
}
const sized = (code: Code): Code => {
  const bytes = bytesOf(code)
  return [unsigned(bytes.length), bytes]
}
const section = (id: number, code: Code): Code => [id, sized(code)]
const typeOf = ({ takes, gives }: Signature): Code => [0x60, vector(takes), vector(gives)]

/** A module that imports `env.memory`, shared, and from `env` the functions that it says. Functions count from the first import on. */
export function assemble(imports: readonly Import[], programs: readonly Program[]): Uint8Array<ArrayBuffer> {
  const memory = [nameOf('env'), nameOf('memory'), 0x02, 3, unsigned(1), unsigned(65_536)]
  const given = imports.map(({ name }, at): Code => [nameOf('env'), nameOf(name), 0x00, unsigned(at)])
  const exported = programs.flatMap(({ name }, at): Code[] =>
    name === undefined ? [] : [[nameOf(name), 0, unsigned(imports.length + at)]],
  )
  return new Uint8Array(
    bytesOf([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, vector([...imports, ...programs].map(typeOf))),
      section(2, vector([memory, ...given])),
      section(3, vector(programs.map((_, at) => unsigned(imports.length + at)))),
      section(7, vector(exported)),
      section(
        10,
        vector(programs.map(({ locals, kind = I32, code }) => sized([1, unsigned(locals), kind, code, 0x0b]))),
      ),
    ]),
  )
}
