import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** The port of the voice client's ClientQuery. */
const CLIENT_QUERY_PORT = 25_639
/** Timeout of all requests together. */
const LONGEST_MS = 2_000
/** A client with all its tabs sends much less. */
const MOST_CHARACTERS = 16_384
/** Limit of a client's connections that are asked for. */
const MOST_TABS = 8
const NOT_CONNECTED = 1794

/** A voice server as the client names it: as its user typed it, or as in a link. */
export interface ConnectedTo {
  host: string
  port: number
}

/** Why there is no result: the key is missing or was refused, nothing answered in time, or the answer cannot be read. */
export type VoiceSilence = 'key' | 'silent' | 'strange'

class Silence extends Error {
  readonly why: VoiceSilence

  constructor(why: VoiceSilence) {
    super(why)
    this.why = why
  }
}

/** The key in ClientQuery's settings; undefined if there is no valid one. */
export const keyOf = (ini = ''): string | undefined => /^api_key=([\w-]{8,64})\r?$/m.exec(ini)?.[1]

/** The lines of a connection. @throws Silence if they are too many, or end */
async function* linesOf(socket: Socket): AsyncGenerator<string, never> {
  let rest = ''
  let length = 0
  for await (const chunk of socket as AsyncIterable<string>) {
    length += chunk.length
    if (length > MOST_CHARACTERS) throw new Silence('strange')
    const lines = (rest + chunk).split(/[\r\n]+/)
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  throw new Silence('strange')
}

const escapes: Record<string, string> = { s: ' ', p: '|' }

/** The `key=value` pairs of an answer, unescaped. */
const fieldsOf = (row: string): Map<string, string> =>
  new Map(
    row.split(' ').map((pair): [string, string] => {
      const [key = '', ...value] = pair.split('=')
      return [key, value.join('=').replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign)]
    }),
  )

/** Asks for the server of each connection, one after the other. @throws Silence, an error of the socket */
async function talk(socket: Socket, key: string): Promise<ConnectedTo[]> {
  const lines = linesOf(socket)
  const next = async () => (await lines.next()).value
  const ask = async (command: string): Promise<{ error: number; rows: string[] }> => {
    socket.write(`${command}\n`)
    const rows: string[] = []
    for (;;) {
      const line = await next()
      const error = /^error id=(\d{1,6}) /.exec(line)?.[1]
      if (error !== undefined) return { error: Number(error), rows }
      rows.push(line)
    }
  }
  if ((await next()) !== 'TS3 Client') throw new Silence('strange') // no other program may get the key
  while (!(await next()).startsWith('selected schandlerid='));
  if ((await ask(`auth apikey=${key}`)).error !== 0) throw new Silence('key')
  const { rows } = await ask('serverconnectionhandlerlist')
  const tabs = rows.flatMap((row) => row.split('|')).flatMap((row) => fieldsOf(row).get('schandlerid') ?? [])
  const found: ConnectedTo[] = []
  for (const tab of tabs.filter((id) => /^\d{1,9}$/.test(id)).slice(0, MOST_TABS)) {
    await ask(`use schandlerid=${tab}`)
    const who = await ask('whoami') // needed, because a disconnected tab still names its last server
    if (who.error === NOT_CONNECTED) continue
    const place = fieldsOf((await ask('serverconnectinfo')).rows.join(' '))
    const [host, port] = [place.get('ip'), Number(place.get('port'))]
    if (who.error !== 0 || !host || !Number.isInteger(port)) throw new Silence('strange')
    found.push({ host, port })
  }
  return found
}

/** Asks TeamSpeak 3 for its connected voice servers, through the plugin ClientQuery, which it contains. Never throws. */
export async function connectedTo(
  key: string,
  port = CLIENT_QUERY_PORT,
  longestMs = LONGEST_MS,
): Promise<ConnectedTo[] | VoiceSilence> {
  const signal = AbortSignal.timeout(longestMs)
  const socket = createConnection({ host: '127.0.0.1', port, signal }).setEncoding('utf8')
  socket.on('error', () => undefined) // an error after the answer
  try {
    await once(socket, 'connect', { signal })
    return await talk(socket, key)
  } catch (error) {
    return error instanceof Silence ? error.why : 'silent'
  } finally {
    socket.destroy()
  }
}
