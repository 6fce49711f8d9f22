import { randomBytes } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { ServerAddress } from './answers/answer.ts'
import { serverInfoAt } from './answers/servers.ts'

const HEADER = Buffer.from([0xff, 0xff, 0xff, 0xff])
const QUESTION = Buffer.concat([HEADER, Buffer.from('TSource Engine Query\0', 'latin1')])
const CHALLENGE = Buffer.concat([HEADER, Buffer.from('A')])
const HOST = '127.0.0.1'
/** The running servers. The demo's others are silent. */
const RUNNING = [1, 2, 16]

type ServerInfo = ReturnType<typeof serverInfoAt>

const text = (value: string) => Buffer.from(`${value}\0`, 'utf8')

/** A server's information in the form of Source servers. */
function infoPacket({ name, map, game, appId, players, slots, password, version }: ServerInfo): Buffer {
  const numbers = Buffer.alloc(9)
  numbers.writeUInt16LE(appId & 0xffff, 0)
  numbers.set([players, slots, 0, 'd'.charCodeAt(0), 'l'.charCodeAt(0), password ? 1 : 0, 0], 2)
  const words = [text(name), text(map), text('demo'), text(game)]
  return Buffer.concat([HEADER, Buffer.from('I'), Buffer.from([17]), ...words, numbers, text(version)])
}

/** Sends the information to those who repeat the challenge, and a challenge to all others: the sender's address may be false. */
function answering(socket: Socket, info: () => ServerInfo) {
  const proof = randomBytes(4)
  return (data: Buffer, { port, address }: RemoteInfo) => {
    if (!data.subarray(0, QUESTION.length).equals(QUESTION)) return
    const isProven = data.subarray(QUESTION.length).equals(proof)
    socket.send(isProven ? infoPacket(info()) : Buffer.concat([CHALLENGE, proof]), port, address)
  }
}

async function openOne(info: () => ServerInfo): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(0, HOST)
  await once(socket, 'listening') // rejects on an error
  socket.on('error', () => undefined) // a sender is gone; others may still be answered
  socket.on('message', answering(socket, info))
  return socket
}

/**
 * Opens the demo's game servers on this computer, which answer A2S queries, each on a port that the system chooses. A server that cannot be
 * opened stays silent.
 */
export async function openGameServers(now: () => Date) {
  const opened = await Promise.allSettled(
    RUNNING.map(async (id) => ({ id, socket: await openOne(() => serverInfoAt(id, now())) })),
  )
  const open = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const addressOf = (socket: Socket): ServerAddress => ({ host: HOST, port: socket.address().port - 1 })
  return {
    addresses: Object.fromEntries(open.map(({ id, socket }) => [id, addressOf(socket)])),
    close: (): void => open.forEach(({ socket }) => socket.close()),
  }
}
