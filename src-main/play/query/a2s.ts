import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { noteTraffic, steadyNow } from '../../lib/index.ts'
import { type ServerInfo, readAllowedKeys, readServerInfo } from './answers.ts'

/*
 * The part of Valve's server queries over UDP that Arma 3 needs:
 * https://developer.valvesoftware.com/wiki/Server_queries
 */

export interface QueryPatience {
  tries: number
  /** Timeout of each try. */
  timeoutMs: number
}

interface Query<T> {
  bytes(challenge: Buffer): Buffer
  /** The kind of datagram that answers the query. */
  answer: number
  /** Undefined if the answer cannot be read. */
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
/** The kind of datagram that asks for the query again, together with its own four bytes. */
const CHALLENGE = 0x41
const MOST_CHALLENGES = 2
/** The first number of a whole answer, and of a piece of an answer. */
const [WHOLE, PIECE] = [-1, -2]
/** Bytes before a piece's content: the mark, the answer's id, the number of pieces, the piece's number, the largest size. */
const PIECE_HEAD = 12
/** Rules with 255 keys and dozens of mods have fewer pieces. */
const MOST_PIECES = 8
/** Limit of datagrams for a query. A server answers each of three tries with a challenge and some pieces. */
const MOST_PACKETS = 16
const LOOKUP_MS = 5_000

/** Joins answers of several datagrams. Ignores compressed answers. */
class PacketPieces {
  readonly #answers = new Map<string, Map<number, Buffer>>()

  /** Returns the whole answer after its last piece. */
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

/** Sends a query over its own socket, connected to this server. IPv4, like the game. Undefined without an answer; never throws. */
function query<T>(
  host: string,
  port: number,
  question: Query<T>,
  { tries, timeoutMs }: QueryPatience,
  now = steadyNow,
): Promise<{ read: T; pingMs: number } | undefined> {
  if (isIPv6(host)) return Promise.resolve(undefined)
  const place = `${host}:${port}`
  const pieces = new PacketPieces()
  let [left, packets, challenges, sentAt, pingMs, isOver] = [tries, 0, 0, 0, Infinity, false]
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
      sentAt = now()
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
      pingMs = Math.min(pingMs, Math.max(1, Math.round(now() - sentAt))) // the least: a busy computer reads some late
      const whole = data.length > PIECE_HEAD && data.readInt32LE(0) === PIECE ? pieces.take(data) : data
      if (!whole || whole.length < 5 || whole.readInt32LE(0) !== WHOLE) return
      const [kind, body] = [whole.readUInt8(4), whole.subarray(5)]
      if (kind === CHALLENGE && ++challenges <= MOST_CHALLENGES) return send(body.subarray(0, 4))
      const read = kind === question.answer ? question.read(body) : undefined
      if (read !== undefined) end({ read, pingMs })
    })
    socket.on('error', () => end()) // the name does not exist, or the port is closed
    socket.on('connect', tryAgain)
    socket.connect(port, host)
  })
}

/** Asks a server for its facts; undefined if it does not answer. `host` and `port` must be checked. Never throws. `now` in ms. */
export async function askInfo(
  host: string,
  port: number,
  patience: QueryPatience,
  now = steadyNow,
): Promise<(ServerInfo & { pingMs: number }) | undefined> {
  const answer = await query(host, port, INFO, patience, now)
  return answer && { ...answer.read, pingMs: answer.pingMs }
}

/** Asks a server for the names of the keys that it accepts; undefined if they are unknown. As {@link askInfo}. */
export const askKeys = async (host: string, port: number, patience: QueryPatience): Promise<string[] | undefined> =>
  (await query(host, port, RULES, patience))?.read
