import { isFailure, type FailureCode } from '../../../src-preload/contract/failure.ts'
import { Refusal } from './attempt.ts'

export interface RetryOptions {
  /** In [0, 1). */
  random: () => number
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const TRIES = 3
const BASE_MS = 500
const MAX_MS = 8_000
/** A service that wants a longer pause gets it: then the answer waits for the next reading. */
const LONGEST_WAIT_MS = 10_000

const passing: ReadonlySet<FailureCode> = new Set(['timeout', 'connection-lost', 'dns'])

/** True where the same question may well be answered in a moment. */
function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) {
    const { status } = error.failure.facts
    return status === 408 || status === 429 || status >= 500
  }
  if (!isFailure(error) || !passing.has(error.code)) return false
  return !error.is('timeout') || error.facts.stage !== 'body' // a service that drips would drip again
}

/** The pause before the next try, in ms; `undefined` for none. Full jitter, and never less than the service asked for. */
function pauseAfter(error: unknown, tried: number, random: () => number): number | undefined {
  if (!isPassing(error) || tried >= TRIES) return undefined
  const asked = error instanceof Refusal ? error.retryAfterMs : undefined
  if (asked !== undefined && asked > LONGEST_WAIT_MS) return undefined
  return (asked ?? 0) + random() * Math.min(MAX_MS, BASE_MS * 2 ** (tried - 1))
}

/** Asks up to three times, with pauses that grow; only for questions that change nothing. */
export async function withRetry<T>(
  ask: () => Promise<T>,
  { random, sleep }: RetryOptions,
  signal: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      const pause = signal.aborted ? undefined : pauseAfter(error, tried, random)
      if (pause === undefined) throw error
      await sleep(pause, signal)
    }
  }
}
