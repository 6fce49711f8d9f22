import type { Socket, SocketConstructorOpts } from 'node:net'
import { Agent, buildConnector } from 'undici'

const CONNECT_MS = 15_000
/** A socket reads up to so much at once. */
const READ_BYTES = 256 << 10
/**
 * With a high-water mark of one byte a socket reads on only when what it has read was taken. So at most three reads are
 * about at a time: one whose bytes are on their way to a part file, one that waits in the stream, one that is filled.
 */
const RING_BYTES = 4 * READ_BYTES

/** Memory that reads fill one after the other, round and round. */
function createRing() {
  const memory = Buffer.allocUnsafeSlow(RING_BYTES)
  let at = 0
  return {
    /** Room for the next read. */
    room: (): Buffer => memory.subarray(at, at + READ_BYTES),
    /** The bytes of the read that has just ended. */
    take(length: number): Buffer {
      const read = memory.subarray(at, at + length)
      at = at + length + READ_BYTES > RING_BYTES ? 0 : at + length
      return read
    },
  }
}

/**
 * Connects with memory of its own for reading. Otherwise each 64 KiB that come are new memory, and on a fast line the
 * collector is busier than all the rest.
 */
const connect: buildConnector.connector = (options, callback) => {
  const ring = createRing()
  let socket: Socket | undefined
  const reading: buildConnector.BuildOptions & SocketConstructorOpts & { highWaterMark: number } = {
    timeout: CONNECT_MS,
    highWaterMark: 1,
    onread: { buffer: ring.room, callback: (length) => socket?.push(ring.take(length)) ?? false },
  }
  buildConnector(reading)(options, (...made) => {
    socket = made[1] ?? undefined
    callback(...made)
  })
}

/** Connections to download sources. Their stalls are watched where the bytes arrive, so that a pause is none. */
export const openSourceAgent = (): Agent => new Agent({ headersTimeout: 0, bodyTimeout: 0, connect })

/** What tells that the computer has woken: Electron's power monitor. */
export interface Wakes {
  on(event: 'resume', listener: () => void): unknown
  off(event: 'resume', listener: () => void): unknown
}

/** Connections to download sources. After a sleep all may be dead without a word: there are new ones, and `onRenewed` hears it. */
export function openConnections(wakes: Wakes, onRenewed: () => void) {
  let agent = openSourceAgent()
  const renew = () => {
    const before = agent
    agent = openSourceAgent()
    onRenewed()
    void before.destroy()
  }
  wakes.on('resume', renew)
  return {
    get agent() {
      return agent
    },
    close() {
      wakes.off('resume', renew)
      return agent.destroy()
    },
  }
}
