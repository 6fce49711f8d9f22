/** Something that a player asked for and that may fail: whether it is under way, why it failed, and how it is done again. */
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

  /** Does the work; never rejects. */
  readonly make = async (work: () => Promise<unknown>): Promise<void> => {
    this.#work = work
    this.#busy = true
    this.#failure = undefined
    try {
      await work()
    } catch (error) {
      this.#failure = error
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
