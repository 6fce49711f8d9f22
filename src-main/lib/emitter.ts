/** Makes a topic of the bridge from a value and the functions that subscribe to its changes. */
export const topicOf =
  <T>(value: () => T, ...changes: readonly ((listener: () => void) => () => void)[]) =>
  (announce: (value: T) => void): void => {
    const publish = () => announce(value())
    publish()
    for (const onChange of changes) onChange(publish)
  }

export class Emitter<T = void> {
  readonly #listeners = new Set<(value: T) => void>()

  /** Calls `listener` with every value from now on. Returns the function that stops it. */
  readonly on = (listener: (value: T) => void): (() => void) => {
    const own = (value: T) => listener(value) // a function that is added twice is two listeners
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /** Settles once this is so. Looks now, and after each value. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        const leave = this.on(() => (leave(), resolve()))
      })
  }

  /** Calls all listeners, even if one throws. @throws the first error */
  emit(value: T): void {
    const failures: unknown[] = []
    for (const listener of [...this.#listeners])
      try {
        listener(value)
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
  }
}
