import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Failure } from '../../src-preload/contract/failure.ts'
import { readUpTo, retryAfter, underSignals, urlOf } from '../lib/index.ts'
import { type RawAnswer, get, type Connections } from './exchange.ts'
import { networkFailure, type Timeouts } from './failures.ts'

/** The server's names for the stored copy. */
export interface Validators {
  etag?: string
  lastModified?: string
}

/** An answer. `unchanged`: the stored copy is still right. `gone`: there is no such resource (404, 410). */
export type HttpAnswer =
  | ({
      kind: 'body'
      /** The whole decompressed body in its own buffer, which may be transferred to a thread. */
      bytes: Uint8Array
      contentType: string
    } & Validators)
  | { kind: 'unchanged' }
  | { kind: 'gone' }

export interface GetOptions {
  /** The most bytes of a body after decompression. */
  maxBytes: number
  signal: AbortSignal
  validators?: Validators
}

/** A status that is not a success, and the server's pause before the next request, in ms. */
export class RefusedError extends Error {
  readonly failure: Failure<'http-status'>
  readonly retryAfterMs: number | undefined

  constructor(failure: Failure<'http-status'>, retryAfterMs: number | undefined) {
    super('refused')
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

export interface Service {
  origin: string
  host: string
  connections: Connections
  headers: Readonly<Record<string, string>>
  plain: boolean
  timeouts: Timeouts
  isOnline: () => boolean
  now: () => Date
}

/** A body that may have more bytes has more time in proportion. */
const BODY_BYTES = 4 << 20

/**
 * GETs a path once.
 * @throws Failure of the network kinds, {@link RefusedError}, or the signal's AbortError
 */
export async function getOnce(service: Service, path: string, options: GetOptions): Promise<HttpAnswer> {
  const { host, timeouts, isOnline } = service
  const { signal } = options
  const bodyMs = timeouts.bodyMs * Math.max(1, options.maxBytes / BODY_BYTES)
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new Failure('timeout', { host, stage: 'body', ms: bodyMs })),
    timeouts.headersMs + bodyMs,
  )
  try {
    return await underSignals([signal, deadline.signal], (either) =>
      exchange(service, path, { ...options, signal: either }),
    )
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.signal.aborted) throw deadline.signal.reason as Failure
    throw networkFailure(error, { host, timeouts, isOnline })
  } finally {
    clearTimeout(timer)
  }
}

function headersOf({ headers, plain }: Service, { etag, lastModified }: Validators): Record<string, string> {
  return {
    ...headers,
    ...(plain ? {} : { 'accept-encoding': 'gzip, deflate, br' }),
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

const unpackers = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

const MOST_PACKINGS = 2

async function* through(packed: AsyncIterable<Buffer>, unpacker: Transform): AsyncGenerator<Buffer> {
  pipeline(packed, unpacker).catch(() => undefined) // the reader of the unpacker gets the error
  yield* unpacker as AsyncIterable<Buffer>
}

/**
 * Decompresses a body: the last of its encodings comes first. Names of no encoding, such as `none` or `UTF-8`, are a service's mistake and
 * change nothing. @param encodings the answer's `content-encoding` @throws Failure `not-json` for too many encodings
 */
export function unpack(body: AsyncIterable<Buffer>, encodings = '', host: string): AsyncIterable<Buffer> {
  const names = encodings.split(',').map((name) => name.trim().toLowerCase())
  const makers = names.reverse().flatMap((name) => unpackers.get(name) ?? [])
  if (makers.length > MOST_PACKINGS) throw new Failure('not-json', { host, contentType: encodings })
  return makers.reduce<AsyncIterable<Buffer>>((packed, make) => through(packed, make()), body)
}

/** If an answer is not used, this many bytes of its body are read so that its connection can be kept. */
const MOST_ASIDE_BYTES = 64 << 10

const putAside = (answer: RawAnswer) => readUpTo(MOST_ASIDE_BYTES, answer.body).catch(() => undefined)

const MOST_REDIRECTS = 3

/** Follows redirects within the origin only, because the path may contain a secret. */
async function follow(service: Service, path: string, { signal, validators = {} }: GetOptions): Promise<RawAnswer> {
  const { origin, host, connections, timeouts, plain } = service
  const headers = headersOf(service, validators)
  let url = new URL(origin + path)
  for (let left = plain ? 0 : MOST_REDIRECTS; ; left--) {
    const answer = await get({ url, headers, connections, timeouts, signal })
    const { location } = answer.headers
    if (!isRedirect(answer.status) || location === undefined) return answer
    await putAside(answer)
    const next = left > 0 ? urlOf(location, url) : undefined
    if (next?.origin !== origin) throw new Failure('redirect-refused', { host })
    url = next
  }
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304

async function exchange(service: Service, path: string, options: GetOptions): Promise<HttpAnswer> {
  const { host, now } = service
  const answer = await follow(service, path, options)
  const { status, headers } = answer
  if (status === 200) {
    const bytes = await wholeBody(answer, host, options.maxBytes)
    const { etag, 'content-type': contentType = '', 'last-modified': lastModified } = headers
    return { kind: 'body', bytes, contentType, etag, lastModified }
  }
  await putAside(answer)
  if (status === 304 && options.validators) return { kind: 'unchanged' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (isRedirect(status)) throw new Failure('redirect-refused', { host })
  const pause = retryAfter(headers['retry-after'], headers.date, now())
  throw new RefusedError(new Failure('http-status', { host, status }), pause)
}

/** Reads and decompresses a body. The limit is for the decompressed bytes. @throws Failure `too-large`, `not-json` */
async function wholeBody(answer: RawAnswer, host: string, most: number): Promise<Uint8Array> {
  try {
    const isTold = Number(answer.headers['content-length']) > most
    const bytes = isTold
      ? undefined
      : await readUpTo(most, unpack(answer.body, answer.headers['content-encoding'], host))
    if (!bytes) throw new Failure('too-large', { host, limitBytes: most })
    return bytes
  } finally {
    answer.drop()
  }
}
