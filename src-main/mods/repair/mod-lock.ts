import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import * as v from 'valibot'
import { plainFs, readUpTo } from '../../lib/index.ts'

/**
 * A name that only one process of this computer can listen at. The system takes it back when the process ends, however it
 * ends: nothing is left that a later run would have to tell from a living one. (A file on macOS, which has no such names.)
 */
function addressOf(key: string): string {
  const name = `loadout-repair-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name)
}

/** The process that has a mod: the name of its program, its id, and since when (ms since 1970). Id 0: nobody tells. */
export interface ModHolder {
  program: string
  pid: number
  since: number
}

export const NO_HOLDER: ModHolder = { program: '', pid: 0, since: 0 }

const Told = v.object({
  program: v.pipe(v.string(), v.regex(/^[\w .-]{1,64}$/)),
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  since: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
})

const listenAt = (path: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const self: ModHolder = { program: parse(process.execPath).name, pid: process.pid, since: Date.now() }
    const server = createServer((socket) => socket.on('error', () => undefined).end(JSON.stringify(self)))
    server.once('error', () => resolve(undefined))
    server.listen({ path, exclusive: true }, () => resolve(server.unref()))
  })

const ANSWER_MS = 1_000
const MOST_ANSWER_BYTES = 1 << 10

/** Asks the process that listens there who it is; whoever it is need not answer. */
async function whoAnswers(path: string): Promise<ModHolder> {
  const socket = connect(path)
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

/** Where a mod's folder is locked, by whatever way to it. */
async function lockOf(gameDir: string, modFolder: string): Promise<string> {
  const real = await plainFs.promises
    .realpath(join(gameDir, modFolder))
    .catch(async () => join(await plainFs.promises.realpath(gameDir).catch(() => gameDir), modFolder))
  return addressOf(real.toLowerCase())
}

/**
 * Locks a mod's folder for this process: the app and the command line must not write the same part files. Gives the way to
 * let go, or undefined where another process has it.
 */
export async function lockMod(gameDir: string, modFolder: string): Promise<(() => void) | undefined> {
  const server = await listenAlone(await lockOf(gameDir, modFolder))
  return server && (() => void server.close())
}

/** Names the process that has a mod. */
export const holderOf = async (gameDir: string, modFolder: string): Promise<ModHolder> =>
  whoAnswers(await lockOf(gameDir, modFolder))

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
