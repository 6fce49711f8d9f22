import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:dgram'
import { subscribe } from 'node:diagnostics_channel'

/** What goes over the sockets of one query. */
interface Exchange {
  onSent(bytes: number): void
  receivedBytes: number
  packets: number
  sockets: Set<Socket>
}

/** A server answers with a challenge, its information and, of a few games, its rules; three tries of that are fewer. */
const MOST_PACKETS = 16
/** Begins a datagram that is whole. In pieces, which may be packed, no server sends what is asked here. */
const WHOLE = -1

const current = new AsyncLocalStorage<Exchange>()

function close(socket: Socket): void {
  try {
    socket.close()
  } catch {
    // closed before
  }
}

/** Lets only a few whole datagrams through to the library: none that it would have to put together or unpack. */
function accepts(data: Buffer, socket: Socket, exchange: Exchange): boolean {
  exchange.receivedBytes += data.length
  if (++exchange.packets > MOST_PACKETS) {
    for (const one of exchange.sockets) close(one)
    return false
  }
  return exchange.sockets.has(socket) && data.length >= 5 && data.readInt32LE(0) === WHOLE
}

/** Stands between the library and its socket. */
function guard(socket: Socket, exchange: Exchange): void {
  exchange.sockets.add(socket)
  const emit = socket.emit.bind(socket) as (event: string, ...given: unknown[]) => boolean
  const { send } = socket
  Object.assign(socket, {
    emit: (event: string, ...given: unknown[]) =>
      event === 'message' && !accepts(given[0] as Buffer, socket, exchange) ? false : emit(event, ...given),
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
  const exchange: Exchange = { onSent, receivedBytes: 0, packets: 0, sockets: new Set() }
  try {
    const outcome = await current.run(exchange, work)
    return { outcome, receivedBytes: exchange.receivedBytes }
  } finally {
    for (const socket of exchange.sockets) close(socket)
  }
}
