import { setImmediate } from 'node:timers/promises'

const SLICE_MS = 4

/** Yields every item, and yields to the event loop every few milliseconds. For lists as long as a hash list. */
export async function* sliced<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  let since = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
}

export async function inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  for await (const item of sliced(items)) visit(item)
}

/**
 * Works on items until the signal aborts, `atOnce` at a time. Each is taken only when it is its turn, because there may be hundreds of
 * thousands. On the first error it calls `onError` at once, waits for all running work, and rejects with that error.
 */
export async function forEachOf<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
  onError?: () => void,
): Promise<void> {
  const left = sliced(items)
  const workInTurn = async () => {
    for await (const item of left) {
      if (signal?.aborted) return
      await work(item)
    }
  }
  const isDone = Array.from({ length: atOnce }, workInTurn)
  try {
    await Promise.all(isDone)
  } catch (error) {
    onError?.()
    await Promise.allSettled(isDone)
    throw error
  }
}

/** A promise and its `resolve`. Node 20, which the command line runs on, has no `Promise.withResolvers`. */
export function withResolvers() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

export type Resolvers = ReturnType<typeof withResolvers>

/** The abort reason of a job whose window closes or reloads. The player did not cancel it, so it can be resumed later. */
export const windowGone = new DOMException('the window is gone', 'AbortError')

/**
 * Runs `work` with one signal that aborts when any of the given ones does. It removes its listeners at the end. `AbortSignal.any` would
 * leave them on a signal that lives as long as the app.
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

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

/** Waits for `work`, or rejects with the signal's reason as soon as it aborts. The work itself continues. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return underSignals([signal], (one) => Promise.race([work, aborted(one)]))
}

/** A gate that work passes between two steps. It is closed while paused. */
export class PauseGate {
  #opened: Resolvers | undefined

  get paused(): boolean {
    return this.#opened !== undefined
  }

  pause(): void {
    this.#opened ??= withResolvers()
  }

  resume(): void {
    this.#opened?.resolve()
    this.#opened = undefined
  }

  /** Waits while paused. @throws the signal's reason */
  async pass(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    while (this.#opened) {
      await untilAborted(this.#opened.promise, signal)
      signal?.throwIfAborted()
    }
  }
}
