import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { errnoOf } from './files.ts'
import { readUpTo } from './response.ts'

/** The process that holds a lock: its program's name, its id, and the time when it took the lock (ms since 1970). */
const Holder = v.object({
  program: v.pipe(v.string(), v.regex(/^[\w .-]{1,64}$/)),
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  since: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
})
export type Holder = v.InferOutput<typeof Holder>

export const NO_HOLDER: Holder = { program: '', pid: 0, since: 0 }

/** The app's program, or the command line, which Node runs. */
const PROGRAM = process.versions.electron ? parse(process.execPath).name : 'loadout'

const self = (): string => JSON.stringify({ program: PROGRAM, pid: process.pid, since: Date.now() })

/**
 * How a system locks. `take` resolves to the function that unlocks, or to undefined if the lock is taken. `ask` resolves to the holder's
 * own description.
 */
interface System {
  take(name: string): Promise<(() => void) | undefined>
  ask(name: string): Promise<string>
}

const ANSWER_MS = 1_000
const MOST_ANSWER_BYTES = 1 << 10

/** Linux: an abstract socket name, which only one process can listen at. It answers every connection with its holder. */
const byName: System = {
  take: (name) =>
    new Promise((resolve) => {
      const holder = self()
      const server = createServer((socket) => socket.on('error', () => undefined).end(holder))
      server.once('error', () => resolve(undefined))
      server.listen({ path: `\0${name}`, exclusive: true }, () => {
        server.unref()
        resolve(() => void server.close())
      })
    }),
  async ask(name) {
    const socket = connect(`\0${name}`)
    socket.setTimeout(ANSWER_MS, () => socket.destroy())
    try {
      return String(await readUpTo(MOST_ANSWER_BYTES, socket))
    } finally {
      socket.destroy()
    }
  },
}

/** libuv's `UV_FS_O_EXLOCK`, which Node does not name: nobody else can open the file while it is open. */
const EXCLUSIVE = process.platform === 'win32' ? 0x1000_0000 : 0x20

/** The errors of a lock that is taken, on Windows and on macOS. */
const TAKEN = ['EBUSY', 'EAGAIN']

/** Windows and macOS: a file that only one process can have open. A second file beside it names the holder. */
const byFile: System = {
  take: (name) =>
    Promise.resolve().then(() => {
      const file = join(tmpdir(), name)
      const { O_CREAT, O_NONBLOCK = 0, O_RDWR } = constants
      let lock: number
      try {
        lock = openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | EXCLUSIVE, 0o600)
      } catch (error) {
        if (TAKEN.includes(errnoOf(error))) return undefined
        throw error
      }
      try {
        writeFileSync(`${file}.holder`, self(), { mode: 0o600 })
      } catch {
        // it is locked, but the holder is unknown
      }
      return () => {
        rmSync(`${file}.holder`, { force: true })
        closeSync(lock)
      }
    }),
  ask: (name) => readFile(join(tmpdir(), `${name}.holder`), 'utf8'),
}

/** The system releases a lock when its process ends for any reason, so no stale lock is left. */
const system = process.platform === 'linux' ? byName : byFile

const nameOf = (key: string): string => `loadout-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`

/**
 * Takes a lock that only one thread can hold: on Linux of this computer, on Windows and macOS of the player's account, whose folder for
 * temporary files it is in. Resolves to the function that unlocks, or to undefined if the lock is taken.
 * @param key names what is locked
 */
export const takeLock = (key: string): Promise<(() => void) | undefined> => system.take(nameOf(key))

const RETRY_MS = 10

const MOST_TRIES = 1_000

/**
 * Waits for a lock and runs short work under it. After ten seconds it runs without the lock: no short work takes so long, but a program of
 * another user can hold a lock for ever.
 */
export async function withLock<T>(key: string, work: () => Promise<T>, mostTries = MOST_TRIES): Promise<T> {
  let unlock = await takeLock(key)
  for (let tries = 1; !unlock && tries < mostTries; tries++) {
    await delay(RETRY_MS)
    unlock = await takeLock(key)
  }
  try {
    return await work()
  } finally {
    unlock?.()
  }
}

/** Asks the process that holds a lock for its description; {@link NO_HOLDER} if there is no answer. */
export const holderOf = async (key: string): Promise<Holder> => {
  try {
    return v.parse(Holder, JSON.parse(await system.ask(nameOf(key))))
  } catch {
    return NO_HOLDER
  }
}
