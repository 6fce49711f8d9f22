import type { ModsPlace } from '../../src-preload/contract/moving.ts'
import type { Main } from '#shared/bridge/index.ts'

/** The folder of the mods. Lives as long as the page. */
class Place {
  #present = $state.raw<ModsPlace | undefined>()

  constructor(main: Main) {
    main.repair.place((place) => (this.#present = place))
  }

  get present() {
    return this.#present
  }
}

const made = new WeakMap<Main, Place>()

/** The page's only instance. */
export function placeOf(main: Main): Place {
  const known = made.get(main) ?? new Place(main)
  made.set(main, known)
  return known
}
