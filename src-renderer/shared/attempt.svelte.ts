import { isFailure } from '../../src-preload/contract/failure.ts'

/**
 * Something that a player asked for and that may fail: whether it is under way, why it failed, and how it is done again. What the player
 * called off has not failed.
 */
export class Attempt {
  #work: (() => Promise<unknown>) | undefined
  #busy = $state(false)
  #failure = $state.raw<unknown>()

  get busy(): boolean {
    return this.#busy
  }

  get failure(): unknown {
    return this.#failure
  }

  /**
   * Does the work and gives what came of it; never rejects. `wayOn`: what is done again after a failure, where that is not the work
   * itself.
   */
  readonly make = async <T>(
    work: () => Promise<T>,
    wayOn?: (failure: unknown) => (() => Promise<unknown>) | undefined,
  ): Promise<T | undefined> => {
    this.#work = work
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
      this.#busy = false
    }
  }

  /** Does again what was done last. */
  readonly again = (): void => void (this.#work && this.make(this.#work))

  /** Says no more why it failed. */
  readonly forget = (): void => {
    this.#failure = undefined
  }
}
