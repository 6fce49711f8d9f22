import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:dgram'
import { subscribe } from 'node:diagnostics_channel'

/** What goes over the wire for one question. */
interface Wire {
  onSent(bytes: number): void
  receivedBytes: number
  packets: number
  sockets: Set<Socket>
}

/** A server answers with a challenge, its information and, of a few games, its rules; three tries of that are fewer. */
const MOST_PACKETS = 16
/** Begins a datagram that is whole. In pieces, which may be packed, no server sends what is asked here. */
const WHOLE = -1

const asking = new AsyncLocalStorage<Wire>()

function close(socket: Socket): void {
  try {
    socket.close()
  } catch {
    // closed before
  }
}

/** Lets nothing through to the library but a few whole datagrams: none that it would have to put together or unpack. */
function takes(data: Buffer, socket: Socket, wire: Wire): boolean {
  wire.receivedBytes += data.length
  if (++wire.packets > MOST_PACKETS) {
    for (const one of wire.sockets) close(one)
    return false
  }
  return wire.sockets.has(socket) && data.length >= 5 && data.readInt32LE(0) === WHOLE
}

/** Stands between the library and its socket, where it is made. */
function guard(socket: Socket, wire: Wire): void {
  wire.sockets.add(socket)
  const emit = socket.emit.bind(socket) as (event: string, ...given: unknown[]) => boolean
  const { send } = socket
  Object.assign(socket, {
    emit: (event: string, ...given: unknown[]) =>
      event === 'message' && !takes(given[0] as Buffer, socket, wire) ? false : emit(event, ...given),
    send(...given: [Uint8Array, ...unknown[]]) {
      wire.onSent(given[0].byteLength)
      Reflect.apply(send, socket, given)
    },
  })
}

// The library has no door for any of this; Node tells of each socket that is made, and of whose work made it.
subscribe('udp.socket', (message) => {
  const wire = asking.getStore()
  if (wire) guard((message as { socket: Socket }).socket, wire)
})

/** Runs one question. Whatever sockets it opens are guarded, counted, and closed after it. */
export async function onWire<T>(
  onSent: (bytes: number) => void,
  work: () => Promise<T>,
): Promise<{ outcome: T; receivedBytes: number }> {
  const wire: Wire = { onSent, receivedBytes: 0, packets: 0, sockets: new Set() }
  try {
    const outcome = await asking.run(wire, work)
    return { outcome, receivedBytes: wire.receivedBytes }
  } finally {
    for (const socket of wire.sockets) close(socket)
  }
}
