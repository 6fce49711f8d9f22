import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A name that only one on this computer can listen at. The system takes it back when the process or thread ends, however it
 * ends: nothing is left that a later run would have to tell from a living one. (A file on macOS, which has no such names.)
 */
function addressOf(key: string): string {
  const name = `loadout-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name)
}

const listenAt = (path: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
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
