/** A small thing the page itself remembers between starts (what was read, what is watched). Not for secrets, not for settings. */
export class Remembered<T> {
  #key: string
  #value = $state.raw() as T

  /** `isT` checks what an earlier version may have left behind. */
  constructor(key: string, standard: T, isT: (value: unknown) => value is T) {
    this.#key = `loadout.${key}`
    this.#value = standard
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? 'null')
      if (isT(kept)) this.#value = kept
    } catch {
      localStorage.removeItem(this.#key)
    }
  }

  get value(): T {
    return this.#value
  }

  set value(next: T) {
    this.#value = next
    localStorage.setItem(this.#key, JSON.stringify(next))
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
