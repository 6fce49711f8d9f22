import { Failure, type FailureCode, isFailure } from '../../src-preload/contract/failure.ts'
import { sleep } from '../lib/index.ts'
import { Connections } from './exchange.ts'
import { hasNetwork, type Timeouts } from './failures.ts'
import { getOnce, type GetOptions, type HttpAnswer, RefusedError, type Service } from './request.ts'

export interface HttpOptions {
  origin: string
  headers?: Readonly<Record<string, string>>
  timeouts?: Partial<Timeouts>
  /** One attempt, no redirects within the origin, no compressed answers. */
  plain?: boolean
  now?: () => Date
  /** Whether this computer has a network. Called if a name cannot be resolved. If absent, the network addresses decide. */
  isOnline?: () => boolean
  /** A number in [0, 1), for the pauses between attempts. */
  random?: () => number
  /** Resolves after `ms`, or rejects with the signal's reason when it aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const STANDARD_TIMEOUTS: Timeouts = {
  connectMs: 5_000,
  headersMs: 10_000,
  stallMs: 8_000,
  slowMs: 60_000,
  bodyMs: 60_000,
}
const CONNECTIONS = 6
/** The most attempts for a request with a temporary failure, including the first. */
const MOST_TRIES = 3
const BASE_PAUSE_MS = 500
const MAX_PAUSE_MS = 8_000
/** If a service asks for a longer pause, the request fails, and later ones fail until the pause is over. */
const LONGEST_WAIT_MS = 10_000
/** A service that asks for days, as during maintenance, may be back much earlier. */
const LONGEST_PAUSE_MS = 10 * 60_000
const MAX_REFUSALS = 1000

const passing: ReadonlySet<FailureCode> = new Set(['timeout', 'connection-lost', 'dns'])

/** True if the same request may succeed a moment later. */
function isPassing(error: unknown): boolean {
  if (error instanceof RefusedError) {
    const { status } = error.failure.facts
    return status === 408 || status === 429 || status >= 500
  }
  if (!isFailure(error) || !passing.has(error.code)) return false
  return !error.is('timeout') || error.facts.stage !== 'body' // the next attempt would be equally slow
}

/** GETs from one origin over pooled connections. */
export class HttpClient {
  readonly #service: Service
  readonly #tries: number
  readonly #random: () => number
  readonly #sleep: NonNullable<HttpOptions['sleep']>
  /** By path: how long it is not requested again, and why. In memory only, because a path may contain a secret. */
  readonly #refusals = new Map<string, { from: number; ms: number; failure: Failure }>()

  constructor(options: HttpOptions) {
    const { origin, headers = {}, plain = false, now = () => new Date(), isOnline = hasNetwork } = options
    const timeouts = { ...STANDARD_TIMEOUTS, ...options.timeouts }
    const { host } = new URL(origin)
    const connections = new Connections({ connectMs: timeouts.connectMs, most: CONNECTIONS })
    this.#service = { origin, host, connections, headers, plain, timeouts, isOnline, now }
    this.#tries = plain ? 1 : MOST_TRIES
    this.#random = options.random ?? Math.random
    this.#sleep = options.sleep ?? sleep
  }

  /**
   * GETs a path. Repeats a request with a temporary failure, but not before the time that a refusal named, or ten minutes.
   * @throws Failure of the network kinds; the signal's AbortError
   */
  async get(path: string, options: GetOptions): Promise<HttpAnswer> {
    const refusal = this.#refusals.get(path)
    const ago = refusal ? this.#now - refusal.from : 0 // negative if the clock was set back
    if (refusal && ago >= 0 && ago < refusal.ms) throw refusal.failure
    this.#refusals.delete(path)
    try {
      return await this.#retry(() => getOnce(this.#service, path, options), options.signal)
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      this.#remember(path, error)
      throw error.failure
    }
  }

  /** Replaces all connections, which may be dead after a sleep. Requests that wait for an answer are sent again. */
  renew(): void {
    this.#service.connections.renew()
  }

  /** Closes all connections. Answers that are being read fail. */
  close(): Promise<void> {
    return this.#service.connections.close()
  }

  get #now(): number {
    return this.#service.now().getTime()
  }

  #remember(path: string, { failure, retryAfterMs }: RefusedError): void {
    if (retryAfterMs === undefined) return
    if (this.#refusals.size >= MAX_REFUSALS) this.#refusals.clear()
    this.#refusals.set(path, { from: this.#now, ms: Math.min(retryAfterMs, LONGEST_PAUSE_MS), failure })
  }

  async #retry<T>(get: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let tried = 1; ; tried++) {
      signal.throwIfAborted()
      try {
        return await get()
      } catch (error) {
        const pause = signal.aborted ? undefined : this.#pauseAfter(error, tried)
        if (pause === undefined) throw error
        await this.#sleep(pause, signal)
      }
    }
  }

  /**
   * The pause before the next attempt, in ms, with full jitter and never less than the service asked for. Undefined if there is no next
   * attempt.
   */
  #pauseAfter(error: unknown, tried: number): number | undefined {
    if (!isPassing(error) || tried >= this.#tries) return undefined
    const asked = error instanceof RefusedError ? error.retryAfterMs : undefined
    if (asked !== undefined && asked > LONGEST_WAIT_MS) return undefined
    return (asked ?? 0) + this.#random() * Math.min(MAX_PAUSE_MS, BASE_PAUSE_MS * 2 ** (tried - 1))
  }
}

/**
 * GETs one address once: no second attempt, no redirect, no compression, and no kept connection.
 * @throws Failure of the network kinds, `gone`; the signal's AbortError
 */
export async function getBytes(
  address: string | URL,
  options: Pick<GetOptions, 'maxBytes' | 'signal'> & Pick<HttpOptions, 'headers' | 'timeouts'>,
): Promise<Uint8Array> {
  const { origin, pathname, search, host } = new URL(address)
  const { headers, timeouts } = options
  const client = new HttpClient({ origin, headers, timeouts, plain: true })
  try {
    const answer = await client.get(pathname + search, options)
    if (answer.kind === 'body') return answer.bytes
    throw new Failure('gone', { host })
  } finally {
    await client.close()
  }
}
