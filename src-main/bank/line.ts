import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { errnoOf, noteTraffic } from '../lib/index.ts'

export interface Question {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  setCookie: readonly string[]
  /** The whole body, unpacked. */
  body: Buffer
  /** The body as UTF-8, decoded when asked for. */
  readonly text: string
}

export interface Limits {
  /** Longest wait for a connection, ms. */
  connectMs: number
  /** Longest wait for a whole answer, ms. */
  answerMs: number
  /** Largest answer, bytes. */
  maxBytes: number
}

/** An established connection on which nothing has been said yet. Good for one question. */
export interface Line {
  /** True once the other side is gone. While nothing was asked this proves that nothing was sent. */
  readonly broken: boolean
  /** Says one question and waits for its answer. Never repeats, never follows a redirect. */
  ask(question: Question): Promise<Answer>
  close(): void
}

/** Something on the line went wrong; `reason` is an errno, `timeout` or `too-large`. */
export class LineError extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(`line: ${reason}`, options)
    this.reason = reason
  }
}

const asLineError = (error: unknown): LineError =>
  error instanceof LineError ? error : new LineError(errnoOf(error) || 'broken', { cause: error })

function dial(url: URL): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  if (!isTls) return connectPlain({ host, port })
  const servername = /^[\d.]+$|:/.test(host) ? undefined : host // an address has no server name
  return connectTls({ host, port, servername, ALPNProtocols: ['http/1.1'] })
}

/**
 * Connects (and, for https, shakes hands), and says nothing yet. A failure here is before any byte of a request.
 * @throws LineError
 */
export function openLine(url: URL, limits: Limits): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = dial(url)
    const fail = (error: unknown) => {
      clearTimeout(timer)
      socket.destroy()
      reject(asLineError(error))
    }
    const timer = setTimeout(() => fail(new LineError('timeout')), limits.connectMs)
    socket.once('error', fail)
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(lineOn(socket, limits))
    })
  })
}

function lineOn(socket: Socket, limits: Limits): Line {
  let broken = false
  const onGone = () => {
    broken = true
  }
  socket.on('error', onGone).on('close', onGone).on('end', onGone)
  return {
    get broken() {
      return broken || socket.destroyed
    },
    ask: (question) => ask(socket, question, limits),
    close: () => socket.destroy(),
  }
}

function ask(socket: Socket, question: Question, limits: Limits): Promise<Answer> {
  const { method, url, body } = question
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  let receivedBytes = 0
  return new Promise<Answer>((resolve, reject) => {
    const asked = httpRequest({
      // This connection and no other. With it Node takes no agent: no pool, no second try, closed after the answer.
      createConnection: () => socket,
      setHost: false,
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, ...question.headers, ...length },
    })
    const timer = setTimeout(() => asked.destroy(new LineError('timeout')), limits.answerMs)
    let answering = false
    asked.on('error', reject)
    asked.on('close', () => {
      if (!answering) reject(new LineError('broken'))
      clearTimeout(timer)
    })
    asked.on('response', (response) => {
      answering = true
      void readAnswer(response, limits, (bytes) => (receivedBytes = bytes)).then(resolve, reject)
    })
    asked.end(body)
  })
    .catch((error: unknown) => Promise.reject(asLineError(error)))
    .finally(() => {
      noteTraffic(url.host, { sentBytes: socket.bytesWritten, receivedBytes })
      socket.destroy()
    })
}

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
const unpackers: Partial<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

async function readAnswer(response: IncomingMessage, limits: Limits, onSize: (bytes: number) => void): Promise<Answer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    onSize(size)
    if (size > limits.maxBytes) throw new LineError('too-large')
    parts.push(part)
  }
  if (!response.complete) throw new LineError('cut-off')
  const packed = Buffer.concat(parts)
  const unpack = unpackers[response.headers['content-encoding'] ?? '']
  const body = unpack ? await unpack(packed, { maxOutputLength: limits.maxBytes }) : packed
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    setCookie: response.headers['set-cookie'] ?? [],
    body,
    get text() {
      return body.toString('utf8')
    },
  }
}
