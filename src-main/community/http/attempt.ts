import type { Dispatcher } from 'undici'
import { Failure } from '../../../src-preload/contract/failure.ts'
import { retryAfter } from '../../lib/index.ts'
import type { Address } from '../address.ts'
import { ACCEPTED_ENCODINGS, readBody } from './body.ts'
import { failureOf, type Timeouts } from './failures.ts'

/** What a copy that is already here was called by the service. */
export interface Validators {
  etag?: string
  lastModified?: string
}

/** A whole answer. `unchanged`: the copy at hand is still right. `gone`: there is no such thing (404, 410). */
export type Answer =
  ({ kind: 'body'; text: string; contentType: string } & Validators) | { kind: 'unchanged' } | { kind: 'gone' }

/** A refusal with the service's word on when to ask again, in ms from now. */
export class Refusal extends Error {
  readonly failure: Failure<'http-status'>
  readonly retryAfterMs: number | undefined

  constructor(failure: Failure<'http-status'>, retryAfterMs: number | undefined) {
    super('refused')
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

/** How an address is asked. */
export interface GetWish {
  maxBytes: number
  signal: AbortSignal
  /** Of the copy at hand. */
  validators?: Validators
}

export interface AttemptOptions {
  dispatcher: Dispatcher
  timeouts: Timeouts
  userAgent: string
  isOnline: () => boolean
  now: () => Date
}

/**
 * Asks once.
 * @throws Failure of the network kinds, `Refusal` for a status that is no success, or an AbortError
 */
export async function attempt(options: AttemptOptions, address: Address, wish: GetWish): Promise<Answer> {
  const { timeouts, now, isOnline } = options
  const { host } = address
  const deadline = new AbortController()
  const timer = setTimeout(
    () => deadline.abort(new Failure('timeout', { host, stage: 'body', ms: timeouts.bodyMs })),
    timeouts.headersMs + timeouts.bodyMs,
  )
  const signal = AbortSignal.any([wish.signal, deadline.signal])
  try {
    return await converse(options, address, { ...wish, signal }, now)
  } catch (error) {
    wish.signal.throwIfAborted()
    if (deadline.signal.aborted) throw deadline.signal.reason as Failure
    throw failureOf(error, host, timeouts, isOnline)
  } finally {
    clearTimeout(timer)
  }
}

async function converse(
  { dispatcher, userAgent }: AttemptOptions,
  { origin, path, host }: Address,
  { maxBytes, signal, validators = {} }: GetWish,
  now: () => Date,
): Promise<Answer> {
  const { statusCode, headers, body } = await dispatcher.request({
    origin,
    path,
    method: 'GET',
    signal,
    headers: {
      accept: 'application/json',
      'accept-encoding': ACCEPTED_ENCODINGS,
      'user-agent': userAgent,
      ...(validators.etag ? { 'if-none-match': validators.etag } : {}),
      ...(validators.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
    },
  })
  body.on('error', () => undefined) // told by whoever reads it; a body that nobody reads may fail in silence
  const header = (name: string) => [headers[name]].flat()[0]
  if (statusCode === 200) {
    if (Number(header('content-length')) > maxBytes) {
      body.destroy()
      throw new Failure('too-large', { host, limitBytes: maxBytes })
    }
    const bytes = await readBody(body, [headers['content-encoding']].flat().join(','), { host, maxBytes, signal })
    const contentType = header('content-type') ?? ''
    return {
      kind: 'body',
      text: textOf(bytes),
      contentType,
      etag: header('etag'),
      lastModified: header('last-modified'),
    }
  }
  await body.dump({ limit: 64 * 1024, signal }).catch(() => undefined)
  if (statusCode === 304) return { kind: 'unchanged' }
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' }
  if (statusCode >= 300 && statusCode < 400) throw new Failure('redirect-refused', { host })
  const failure = new Failure('http-status', { host, status: statusCode })
  throw new Refusal(failure, retryAfter(header('retry-after'), now()))
}

/** UTF-8 text without a byte order mark. */
const textOf = (bytes: Buffer): string => new TextDecoder('utf-8').decode(bytes)
