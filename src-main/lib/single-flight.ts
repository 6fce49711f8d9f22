interface Flight<T> {
  promise: Promise<T>
  control: AbortController
  waiters: number
}

/** Lets `work` run once at a time. Calls during a run get its result. */
export function oneFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}

/** Allows one run per key at a time. Calls during a run get its result. */
export class SingleFlight<K, T = unknown> {
  readonly #running = new Map<K, Flight<T>>()

  /**
   * Joins the run of `key` or starts it. A waiter leaves when its signal aborts. When the last waiter leaves, the run is aborted, and
   * a later call starts a new one.
   * @throws what `start` rejects with; the signal's reason
   */
  join<R extends T>(key: K, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<R>): Promise<R> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const flight = (this.#running.get(key) as Flight<R> | undefined) ?? this.#start(key, start)
    flight.waiters++
    return new Promise<R>((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason as Error)
        if (--flight.waiters > 0) return
        if (this.#running.get(key) === flight) this.#running.delete(key)
        flight.control.abort(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      flight.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  #start<R extends T>(key: K, start: (signal: AbortSignal) => Promise<R>): Flight<R> {
    const control = new AbortController()
    const flight: Flight<R> = { control, waiters: 0, promise: start(control.signal) }
    const end = () => {
      if (this.#running.get(key) === flight) this.#running.delete(key)
    }
    flight.promise.then(end, end)
    this.#running.set(key, flight)
    return flight
  }
}
