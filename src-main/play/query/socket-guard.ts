import { AsyncLocalStorage } from 'node:async_hooks'
import type { RemoteInfo, Socket } from 'node:dgram'
import { subscribe } from 'node:diagnostics_channel'

/** Begins a datagram that is one of several: number of the answer, how many, which one, and the largest size. */
const PIECE = -2
const HEAD = 12
/** Rules with 255 keys and dozens of mods need fewer. */
const MOST_PIECES = 8

const isPiece = (data: Buffer): boolean => data.length > HEAD && data.readInt32LE(0) === PIECE

/** Puts answers together that came in several datagrams. One that is packed is none: nothing is unpacked that nobody has looked at. */
class SplitAnswers {
  readonly #answers = new Map<string, Map<number, Buffer>>()

  /** The whole answer, when this was its last piece. */
  take(piece: Buffer, { address, port }: RemoteInfo): Buffer | undefined {
    const [answer, total, at] = [piece.readInt32LE(4), piece.readUInt8(8), piece.readUInt8(9)]
    const isPacked = answer < 0
    if (isPacked || total > MOST_PIECES || at >= total) return undefined
    const key = `${address}:${port}/${answer}/${total}`
    const pieces = this.#answers.get(key) ?? new Map<number, Buffer>()
    this.#answers.set(key, pieces)
    if (!pieces.has(at)) pieces.set(at, piece.subarray(HEAD))
    if (pieces.size < total) return undefined
    this.#answers.delete(key)
    return Buffer.concat(Array.from({ length: total }, (_none, number) => pieces.get(number) ?? Buffer.alloc(0)))
  }
}

/** What goes over the sockets of one query. */
interface Exchange {
  onSent(bytes: number): void
  receivedBytes: number
  packets: number
  sockets: Set<Socket>
  split: SplitAnswers
}

/** A server answers with a challenge, its information and, of a few games, its rules; three tries of that are fewer. */
const MOST_PACKETS = 16
/** Begins an answer that is whole. */
const WHOLE = -1

const current = new AsyncLocalStorage<Exchange>()

function close(socket: Socket): void {
  try {
    socket.close()
  } catch {
    // closed before
  }
}

/** What the library gets of a datagram: whole answers only, a few of them, and none that it would have to unpack. */
function accepted(data: Buffer, from: RemoteInfo, socket: Socket, exchange: Exchange): Buffer | undefined {
  exchange.receivedBytes += data.length
  if (++exchange.packets > MOST_PACKETS) {
    for (const one of exchange.sockets) close(one)
    return undefined
  }
  if (!exchange.sockets.has(socket)) return undefined
  const whole = isPiece(data) ? exchange.split.take(data, from) : data
  return whole && whole.length >= 5 && whole.readInt32LE(0) === WHOLE ? whole : undefined
}

/** Stands between the library and its socket. */
function guard(socket: Socket, exchange: Exchange): void {
  exchange.sockets.add(socket)
  const emit = socket.emit.bind(socket) as (event: string, ...given: unknown[]) => boolean
  const { send } = socket
  Object.assign(socket, {
    emit(event: string, ...given: unknown[]) {
      if (event !== 'message') return emit(event, ...given)
      const [data, from] = given as [Buffer, RemoteInfo]
      const whole = accepted(data, from, socket, exchange)
      return whole ? emit(event, whole, from) : false
    },
    send(...given: [Uint8Array, ...unknown[]]) {
      exchange.onSent(given[0].byteLength)
      Reflect.apply(send, socket, given)
    },
  })
}

// The library has no option for any of this. Node publishes each socket that is made; the async context says for which query.
subscribe('udp.socket', (message) => {
  const exchange = current.getStore()
  if (exchange) guard((message as { socket: Socket }).socket, exchange)
})

/** Runs one query. Whatever sockets it opens are guarded, counted, and closed after it. */
export async function withGuardedSockets<T>(
  onSent: (bytes: number) => void,
  work: () => Promise<T>,
): Promise<{ outcome: T; receivedBytes: number }> {
  const exchange: Exchange = { onSent, receivedBytes: 0, packets: 0, sockets: new Set(), split: new SplitAnswers() }
  try {
    const outcome = await current.run(exchange, work)
    return { outcome, receivedBytes: exchange.receivedBytes }
  } finally {
    for (const socket of exchange.sockets) close(socket)
  }
}
