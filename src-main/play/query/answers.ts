import type { ServerLive } from '../../../src-preload/contract/play.ts'
import { withoutHidden } from '../../lib/index.ts'

export type ServerInfo = Omit<Extract<ServerLive, { answered: true }>, 'serverId' | 'answered' | 'at' | 'pingMs'>

/** Reads bytes one after the other. @throws RangeError at their end */
class Bytes {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the end is missing')
    return this.#bytes.subarray(this.#at, (this.#at = end))
  }

  /** The bytes up to the next zero, without it. */
  word(): Buffer {
    const end = this.#bytes.indexOf(0, this.#at)
    if (end < 0) throw new RangeError('the end is missing')
    const word = this.take(end - this.#at)
    this.#at++
    return word
  }

  text(most: number): string {
    return withoutHidden(this.word().toString('utf8').slice(0, most)).trim()
  }
}

/** The result of `read`; undefined if the bytes end too early. */
function within<T>(bytes: Buffer, read: (bytes: Bytes) => T): T | undefined {
  try {
    return read(new Bytes(bytes))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Reads the body of an answer to A2S_INFO. */
export const readServerInfo = (body: Buffer): ServerInfo | undefined =>
  within(body, (bytes) => {
    bytes.byte() // protocol
    const [name, map] = [bytes.text(256), bytes.text(128)]
    bytes.word() // folder
    bytes.word() // game
    bytes.take(2) // app id
    const [players, slots] = [bytes.byte(), bytes.byte()]
    bytes.take(3) // bots, kind of server, system
    const password = bytes.byte() === 1
    bytes.byte() // anti-cheat
    const version = bytes.text(64)
    return slots > 0 ? { name, map, players, slots, password, version } : undefined
  })

/** Escapes in the game's own part of the rules: the byte after a 1, and the byte that it stands for. */
const ESCAPES: Readonly<Record<number, number>> = { 1: 1, 2: 0, 3: 255 }

/** Joins the pieces of the game's own part. The key of each piece is its number and the number of pieces. */
function payloadOf(bytes: Bytes): Buffer {
  const pieces: Buffer[] = []
  let total = 0
  for (let left = bytes.take(2).readUInt16LE(); left > 0; left--) {
    const [key, value] = [bytes.word(), bytes.word()]
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
 * Names of the keys that an Arma 3 server accepts, in lower case, from the body of its answer to A2S_RULES (ServerBrowserProtocol3).
 * Undefined if the answer has no keys or not all of them: then a missing key proves nothing.
 */
export const readAllowedKeys = (body: Buffer): string[] | undefined =>
  within(body, (rules) => {
    const bytes = new Bytes(payloadOf(rules))
    const [protocol, overflow] = [bytes.byte(), bytes.byte()]
    const addons = bytes.take(2).readUInt16LE().toString(2).replaceAll('0', '').length
    if (protocol !== 3 || overflow !== 0) return undefined
    bytes.take(2) // difficulty
    bytes.take(addons * 4)
    for (let mods = bytes.byte(); mods > 0; mods--) {
      bytes.take(4)
      bytes.take(bytes.byte() & 15) // id in the workshop
      bytes.take(bytes.byte())
    }
    const keys = Array.from({ length: bytes.byte() }, () => bytes.take(bytes.byte()).toString('utf8').toLowerCase())
    return keys.length > 0 ? keys : undefined
  })
