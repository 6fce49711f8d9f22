import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { noteTraffic } from '../../lib/index.ts'
import { type ServerInfo, readAllowedKeys, readServerInfo } from './answers.ts'

/*
 * Valve's server queries over UDP, as far as Arma 3 needs them:
 * https://developer.valvesoftware.com/wiki/Server_queries
 */

/** How patiently a server is asked. */
export interface QueryPatience {
  tries: number
  /** For each answer. */
  timeoutMs: number
}

/** One kind of query and its answer. */
interface Query<T> {
  bytes(challenge: Buffer): Buffer
  /** Kind of the datagram that answers it. */
  answer: number
  /** Undefined for an answer that cannot be read. */
  read(body: Buffer): T | undefined
}

const HEADER = Buffer.from([0xff, 0xff, 0xff, 0xff])
const NO_CHALLENGE = Buffer.alloc(0)
const INFO: Query<ServerInfo> = {
  bytes: (challenge) => Buffer.concat([HEADER, Buffer.from('TSource Engine Query\0'), challenge]),
  answer: 0x49,
  read: readServerInfo,
}
const RULES: Query<string[]> = {
  bytes: (challenge) => Buffer.concat([HEADER, Buffer.from('V'), challenge.length > 0 ? challenge : HEADER]),
  answer: 0x45,
  read: readAllowedKeys,
}
/** Kind of the datagram that asks for the question again, with the four bytes that it brings. */
const CHALLENGE = 0x41
const MOST_CHALLENGES = 2
/** First number of a whole answer, and of a piece of one. */
const [WHOLE, PIECE] = [-1, -2]
/** A piece's own number, its answer's, how many there are, and the largest size. */
const PIECE_HEAD = 12
/** Rules with 255 keys and dozens of mods need fewer. */
const MOST_PIECES = 8
/** All datagrams of a query: a server answers each of three tries with a challenge and some pieces. */
const MOST_PACKETS = 16
const LOOKUP_MS = 5_000

/** Puts answers together that came in several datagrams. A packed one is ignored. */
class Pieces {
  readonly #answers = new Map<string, Map<number, Buffer>>()

  /** The whole answer, if this was its last piece. */
  take(piece: Buffer): Buffer | undefined {
    const [answer, total, at] = [piece.readInt32LE(4), piece.readUInt8(8), piece.readUInt8(9)]
    const isPacked = answer < 0
    if (isPacked || total > MOST_PIECES || at >= total) return undefined
    const key = `${answer}/${total}`
    const pieces = this.#answers.get(key) ?? new Map<number, Buffer>()
    this.#answers.set(key, pieces)
    if (!pieces.has(at)) pieces.set(at, piece.subarray(PIECE_HEAD))
    if (pieces.size < total) return undefined
    this.#answers.delete(key)
    return Buffer.concat(Array.from({ length: total }, (_none, number) => pieces.get(number) ?? Buffer.alloc(0)))
  }
}

/** Asks by a socket of its own, which hears this server alone. IPv4, like the game. Undefined without an answer; never throws. */
function query<T>(
  host: string,
  port: number,
  question: Query<T>,
  { tries, timeoutMs }: QueryPatience,
): Promise<{ read: T; pingMs: number } | undefined> {
  if (isIPv6(host)) return Promise.resolve(undefined)
  const place = `${host}:${port}`
  const pieces = new Pieces()
  let [left, packets, challenges, sentAt, isOver] = [tries, 0, 0, 0, false]
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    const end = (result?: { read: T; pingMs: number }) => {
      clearTimeout(timer)
      if (!isOver) socket.close()
      isOver = true
      resolve(result)
    }
    let timer = setTimeout(end, LOOKUP_MS)
    const send = (challenge: Buffer) => {
      const bytes = question.bytes(challenge)
      noteTraffic(place, { sentBytes: bytes.length })
      clearTimeout(timer)
      timer = setTimeout(tryAgain, timeoutMs)
      sentAt = performance.now()
      socket.send(bytes)
    }
    const tryAgain = () => {
      if (left-- <= 0) return end()
      challenges = 0
      send(NO_CHALLENGE)
    }
    socket.on('message', (data) => {
      noteTraffic(place, { requests: 0, receivedBytes: data.length })
      if (++packets > MOST_PACKETS) return end()
      const whole = data.length > PIECE_HEAD && data.readInt32LE(0) === PIECE ? pieces.take(data) : data
      if (!whole || whole.length < 5 || whole.readInt32LE(0) !== WHOLE) return
      const [kind, body] = [whole.readUInt8(4), whole.subarray(5)]
      if (kind === CHALLENGE && ++challenges <= MOST_CHALLENGES) return send(body.subarray(0, 4))
      const read = kind === question.answer ? question.read(body) : undefined
      if (read !== undefined) end({ read, pingMs: Math.max(1, Math.round(performance.now() - sentAt)) })
    })
    socket.on('error', () => end()) // no such name, or nobody at the port
    socket.on('connect', tryAgain)
    socket.connect(port, host)
  })
}

/** What a server says of itself; undefined if it does not answer. `host` and `port` are checked. Never throws. */
export async function askInfo(
  host: string,
  port: number,
  patience: QueryPatience,
): Promise<(ServerInfo & { pingMs: number }) | undefined> {
  const answer = await query(host, port, INFO, patience)
  return answer && { ...answer.read, pingMs: answer.pingMs }
}

/** Names of the keys whose signatures a server takes; undefined if it does not tell. As {@link askInfo}. */
export const askKeys = async (host: string, port: number, patience: QueryPatience): Promise<string[] | undefined> =>
  (await query(host, port, RULES, patience))?.read
