import { type Resolvers, withResolvers } from './async.ts'

/** A gate that work passes between two steps, and that pausing closes. */
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
      const stop = withResolvers()
      signal?.addEventListener('abort', stop.resolve, { once: true })
      await Promise.race([this.#opened.promise, stop.promise])
      signal?.removeEventListener('abort', stop.resolve)
      signal?.throwIfAborted()
    }
  }
}
