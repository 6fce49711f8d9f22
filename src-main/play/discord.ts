import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { posix } from 'node:path'
import { oneFlight } from '../lib/index.ts'

/** Kinds of frames. A frame is its kind and its length, four bytes each and little-endian, and then JSON. */
const HANDSHAKE = 0
const FRAME = 1
const CLOSE = 2
const PING = 3
const PONG = 4
const HEAD_BYTES = 8
/** Discord's frames are much smaller. */
const MOST_BYTES = 65_536
const LONGEST_MS = 5_000

/** The activity on the player's Discord profile, as in Discord's SET_ACTIVITY. */
export interface DiscordActivity {
  details: string
  state: string
  timestamps: { start: number }
  party?: { id: string; size: [number, number] }
  buttons?: { label: string; url: string }[]
}

/** Places where Discord may listen: pipes, and sockets in folders of the player alone. */
export function discordPaths(platform: string, env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Array.from({ length: 10 }, (_, index) => `discord-ipc-${index}`)
  if (platform === 'win32') return names.map((name) => `\\\\.\\pipe\\${name}`)
  const root = platform === 'darwin' ? env.TMPDIR : env.XDG_RUNTIME_DIR
  if (!root?.startsWith('/')) return []
  const folders = [root, posix.join(root, 'app/com.discordapp.Discord'), posix.join(root, 'snap.discord')]
  return folders.flatMap((folder) => names.map((name) => posix.join(folder, name)))
}

function frame(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(kind, 0)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const jsonFrame = (kind: number, content: unknown): Buffer => frame(kind, Buffer.from(JSON.stringify(content)))

/** The frames of a connection, until it ends or sends too large a frame. */
async function* framesOf(socket: Socket): AsyncGenerator<{ kind: number; body: Buffer }> {
  let rest = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32LE(4)
      if (end > MOST_BYTES) return
      if (rest.length < end) break
      yield { kind: rest.readUInt32LE(0), body: rest.subarray(HEAD_BYTES, end) }
      rest = rest.subarray(end)
    }
  }
}

/** True if the player owns the socket. In a shared folder, another user's program could pose as Discord. */
const isPlayers = async (path: string): Promise<boolean> =>
  process.platform === 'win32' || (await stat(path)).uid === process.getuid?.()

/** Discord on this computer. It shows an activity until the connection ends. */
export class Discord {
  readonly #clientId: string
  readonly #paths: readonly string[]
  #socket: Socket | undefined
  #isShown = false

  /** `clientId`: the id of the community's Discord application. */
  constructor(clientId: string, paths: readonly string[]) {
    this.#clientId = clientId
    this.#paths = paths
  }

  /** Replaces the shown activity. Does nothing if Discord does not run. Never throws. */
  async show(activity: DiscordActivity): Promise<void> {
    this.#isShown = true
    const socket = await this.#connect()
    if (!this.#isShown) return this.hide() // `hide` was called meanwhile
    const args = { pid: process.pid, activity }
    socket?.write(jsonFrame(FRAME, { cmd: 'SET_ACTIVITY', args, nonce: randomUUID() }))
  }

  hide(): void {
    this.#isShown = false
    this.#socket?.destroy()
    this.#socket = undefined
  }

  readonly #connect = oneFlight(async (): Promise<Socket | undefined> => {
    if (this.#socket) return this.#socket
    for (const path of this.#paths) {
      if (!(await isPlayers(path).catch(() => false))) continue
      const signal = AbortSignal.timeout(LONGEST_MS)
      const socket = createConnection({ path }).unref()
      socket.on('error', () => undefined) // an error after the connection was given up
      try {
        await once(socket, 'connect', { signal })
        socket.write(jsonFrame(HANDSHAKE, { v: 1, client_id: this.#clientId }))
        const frames = framesOf(socket)
        const first = await Promise.race([frames.next(), once(signal, 'abort')])
        if ('done' in first && !first.done && first.value.kind === FRAME) {
          this.#socket = socket
          void this.#listen(socket, frames)
          return socket
        }
      } catch {
        // Discord does not listen there
      }
      socket.destroy()
    }
    return undefined
  })

  async #listen(socket: Socket, frames: ReturnType<typeof framesOf>): Promise<void> {
    try {
      for await (const { kind, body } of frames) {
        if (kind === PING) socket.write(frame(PONG, body))
        if (kind === CLOSE || socket.writableLength > MOST_BYTES) break // Discord sends, but does not read
      }
    } catch {
      // the connection broke; the next activity connects again
    }
    socket.destroy()
    if (this.#socket === socket) this.#socket = undefined
  }
}
