import type { LookupFunction } from 'node:net'
import tls from 'node:tls'
import { Agent, type Dispatcher, errors, request } from 'undici'
import { Failure } from '../../src-preload/contract/failure.ts'
import { errnoOf, NEXT_ADDRESS_MS, noteTraffic } from '../lib/index.ts'
import type { Timeouts } from './failures.ts'

const IDLE_MS = 30_000

/** The most bytes of an answer that wait in memory for their reader. */
const BUFFER_BYTES = 512 << 10

/** An answer that is slower than 1 KiB a second, on average over {@link Timeouts.slowMs}, fails. */
const LEAST_BYTES_A_SECOND = 1 << 10

export interface ConnectionOptions {
  connectMs: number
  /** The most connections to one origin; no limit if absent. */
  most?: number
  /** Resolves names; if absent, the system does. */
  lookup?: LookupFunction
  /** Throws if an address must not be requested. */
  admit?: (url: URL) => void
}

/** Functions of newer Nodes (22.19, 24.5), which Electron 45 has. */
interface NewerTls {
  getCACertificates: (type: 'default' | 'system') => string[]
  setDefaultCACertificates: (certificates: readonly string[]) => void
}

/**
 * Makes this thread trust the computer's certificates too, as browsers do. Virus scanners and firewalls that read encrypted connections put
 * theirs there. Node's own stay alone on an older Node, and if one of the computer's cannot be read.
 */
export function trustSystemCertificates(newer: Partial<NewerTls> = tls as Partial<NewerTls>): void {
  const { getCACertificates, setDefaultCACertificates } = newer
  if (!getCACertificates || !setDefaultCACertificates) return
  try {
    setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  } catch {
    return
  }
}

export class Connections {
  /** True on Linux from the start: Node's own certificates are enough there, and to read the system's takes 100 ms. */
  static #trusts = process.platform === 'linux'
  readonly #open: () => Agent
  #agent: Agent
  readonly #admit: ConnectionOptions['admit']

  constructor({ connectMs, most, lookup, admit }: ConnectionOptions) {
    if (!Connections.#trusts) trustSystemCertificates()
    Connections.#trusts = true
    const connect = {
      timeout: connectMs,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      rejectUnauthorized: true, // by default, an environment variable that other programs need may switch it off
      ...(lookup && { lookup }),
    }
    this.#open = () => new Agent({ connections: most ?? null, keepAliveTimeout: IDLE_MS, connect })
    this.#agent = this.#open()
    this.#admit = admit
  }

  /** GETs an address. It limits the time for the headers; the reader of the body limits the time for the body. */
  async get({ url, headers, timeouts, signal }: GetRequest): Promise<Dispatcher.ResponseData> {
    this.#admit?.(url)
    const clocks = { headersTimeout: timeouts.headersMs, bodyTimeout: 0 }
    return request(url, { dispatcher: this.#agent, headers, signal, highWaterMark: BUFFER_BYTES, ...clocks })
  }

  /** Replaces all connections, because they may be dead without an error, as after a sleep. Answers that are being read fail. */
  renew(): void {
    void this.close()
    this.#agent = this.#open()
  }

  /** Closes all connections. Answers that are being read fail. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}

export interface GetRequest {
  url: URL
  headers: Readonly<Record<string, string>>
  connections: Connections
  timeouts: Pick<Timeouts, 'headersMs' | 'stallMs' | 'slowMs'>
  signal: AbortSignal
}

export interface RawAnswer {
  status: number
  /** By name in lower case. Several values of one name are joined by commas. */
  headers: Readonly<Record<string, string | undefined>>
  /** Can be read once. Throws if it breaks off, stalls or is too slow. The answer ends when its reader stops. */
  body: AsyncIterable<Buffer>
  /** Ends the answer, whether or not its body was read. */
  drop: () => void
}

/**
 * GETs an address without redirects or decompression. It tries again only if a kept connection turns out to be closed.
 * @throws Failure `timeout`, errors of undici and of Node's connections, the signal's AbortError
 */
export async function get(request: GetRequest): Promise<RawAnswer> {
  try {
    return await getOnce(request)
  } catch (error) {
    if (request.signal.aborted || !wasClosed(error)) throw error
    return getOnce(request)
  }
}

/** True if a connection was closed that had answered before. A reset counts too, because it does not say. */
const wasClosed = (error: unknown): boolean =>
  error instanceof errors.SocketError
    ? (error.socket?.bytesRead ?? 0) > 0
    : ['ECONNRESET', 'EPIPE'].includes(errnoOf(error))

async function getOnce(request: GetRequest): Promise<RawAnswer> {
  const { url, headers, connections, signal } = request
  signal.throwIfAborted() // undici connects before it checks the signal
  noteTraffic(url.host, { sentBytes: sizeOf(url, headers) })
  const { statusCode: status, headers: told, body } = await connections.get(request)
  body.on('error', () => undefined) // its reader gets the error; without a reader, the error does not matter
  const joined = Object.entries(told).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return {
    status,
    headers: Object.fromEntries(joined) as RawAnswer['headers'],
    body: piecesOf(body, request),
    drop: () => void body.destroy(),
  }
}

/** The size in bytes of a request without a body. */
function sizeOf(url: URL, headers: GetRequest['headers']): number {
  const all = Object.entries({ ...headers, host: url.host, connection: 'keep-alive' })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.byteLength(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/** Yields a body's pieces. The time limits count only the wait for the server, not the work of the reader. */
async function* piecesOf(body: Dispatcher.ResponseData['body'], request: GetRequest): AsyncGenerator<Buffer> {
  const { host } = request.url
  const { stallMs, slowMs } = request.timeouts
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
