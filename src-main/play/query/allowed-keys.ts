/** Before this many bytes of the answer nothing is asked for: protocol, overflow, add-ons of the game, difficulty. */
const HEAD = 6
const ESCAPES: Readonly<Record<number, number>> = { 1: 1, 2: 0, 3: 255 }

/** Reads on; beyond the end it throws. */
class Bytes {
  readonly #bytes: Buffer
  #at: number
  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the end is missing')
    return this.#bytes.subarray(this.#at, (this.#at = end))
  }

  /** Up to the next nought, which is left out. */
  word(): Buffer {
    const end = this.#bytes.indexOf(0, this.#at)
    if (end < 0) throw new RangeError('the end is missing')
    const word = this.#bytes.subarray(this.#at, end)
    this.#at = end + 1
    return word
  }
}

/** The pieces of the game's own answer, each under its number and how many there are, put together. */
function payloadOf(rules: Buffer): Buffer {
  const bytes = new Bytes(rules, 2)
  const pieces: Buffer[] = []
  let total = 0
  for (let left = rules.readUInt16LE(0); left > 0; left--) {
    const key = bytes.word()
    const value = bytes.word()
    if (key.length !== 2) continue
    total = key.readUInt8(1)
    pieces[key.readUInt8(0) - 1] = value
  }
  if (total === 0 || pieces.length !== total || pieces.includes(undefined as never))
    throw new RangeError('a piece is missing')
  const escaped = Buffer.concat(pieces)
  const payload: number[] = []
  for (let at = 0; at < escaped.length; at++) {
    const one = escaped[at] ?? 0
    payload.push(one === 1 ? (ESCAPES[escaped[++at] ?? 0] ?? 0) : one)
  }
  return Buffer.from(payload)
}

/**
 * Names of the keys whose signatures an Arma 3 server takes, from its answer to A2S_RULES (ServerBrowserProtocol3), in lower case.
 * Undefined where it does not say, or not all of it: then nothing follows from a key that is not among them.
 */
export function readAllowedKeys(rules: Uint8Array): string[] | undefined {
  try {
    const payload = payloadOf(Buffer.from(rules))
    const addons = payload.readUInt16LE(2).toString(2).replaceAll('0', '').length
    if (payload.readUInt8(0) !== 3 || payload.readUInt8(1) !== 0) return undefined
    const bytes = new Bytes(payload, HEAD + addons * 4)
    for (let mods = bytes.byte(); mods > 0; mods--) {
      bytes.take(4)
      bytes.take(bytes.byte() & 15) // its number in the workshop
      bytes.take(bytes.byte())
    }
    const keys = Array.from({ length: bytes.byte() }, () => bytes.take(bytes.byte()).toString('utf8').toLowerCase())
    return keys.length > 0 ? keys : undefined
  } catch {
    return undefined // shorter than it says
  }
}
