import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import * as v from 'valibot'
import { readUpTo } from './response.ts'

/**
 * A name that only one on this computer can listen at. The system takes it back when the process or thread ends, however it
 * ends: nothing is left that a later run would have to tell from a living one. (A file on macOS, which has no such names.)
 */
function addressOf(key: string): string {
  const name = `loadout-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name)
}

/** The process that has a lock: the name of its program, its id, and since when (ms since 1970). Id 0: nobody tells. */
export interface Holder {
  program: string
  pid: number
  since: number
}

export const NO_HOLDER: Holder = { program: '', pid: 0, since: 0 }

const Told = v.object({
  program: v.pipe(v.string(), v.regex(/^[\w .-]{1,64}$/)),
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  since: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
})

const listenAt = (path: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const self: Holder = { program: parse(process.execPath).name, pid: process.pid, since: Date.now() }
    const server = createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(self)))
    server.once('error', () => resolve(undefined))
    server.listen({ path, exclusive: true }, () => resolve(server.unref()))
  })

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve((socket.destroy(), true)))
    socket.once('error', () => resolve(false))
  })

/** Listens there; first removes the file of a process that has ended, where that is all that is in the way. */
async function listenAlone(path: string): Promise<Server | undefined> {
  const server = await listenAt(path)
  if (server ?? (path.startsWith('\0') || path.startsWith('\\\\') || (await isAnswered(path)))) return server
  await rm(path, { force: true })
  return listenAt(path)
}

/**
 * Takes a lock that one thread of one process on this computer can have. Gives the way to let go, or undefined where it is taken.
 * @param key names what is locked
 */
export async function takeLock(key: string): Promise<(() => void) | undefined> {
  const server = await listenAlone(addressOf(key))
  return server && (() => void server.close())
}

const ANSWER_MS = 1_000
const MOST_ANSWER_BYTES = 1 << 10

/** Asks the process that has a lock who it is; whoever it is need not answer. */
export async function holderOf(key: string): Promise<Holder> {
  const socket = connect(addressOf(key))
  socket.setTimeout(ANSWER_MS, () => socket.destroy())
  try {
    const told = await readUpTo(MOST_ANSWER_BYTES, socket)
    return v.parse(Told, JSON.parse(String(told)))
  } catch {
    return NO_HOLDER
  } finally {
    socket.destroy()
  }
}
