import * as v from 'valibot'
import { readStart } from './page-start.ts'

/** The present community's id; none without a usable document of main, of which the start tells. It does not change while the page lives. */
function community(): string | undefined {
  try {
    return (readStart() as Partial<ReturnType<typeof readStart>>).profile?.id
  } catch {
    return undefined
  }
}

/**
 * A small value that the page keeps between starts, such as what was read: one for each community, or one for the window. Not for secrets,
 * and not for settings.
 */
export class Remembered<T> {
  #key: string
  #value = $state.raw() as T

  /** A kept value, perhaps from an earlier version, is used only if it fits the schema. */
  constructor(key: string, standard: T, schema: v.GenericSchema<T>, of: 'community' | 'window' = 'community') {
    const id = of === 'community' ? community() : undefined
    this.#key = ['loadout', id, key].filter(Boolean).join('.')
    this.#value = standard
    try {
      if (id) takeOver(`loadout.${key}`, this.#key)
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

/** What was once kept for all communities belongs to the first that is opened, which is the last one used. */
function takeOver(shared: string, own: string): void {
  const kept = localStorage.getItem(shared)
  if (kept === null) return
  if (localStorage.getItem(own) === null) localStorage.setItem(own, kept)
  localStorage.removeItem(shared)
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
