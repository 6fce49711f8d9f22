import type { ModsPlace } from '../../src-preload/contract/moving.ts'
import type { Main } from '#shared/bridge/index.ts'

/** Where the mods lie. Lives as long as the page. */
class Place {
  #present = $state.raw<ModsPlace | undefined>()

  constructor(main: Main) {
    main.repair.place((place) => (this.#present = place))
  }

  /** Undefined until it is known. */
  get present() {
    return this.#present
  }
}

const made = new WeakMap<Main, Place>()

/** The page's one place of mods. */
export function placeOf(main: Main): Place {
  const known = made.get(main) ?? new Place(main)
  made.set(main, known)
  return known
}
