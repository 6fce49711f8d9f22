import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { ServerInfo } from '../../src-main/play/query/server-info.ts'

/** What a stand-in game server says. */
export type Said = Omit<ServerInfo, 'pingMs'>

const HEADER = Buffer.from([0xff, 0xff, 0xff, 0xff])
const text = (value: string) => Buffer.from(`${value}\0`, 'utf8')

/** An answer as servers send it. */
export const infoPacket = (said: Said): Buffer =>
  Buffer.concat([
    HEADER,
    Buffer.from([0x49, 17]),
    text(said.name),
    text(said.map),
    text('Arma3'),
    text('Community'),
    Buffer.from([0x0a, 0xa3, said.players, said.slots, 0, 0x64, 0x77, said.password ? 1 : 0, 1]),
    text(said.version),
    Buffer.from([0x80, 0xfe, 0x08]),
  ])

export const anyone: Said = {
  name: 'Harbour',
  map: 'Altis',
  players: 40,
  slots: 110,
  password: false,
  version: '2.18.152405',
}

interface Manners {
  said?: Said
  /** Questions that get no answer first. */
  silent?: number
  /** `false`: answers at once; `endless`: never anything but challenges. */
  challenge?: boolean | 'endless'
  /** Sent instead of the answer, at once. */
  instead?: readonly Buffer[]
  /** Sent first, from another port. */
  strange?: readonly Buffer[]
}

/** A real UDP server that answers A2S_INFO. `gamePort` is the port before its own. */
export async function queryServer(manners: Manners = {}) {
  const { challenge = true, instead, strange = [] } = manners
  let silent = manners.silent ?? 0
  const state = { said: manners.said ?? anyone, asked: 0, most: 0 }
  const key = Buffer.from([1, 2, 3, 4])
  const socket = createSocket('udp4')
  const stranger = createSocket('udp4')
  socket.on('message', (data: Buffer, from: RemoteInfo) => {
    state.asked++
    const reply = (packet: Buffer) => socket.send(packet, from.port, from.address)
    if (silent-- > 0) return
    for (const packet of strange) stranger.send(packet, from.port, from.address)
    const proven = data.subarray(25).equals(key)
    if (challenge === 'endless' || (challenge && !proven)) reply(Buffer.concat([HEADER, Buffer.from([0x41]), key]))
    else if (instead) for (const packet of instead) reply(packet)
    else reply(infoPacket(state.said))
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => {
    socket.close()
    stranger.close()
  })
  return { state, gamePort: socket.address().port - 1 }
}
