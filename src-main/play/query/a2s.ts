import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { noteTraffic } from '../../lib/index.ts'

/** What a server says of itself. */
export interface ServerInfo {
  name: string
  map: string
  players: number
  slots: number
  password: boolean
  version: string
  /** From the last question to its answer. */
  pingMs: number
}

/** How patiently a server is asked. */
export interface Patience {
  tries: number
  /** For each try. */
  timeoutMs: number
}

const HEADER = Buffer.from([0xff, 0xff, 0xff, 0xff])
const QUESTION = Buffer.concat([HEADER, Buffer.from('TSource Engine Query\0', 'latin1')])
const CHALLENGE = 0x41
const INFO = 0x49
/** A server that only ever sends challenges is not asked for ever. */
const MOST_CHALLENGES = 3

/** Reads an answer front to back; a RangeError where it ends too early. */
function reader(data: Buffer, from: number) {
  let at = from
  return {
    byte: () => data.readUInt8(at++),
    skip: (count: number) => void (at += count),
    text() {
      const end = data.indexOf(0, at)
      if (end < 0) throw new RangeError('a text does not end')
      const text = data.toString('utf8', at, end)
      at = end + 1
      return text
    },
  }
}

/** The answer to the question for information; undefined when it is something else or cut off. */
export function readInfo(data: Buffer): Omit<ServerInfo, 'pingMs'> | undefined {
  if (data.length < 6 || !data.subarray(0, 4).equals(HEADER) || data[4] !== INFO) return undefined
  try {
    const read = reader(data, 6)
    const [name, map] = [read.text(), read.text()]
    read.text() // folder
    read.text() // game
    read.skip(2) // app id, cut to 16 bits
    const [players, slots] = [read.byte(), read.byte()]
    read.skip(3) // bots, kind of server, its system
    const password = read.byte() === 1
    read.skip(1) // anti-cheat of the platform
    return { name, map, players, slots, password, version: read.text() }
  } catch {
    return undefined
  }
}

const challengeOf = (data: Buffer): Buffer | undefined =>
  data.length === 9 && data.subarray(0, 4).equals(HEADER) && data[4] === CHALLENGE ? data.subarray(5) : undefined

/** Whom to ask: the address that a host name led to. */
interface Asked {
  host: string
  address: string
  family: number
  port: number
}

/** Asks once; undefined when nothing useful came in time. The socket is connected, so nobody else can answer. */
function askOnce({ host, address, family, port }: Asked, timeoutMs: number): Promise<ServerInfo | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    let challenges = 0
    let asked = 0
    const end = (info?: ServerInfo) => {
      clearTimeout(timer)
      socket.removeAllListeners()
      socket.on('error', () => undefined)
      socket.close()
      resolve(info)
    }
    const timer = setTimeout(() => end(), timeoutMs)
    const ask = (challenge: Buffer = Buffer.alloc(0)) => {
      asked = performance.now()
      const question = Buffer.concat([QUESTION, challenge])
      noteTraffic(`${host}:${port}`, { sentBytes: question.length })
      socket.send(question)
    }
    socket.once('error', () => end())
    socket.on('message', (data) => {
      noteTraffic(`${host}:${port}`, { requests: 0, receivedBytes: data.length })
      const challenge = challengeOf(data)
      if (challenge) {
        if (++challenges > MOST_CHALLENGES) end()
        else ask(challenge)
        return
      }
      const info = readInfo(data)
      if (info) end({ ...info, pingMs: Math.max(1, Math.round(performance.now() - asked)) })
    })
    socket.once('connect', () => ask())
    socket.connect(port, address)
  })
}

/** Asks a server for its information (A2S_INFO over UDP); undefined when it does not answer. Never throws. */
export async function askServer(host: string, port: number, patience: Patience): Promise<ServerInfo | undefined> {
  const found = await lookup(host).catch(() => undefined)
  if (!found) return undefined
  for (let tried = 0; tried < patience.tries; tried++) {
    const info = await askOnce({ ...found, host, port }, patience.timeoutMs)
    if (info) return info
  }
  return undefined
}
