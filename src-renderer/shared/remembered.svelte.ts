import * as v from 'valibot'

/** A small value that the page keeps between starts, such as what was read. Not for secrets, and not for settings. */
export class Remembered<T> {
  #key: string
  #value = $state.raw() as T

  /** A kept value, perhaps from an earlier version, is used only if it fits the schema. */
  constructor(key: string, standard: T, schema: v.GenericSchema<T>) {
    this.#key = `loadout.${key}`
    this.#value = standard
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? 'null')
      if (v.is(schema, kept)) this.#value = kept
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

/** A set of words that the page keeps between starts. */
export class RememberedSet {
  #kept: Remembered<readonly string[]>

  constructor(key: string) {
    this.#kept = new Remembered(key, [], v.array(v.string()))
  }

  get size(): number {
    return this.#kept.value.length
  }

  readonly has = (word: string): boolean => this.#kept.value.includes(word)

  readonly toggle = (word: string): void => this.set([word], !this.has(word))

  /** Removes the words that `isOver` accepts. */
  drop(isOver: (word: string) => boolean): void {
    if (this.#kept.value.some(isOver)) this.#kept.value = this.#kept.value.filter((word) => !isOver(word))
  }

  /** Adds or removes all of these words. */
  set(words: readonly string[], isIn: boolean): void {
    const others = this.#kept.value.filter((one) => !words.includes(one))
    this.#kept.value = isIn ? [...others, ...words] : others
  }
}
