import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { ServerInfo } from '../../src-main/play/query/answers.ts'

const HEADER = Buffer.from([0xff, 0xff, 0xff, 0xff])
const text = (value: string) => Buffer.from(`${value}\0`, 'utf8')

/** An answer as servers send it. */
export const infoPacket = (said: ServerInfo): Buffer =>
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

export const anyone: ServerInfo = {
  name: 'Harbour',
  map: 'Altis',
  players: 40,
  slots: 110,
  password: false,
  version: '2.18.152405',
}

interface Rules {
  keys: readonly string[]
  /** Flags of the game's add-ons. */
  addons?: number
  mods?: readonly { id: number; name: string }[]
  overflow?: number
  protocol?: number
}

/** What follows the head of an answer to A2S_RULES, as Arma 3 writes it. */
export function rulesOf({ keys, addons = 0, mods = [], overflow = 0, protocol = 3 }: Rules): Buffer {
  const uint32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]
  const named = (name: string) => [Buffer.byteLength(name), ...Buffer.from(name)]
  const flags = Array.from({ length: 16 }, (_none, bit) => addons & (1 << bit)).filter(Boolean)
  const payload = [
    ...[protocol, overflow, addons & 255, addons >> 8, 0x1b, 1],
    ...flags.flatMap((flag) => uint32(flag * 257)),
    mods.length,
    ...mods.flatMap(({ id, name }) => [...uint32(0xff00_01fe), ...(id ? [4, ...uint32(id)] : [0]), ...named(name)]),
    keys.length,
    ...keys.flatMap(named),
  ]
  const escaped = payload.flatMap((one) => (one === 1 ? [1, 1] : one === 0 ? [1, 2] : one === 255 ? [1, 3] : [one]))
  const pieces = Math.ceil(escaped.length / 124)
  const rules = Array.from({ length: pieces }, (_none, at) => [
    ...[at + 1, pieces, 0],
    ...[...escaped.slice(at * 124, (at + 1) * 124), 0],
  ])
  return Buffer.from([pieces + 1, 0, ...rules.flat(), ...text('island'), ...text('Altis')])
}

/** A piece of an answer: `uid` names the answer. */
export function pieceOf(uid: number, total: number, number: number, rest: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeInt32LE(-2, 0)
  head.writeUInt32LE(uid, 4)
  head.set([total, number], 8)
  return Buffer.concat([head, rest])
}

/** An answer in pieces of so many bytes, as servers send what is too long for one datagram. */
export function piecesOf(whole: Buffer, size: number): Buffer[] {
  const total = Math.ceil(whole.length / size)
  return Array.from({ length: total }, (_none, at) => pieceOf(7, total, at, whole.subarray(at * size, (at + 1) * size)))
}

interface Manners {
  said?: ServerInfo
  /** Questions that get no answer first. */
  silent?: number
  /** `false`: answers at once; `endless`: never anything but challenges. */
  challenge?: boolean | 'endless'
  /** Sent instead of the answer, at once. */
  instead?: readonly Buffer[]
  /** Keys that it tells when its rules are asked for; absent: it is silent then. */
  keys?: readonly string[]
  /** Sends its rules in pieces of so many bytes, the last one first, each twice. */
  splitAt?: number
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
    if (data[4] === 0x56) {
      const { keys } = manners
      if (keys && !data.subarray(5).equals(key)) reply(Buffer.concat([HEADER, Buffer.from([0x41]), key]))
      else if (keys) {
        const rules = Buffer.concat([HEADER, Buffer.from([0x45]), rulesOf({ keys })])
        const pieces = manners.splitAt ? piecesOf(rules, manners.splitAt) : [rules]
        for (const packet of pieces.toReversed().flatMap((one) => (pieces.length > 1 ? [one, one] : [one])))
          reply(packet)
      }
      return
    }
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
