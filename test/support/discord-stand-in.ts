import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface Frame {
  kind: number
  content: Record<string, unknown>
}

export const discordFrame = (kind: number, content: unknown): Buffer => {
  const body = Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(8)
  head.writeUInt32LE(kind, 0)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** A stand-in for Discord that listens at `path` and notes what it hears; `greeting` answers a handshake. */
export async function discordStandIn(
  path: string,
  greeting: Buffer = discordFrame(1, { cmd: 'DISPATCH', evt: 'READY' }),
) {
  const heard: Frame[] = []
  const sockets = new Set<Socket>()
  const listening = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 8 && rest.length >= 8 + rest.readUInt32LE(4)) {
        const end = 8 + rest.readUInt32LE(4)
        const kind = rest.readUInt32LE(0)
        heard.push({ kind, content: JSON.parse(rest.subarray(8, end).toString()) as Frame['content'] })
        rest = rest.subarray(end)
        if (kind === 0) socket.write(greeting)
      }
    })
  }).listen(path)
  await once(listening, 'listening')
  const close = async () => {
    if (!listening.listening) return
    for (const socket of sockets) socket.destroy()
    listening.close()
    await once(listening, 'close')
  }
  return {
    heard,
    sockets,
    close,
    activities: () => heard.flatMap(({ content }) => (content.args ? [content.args] : [])),
  }
}
