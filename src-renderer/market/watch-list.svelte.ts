import { isTextList, Remembered } from '#shared/remembered.svelte.ts'

/** The goods this player watches, by key. */
export class WatchList {
  #kept = new Remembered<string[]>('market.watched', [], isTextList)

  get keys(): readonly string[] {
    return this.#kept.value
  }

  has = (key: string): boolean => this.#kept.value.includes(key)

  toggle = (key: string): void => {
    const now = this.#kept.value
    this.#kept.value = now.includes(key) ? now.filter((one) => one !== key) : [...now, key]
  }
}

/** One for the page: Home and Market show the same goods. */
export const watchList = new WatchList()
