import { isFailure } from '../../src-preload/contract/failure.ts'

/**
 * A player's action that may fail: whether it is running, why it failed, and how to repeat it. An action that the player cancelled
 * has not failed.
 */
export class Attempt {
  #work: (() => Promise<unknown>) | undefined
  /** So many works are running. It is no state, because an effect that begins one would follow what it writes. */
  #running = 0
  #busy = $state(false)
  #failure = $state.raw<unknown>()

  get busy(): boolean {
    return this.#busy
  }

  get failure(): unknown {
    return this.#failure
  }

  /**
   * Does the work and returns its result; never rejects.
   * @param wayOn the work that `again` does after a failure, if it is not the same work
   */
  readonly make = async <T>(
    work: () => Promise<T>,
    wayOn?: (failure: unknown) => (() => Promise<unknown>) | undefined,
  ): Promise<T | undefined> => {
    this.#work = work
    this.#running++
    this.#busy = true
    this.#failure = undefined
    try {
      return await work()
    } catch (error) {
      if (isFailure(error) && error.is('cancelled')) return undefined
      this.#failure = error
      this.#work = wayOn?.(error) ?? work
      return undefined
    } finally {
      this.#busy = --this.#running > 0
    }
  }

  /** Repeats the last work. */
  readonly again = (): void => void (this.#work && this.make(this.#work))

  /** Drops the failure. */
  readonly forget = (): void => {
    this.#failure = undefined
  }
}
