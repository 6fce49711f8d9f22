/** A set of listeners. */
export class Emitter<T = void> {
  readonly #listeners = new Set<(value: T) => void>()

  /** Calls `listener` with every value from now on. Returns the way to stop. */
  readonly on = (listener: (value: T) => void): (() => void) => {
    const own = (value: T) => listener(value) // the same function twice is two listeners
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value)
  }

  get size(): number {
    return this.#listeners.size
  }
}
