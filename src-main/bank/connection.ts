import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { unpack } from '../http/index.ts'
import { errnoOf, NEXT_ADDRESS_MS, noteTraffic, readUpTo } from '../lib/index.ts'

export interface BankRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
}

export interface BankResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The bank's own time, epoch ms, if the answer has it. */
  date?: number
  /** The whole body, unpacked. */
  body: Buffer
  readonly text: string
}

export interface BankLimits {
  connectMs: number
  /** Longest wait for a whole answer, ms. */
  answerMs: number
  /** Largest answer, bytes. */
  maxBytes: number
}

export type OnCookies = (setCookie: readonly string[]) => void

/** The connection failed; `reason` is an errno, `timeout` or `too-large`. */
export class ConnectionError extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(`connection: ${reason}`, options)
    this.reason = reason
  }
}

const asConnectionError = (error: unknown): ConnectionError =>
  error instanceof ConnectionError ? error : new ConnectionError(errnoOf(error) || 'broken', { cause: error })

function dial(url: URL): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  const place = { host, port, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS }
  if (!isTls) return connectPlain(place)
  const servername = /^[\d.]+$|:/.test(host) ? undefined : host // an address has no server name
  // by default, an environment variable that other programs need may switch the check of certificates off
  return connectTls({ ...place, servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] })
}

/**
 * Connects, with TLS for https, and sends nothing yet. If this fails, no byte of a request was sent.
 * @throws ConnectionError
 */
export function connect(url: URL, limits: BankLimits): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = dial(url)
    const fail = (error: unknown) => {
      clearTimeout(timer)
      socket.destroy()
      reject(asConnectionError(error))
    }
    const timer = setTimeout(() => fail(new ConnectionError('timeout')), limits.connectMs)
    socket.once('error', fail)
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(connectionOn(socket, limits))
    })
  })
}

/** An open connection on which nothing was sent yet. It serves one request. */
function connectionOn(socket: Socket, limits: BankLimits) {
  let broken = false
  const onGone = () => {
    broken = true
  }
  socket.on('error', onGone).on('close', onGone).on('end', onGone)
  return {
    /** True once the other side is gone. Before `send`, this proves that nothing of a request was sent. */
    get broken(): boolean {
      return broken || socket.destroyed
    },
    /**
     * Sends one request and waits for its answer. Never repeats it, never follows a redirect. `onCookies` gets the `set-cookie`
     * lines as soon as the answer's head is there, because the rest may never come.
     */
    send: (request: BankRequest, onCookies?: OnCookies) => send(socket, request, limits, onCookies),
    close: () => void socket.destroy(),
  }
}

export type Connection = ReturnType<typeof connectionOn>

function send(socket: Socket, request: BankRequest, limits: BankLimits, onCookies?: OnCookies): Promise<BankResponse> {
  const { method, url, body } = request
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise<BankResponse>((resolve, reject) => {
    const sent = httpRequest({
      // Uses this connection only. Node then takes no agent: no pool, no second try, and the connection closes after the answer.
      createConnection: () => socket,
      setHost: false,
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, ...request.headers, ...length },
    })
    const timer = setTimeout(() => sent.destroy(new ConnectionError('timeout')), limits.answerMs)
    let answering = false
    sent.on('error', reject)
    sent.on('close', () => {
      if (!answering) reject(new ConnectionError('broken'))
      clearTimeout(timer)
    })
    sent.on('response', (response) => {
      answering = true
      onCookies?.(response.headers['set-cookie'] ?? [])
      void receive(response, url.host, limits).then(resolve, reject)
    })
    sent.end(body)
  })
    .catch((error: unknown) => Promise.reject(asConnectionError(error)))
    .finally(() => {
      noteTraffic(url.host, { sentBytes: socket.bytesWritten, receivedBytes: socket.bytesRead })
      socket.destroy()
    })
}

async function receive(response: IncomingMessage, host: string, { maxBytes }: BankLimits): Promise<BankResponse> {
  const { statusCode: status = 0, headers } = response
  const body = await readUpTo(maxBytes, unpack(response, headers['content-encoding'], host))
  if (!body) throw new ConnectionError('too-large')
  if (!response.complete) throw new ConnectionError('cut-off')
  const date = Date.parse(headers.date ?? '')
  return {
    status,
    headers,
    date: Number.isNaN(date) ? undefined : date,
    body,
    get text() {
      return body.toString('utf8')
    },
  }
}
