import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 4

/** Gives every item, and lets go of the thread every few milliseconds: for what may be as long as a hash list. */
export async function* sliced<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  let since = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
}

/** Visits every item as {@link sliced} gives it. */
export async function inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  for await (const item of sliced(items)) visit(item)
}

/** A promise and the way to settle it. The command line runs on Node 20, which has no `Promise.withResolvers`. */
export interface Resolvers {
  promise: Promise<void>
  resolve: () => void
}

export function withResolvers(): Resolvers {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** The reason of a job's abort when its window closes or reloads. The player did not cancel it, so a job that can be resumed is kept. */
export const windowGone = new DOMException('the window is gone', 'AbortError')

/**
 * Runs `work` with one signal that each of the given ones aborts. Its listeners are removed when the work is over; with
 * `AbortSignal.any` a signal that lives as long as the app would keep them all.
 */
export async function underSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const given = signals.filter((signal) => signal !== undefined)
  const look = () => {
    const aborted = given.find((signal) => signal.aborted)
    if (aborted) own.abort(aborted.reason)
  }
  for (const signal of given) signal.addEventListener('abort', look, { once: true })
  look()
  try {
    return await work(own.signal)
  } finally {
    for (const signal of given) signal.removeEventListener('abort', look)
  }
}

/** Rejects with the signal's reason once it aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

/** What `work` gives, or the signal's reason as soon as it aborts; the work itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return underSignals([signal], (one) => Promise.race([work, aborted(one)]))
}
