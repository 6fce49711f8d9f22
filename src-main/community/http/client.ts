import type { Failure } from '../../../src-preload/contract/failure.ts'
import type { Address } from '../address.ts'
import { attempt, type Answer, type AttemptOptions, Refusal, type GetWish } from './attempt.ts'
import { createDispatcher } from './dispatcher.ts'
import type { Timeouts } from './failures.ts'
import { type RetryOptions, withRetry } from './retry.ts'

export interface ClientOptions extends RetryOptions {
  /** The one origin that is asked. */
  origin: string
  userAgent: string
  now: () => Date
  isOnline: () => boolean
  timeouts: Timeouts
}

export interface Client {
  /**
   * GETs an address: three tries, and none before the time a refusal named.
   * @throws Failure of the network kinds; an AbortError
   */
  get(address: Address, wish: GetWish): Promise<Answer>
  close(): Promise<void>
}

const MAX_PAUSES = 1000

/** Makes the client of one origin. */
export function createClient(options: ClientOptions): Client {
  const { origin, userAgent, now, isOnline, timeouts } = options
  const dispatcher = createDispatcher(origin, timeouts)
  const asking: AttemptOptions = { dispatcher, timeouts, userAgent, isOnline, now }
  /** When an address may be asked again, and why not before. In memory only: keys may hold a secret. */
  const pauses = new Map<string, { until: number; failure: Failure }>()

  const remember = (path: string, { failure, retryAfterMs }: Refusal) => {
    if (retryAfterMs === undefined) return
    if (pauses.size >= MAX_PAUSES) pauses.clear()
    pauses.set(path, { until: now().getTime() + retryAfterMs, failure })
  }

  return {
    async get(address, wish) {
      const pause = pauses.get(address.path)
      if (pause && pause.until > now().getTime()) throw pause.failure
      pauses.delete(address.path)
      try {
        return await withRetry(() => attempt(asking, address, wish), options, wish.signal)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        remember(address.path, error)
        throw error.failure
      }
    },
    close: () => dispatcher.destroy(),
  }
}
