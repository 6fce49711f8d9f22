import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainFs } from '../../lib/index.ts'

/**
 * A name that only one process of this computer can listen at. The system takes it back when the process ends, however it
 * ends: nothing is left that a later run would have to tell from a living one. (A file on macOS, which has no such names.)
 */
function addressOf(key: string): string {
  const name = `loadout-repair-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
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
 * Locks a mod's folder for this process: the app and the command line must not write the same part files. Gives the way to
 * let go, or undefined where another process has it.
 */
export async function lockMod(gameDir: string, modFolder: string): Promise<(() => void) | undefined> {
  const folder = join(gameDir, modFolder)
  const real = await plainFs.promises
    .realpath(folder)
    .catch(async () => join(await plainFs.promises.realpath(gameDir).catch(() => gameDir), modFolder))
  const server = await listenAlone(addressOf(real.toLowerCase()))
  return server && (() => void server.close())
}

/**
 * Takes a mod in this process (`hold`) and from every other one. Gives the way to let go of both, or undefined where either is
 * taken already.
 */
export async function takeMod(
  hold: () => Promise<(() => void) | undefined>,
  gameDir: string,
  modFolder: string,
): Promise<(() => void) | undefined> {
  const release = await hold()
  if (!release) return undefined
  let unlock: (() => void) | undefined
  try {
    unlock = await lockMod(gameDir, modFolder)
  } finally {
    if (!unlock) release()
  }
  const both = unlock
  return both && (() => (both(), release()))
}
