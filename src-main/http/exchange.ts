import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, errors, request } from 'undici'
import { Failure } from '../../src-preload/contract/failure.ts'
import { errnoOf, noteTraffic } from '../lib/index.ts'
import type { Timeouts } from './failures.ts'

const IDLE_MS = 30_000

/** Bytes of an answer that wait in memory for their reader. */
const BUFFER_BYTES = 512 << 10

/** An answer slower than this on average over {@link Timeouts.slowMs} is given up: 1 KiB a second. */
const LEAST_BYTES_A_SECOND = 1 << 10

export interface ConnectionOptions {
  connectMs: number
  /** To one origin; no limit where absent. */
  most?: number
  /** Resolves names; by the system where absent. */
  lookup?: LookupFunction
  /** Throws where an address may not be asked. */
  admit?: (url: URL) => void
}

/** Connections that are kept between requests. */
export class Connections {
  readonly #agent: Agent
  readonly #admit: ConnectionOptions['admit']

  constructor({ connectMs, most, lookup, admit }: ConnectionOptions) {
    const connect = { timeout: connectMs, ...(lookup && { lookup }) }
    this.#agent = new Agent({ connections: most ?? null, keepAliveTimeout: IDLE_MS, connect })
    this.#admit = admit
  }

  /** GETs an address. The clock of the answer's headers runs here, that of its body with whoever reads it. */
  async get({ url, headers, timeouts, signal }: GetRequest): Promise<Dispatcher.ResponseData> {
    this.#admit?.(url)
    const clocks = { headersTimeout: timeouts.headersMs, bodyTimeout: 0 }
    return request(url, { dispatcher: this.#agent, headers, signal, highWaterMark: BUFFER_BYTES, ...clocks })
  }

  /** Closes all of them; what is being read ends as broken off. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

/** One GET: where to, over which connections, and how long it may take. */
export interface GetRequest {
  url: URL
  headers: Readonly<Record<string, string>>
  connections: Connections
  timeouts: Pick<Timeouts, 'headersMs' | 'stallMs' | 'slowMs'>
  signal: AbortSignal
}

export interface Answer {
  status: number
  /** By name in lower case; what comes several times is joined by commas. */
  headers: Readonly<Record<string, string | undefined>>
  /** What comes, to be read once. Throws where it breaks off, stalls or drips; reading no further ends it. */
  body: AsyncIterable<Buffer>
  /** Ends it, read or not. */
  drop: () => void
}

/**
 * GETs an address, as it is: no redirect, no unpacking, and a second try only where a kept connection turns out to be closed.
 * @throws Failure `timeout`, errors of undici and of Node's connections, the signal's AbortError
 */
export async function ask(asked: GetRequest): Promise<Answer> {
  try {
    return await askOnce(asked)
  } catch (error) {
    if (asked.signal.aborted || !wasClosed(error)) throw error
    return askOnce(asked)
  }
}

/** Whether a connection was closed that had answered before, as far as can be told: a reset does not say. */
const wasClosed = (error: unknown): boolean =>
  error instanceof errors.SocketError
    ? (error.socket?.bytesRead ?? 0) > 0
    : ['ECONNRESET', 'EPIPE'].includes(errnoOf(error))

async function askOnce(asked: GetRequest): Promise<Answer> {
  const { url, headers, connections, signal } = asked
  signal.throwIfAborted() // the client connects before it looks
  noteTraffic(url.host, { sentBytes: sizeOf(url, headers) })
  const { statusCode: status, headers: told, body } = await connections.get(asked)
  body.on('error', () => undefined) // whoever reads it hears of it; what nobody reads may break off
  const joined = Object.entries(told).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return {
    status,
    headers: Object.fromEntries(joined) as Answer['headers'],
    body: piecesOf(body, asked),
    drop: () => void body.destroy(),
  }
}

/** Bytes of a request that has no body. */
function sizeOf(url: URL, headers: GetRequest['headers']): number {
  const all = Object.entries({ ...headers, host: url.host, connection: 'keep-alive' })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.byteLength(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/** A body's pieces. The clocks run only while this waits for the source, not while the reader works. */
async function* piecesOf(body: Dispatcher.ResponseData['body'], asked: GetRequest): AsyncGenerator<Buffer> {
  const { host } = asked.url
  const { stallMs, slowMs } = asked.timeouts
  const end = (stage: 'stall' | 'slow', ms: number) => body.destroy(new Failure('timeout', { host, stage, ms }))
  let timer: NodeJS.Timeout | undefined
  let since = performance.now()
  const wait = () => {
    since = performance.now()
    timer = setTimeout(() => end('stall', stallMs), stallMs)
  }
  let spent = { ms: 0, bytes: 0 }
  try {
    wait()
    for await (const piece of body as AsyncIterable<Buffer>) {
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
