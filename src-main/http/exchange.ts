import { Agent as PlainAgent, type ClientRequest, get as getPlain, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent, get as getTls } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { Socket } from 'node:net'
import { Failure } from '../../src-preload/contract/failure.ts'
import { errnoOf, noteTraffic } from '../lib/index.ts'
import type { Timeouts } from './failures.ts'

const IDLE_MS = 30_000

/** Bytes of an answer that wait in memory for their reader. */
const BUFFER_BYTES = 512 << 10

/** An answer slower than this on average over {@link Timeouts.slowMs} is given up: 1 KiB a second. */
const LEAST_BYTES_A_SECOND = 1 << 10

/** Connections that are kept between requests, at most `most` to one origin. */
export class Connections {
  readonly #plain: PlainAgent
  readonly #tls: TlsAgent

  constructor(most = Infinity) {
    const options = { keepAlive: true, maxSockets: most, timeout: IDLE_MS, highWaterMark: BUFFER_BYTES }
    this.#plain = new PlainAgent(options)
    this.#tls = new TlsAgent(options)
  }

  /** GETs an address; gives what comes of it to the request's events. */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): ClientRequest {
    const isTls = url.protocol === 'https:'
    return isTls
      ? getTls(url, { agent: this.#tls, headers, signal })
      : getPlain(url, { agent: this.#plain, headers, signal })
  }

  /** Closes all of them; what is being read ends as broken off. */
  close(): void {
    this.#plain.destroy()
    this.#tls.destroy()
  }
}

/** One GET: where to, over which connections, and how long it may take. */
export interface Asked {
  url: URL
  headers: Readonly<Record<string, string>>
  connections: Connections
  timeouts: Omit<Timeouts, 'bodyMs'>
  signal: AbortSignal
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  /** What comes, to be read once. Throws where it breaks off, stalls or drips; reading no further ends it. */
  body: AsyncIterable<Buffer>
  /** Ends it, read or not. */
  drop: () => void
}

/**
 * GETs an address, as it is: no redirect, no unpacking, and a second try only where a kept connection turns out to be closed.
 * @throws Failure `timeout`, errors of Node's connections, the signal's AbortError
 */
export async function ask(asked: Asked): Promise<Answer> {
  for (;;) {
    const request = asked.connections.get(asked.url, asked.headers, asked.signal)
    try {
      const message = await answerTo(request, asked)
      const { statusCode: status = 0, headers } = message
      return { status, headers, body: piecesOf(message, asked), drop: () => void message.destroy() }
    } catch (error) {
      // the source closed a connection that it had kept; each such one is asked once, so this ends
      const wasClosed = request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(errnoOf(error))
      if (!wasClosed || asked.signal.aborted) throw error
    }
  }
}

function answerTo(request: ClientRequest, { url, timeouts }: Asked): Promise<IncomingMessage> {
  const { host } = url
  let timer: NodeJS.Timeout | undefined
  const within = (stage: 'connect' | 'headers') => {
    clearTimeout(timer)
    const ms = timeouts[`${stage}Ms`]
    timer = setTimeout(() => request.destroy(new Failure('timeout', { host, stage, ms })), ms)
  }
  const onSocket = (socket: Socket | TLSSocket) => {
    noteTraffic(host, { sentBytes: sizeOf(request) })
    if (!socket.connecting) return within('headers')
    within('connect')
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => within('headers'))
  }
  return new Promise<IncomingMessage>((resolve, reject) => {
    request.once('socket', onSocket).once('response', resolve)
    request.on('error', reject).once('close', () => reject(closed()))
  }).finally(() => clearTimeout(timer))
}

const closed = () => Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' })

/** Bytes of a request that has no body. */
function sizeOf(request: ClientRequest): number {
  const lines = Object.entries(request.getHeaders()).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  return Buffer.byteLength(`GET ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/** A message's pieces. The clocks run only while the source is waited for: what takes long here is not its fault. */
async function* piecesOf(message: IncomingMessage, { url: { host }, timeouts }: Asked): AsyncGenerator<Buffer> {
  const { stallMs, slowMs } = timeouts
  const end = (stage: 'stall' | 'slow', ms: number) => message.destroy(new Failure('timeout', { host, stage, ms }))
  let timer: NodeJS.Timeout | undefined
  let since = performance.now()
  const wait = () => {
    since = performance.now()
    timer = setTimeout(() => end('stall', stallMs), stallMs)
  }
  let spent = { ms: 0, bytes: 0 }
  try {
    wait()
    for await (const piece of message as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      noteTraffic(host, { requests: 0, receivedBytes: piece.length })
      spent = { ms: spent.ms + performance.now() - since, bytes: spent.bytes + piece.length }
      yield piece
      if (spent.ms >= slowMs) {
        if (spent.bytes < (spent.ms / 1000) * LEAST_BYTES_A_SECOND) end('slow', slowMs)
        spent = { ms: 0, bytes: 0 }
      }
      wait()
    }
  } finally {
    clearTimeout(timer)
  }
}
