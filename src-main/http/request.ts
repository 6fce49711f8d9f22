import { type Dispatcher, interceptors } from 'undici'
import { Failure } from '../../src-preload/contract/failure.ts'
import { readUpTo, retryAfter } from '../lib/index.ts'
import { networkFailure, type Timeouts } from './failures.ts'

/** How the service calls the copy that is already here. */
export interface Validators {
  etag?: string
  lastModified?: string
}

/** An answer. `unchanged`: the copy at hand is still right. `gone`: there is no such thing (404, 410). */
export type HttpAnswer =
  | ({
      kind: 'body'
      /** The whole body, unpacked, in a buffer of its own: it may be transferred to a thread. */
      bytes: Uint8Array
      contentType: string
    } & Validators)
  | { kind: 'unchanged' }
  | { kind: 'gone' }

export interface GetOptions {
  /** Largest body, unpacked. */
  maxBytes: number
  signal: AbortSignal
  /** Of the copy at hand. */
  validators?: Validators
}

/** A status that is no success, with the service's word on when to ask again, in ms from now. */
export class RefusedError extends Error {
  readonly failure: Failure<'http-status'>
  readonly retryAfterMs: number | undefined

  constructor(failure: Failure<'http-status'>, retryAfterMs: number | undefined) {
    super('refused')
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

/** The service that is asked. */
export interface Service {
  origin: string
  host: string
  dispatcher: Dispatcher
  headers: Readonly<Record<string, string>>
  /** Asks for packed answers. */
  packed: boolean
  timeouts: Timeouts
  isOnline: () => boolean
  now: () => Date
}

/**
 * GETs a path once.
 * @throws Failure of the network kinds, {@link RefusedError}, or the signal's AbortError
 */
export async function getOnce(service: Service, path: string, options: GetOptions): Promise<HttpAnswer> {
  const { host, timeouts, isOnline } = service
  const { maxBytes, signal } = options
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new Failure('timeout', { host, stage: 'body', ms: timeouts.bodyMs })),
    timeouts.headersMs + timeouts.bodyMs,
  )
  try {
    return await exchange(service, path, { ...options, signal: AbortSignal.any([signal, deadline.signal]) })
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.signal.aborted) throw deadline.signal.reason as Failure
    throw networkFailure(error, { host, timeouts, maxBytes, isOnline })
  } finally {
    clearTimeout(timer)
  }
}

function headersOf({ headers, packed }: Service, { etag, lastModified }: Validators): Record<string, string> {
  return {
    ...headers,
    ...(packed ? { 'accept-encoding': 'gzip, deflate, br' } : {}),
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

async function exchange(
  service: Service,
  path: string,
  { maxBytes, signal, validators = {} }: GetOptions,
): Promise<HttpAnswer> {
  const { origin, host, packed, now } = service
  // with the limit inside, too: an answer may be packed twice
  const dispatcher = packed
    ? service.dispatcher.compose(interceptors.decompress({ maxSize: maxBytes }))
    : service.dispatcher
  const { statusCode, headers, body } = await dispatcher.request({
    origin,
    path,
    method: 'GET',
    signal,
    headers: headersOf(service, validators),
  })
  body.on('error', () => undefined) // whoever reads the body hears of it; one that nobody reads may fail silently
  const header = (name: string) => [headers[name]].flat()[0]
  const refuse = (failure: Failure) => {
    body.destroy()
    return failure
  }
  if (statusCode === 200) {
    const encoding = header('content-encoding') ?? 'identity' // unpacked ones no longer say theirs
    if (encoding !== 'identity') throw refuse(new Failure('not-json', { host, contentType: encoding }))
    const tooLarge = new Failure('too-large', { host, limitBytes: maxBytes })
    if (Number(header('content-length')) > maxBytes) throw refuse(tooLarge)
    const bytes = await readUpTo(maxBytes, body)
    if (!bytes) throw tooLarge
    const contentType = header('content-type') ?? ''
    return { kind: 'body', bytes, contentType, etag: header('etag'), lastModified: header('last-modified') }
  }
  await body.dump({ limit: 64 * 1024, signal }).catch(() => undefined)
  if (statusCode === 304) return { kind: 'unchanged' }
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' }
  if (statusCode >= 300 && statusCode < 400) throw new Failure('redirect-refused', { host })
  const failure = new Failure('http-status', { host, status: statusCode })
  throw new RefusedError(failure, retryAfter(header('retry-after'), now()))
}
