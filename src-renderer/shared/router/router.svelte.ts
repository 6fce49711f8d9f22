import { createContext } from 'svelte'
import type { Screen as ScreenId } from '../../../src-preload/contract/shell.ts'

export type Params = Readonly<Record<string, string>>

/**
 * What the next screen does at once, because the player asked for it on another screen; `add-…`: reads a community's profile.
 */
export type Wish =
  'join' | 'bring-up' | 'transfer' | 'start-options' | 'game-options' | `add-file ${number}` | `add-request ${number}`

/** A screen and its parameters: `{ screen: 'server', params: { id: '2' } }`. */
export interface Place {
  screen: ScreenId
  params: Params
}

type Filters = Record<string, string>

const samePlace = (a: Place, b: Place) => a.screen === b.screen && JSON.stringify(a.params) === JSON.stringify(b.params)

/** The number of places in the history. */
const REMEMBERED = 50

/** The present place and the history. One per page: `const router = useRouter()`. */
export class Router {
  #places = $state.raw<readonly Place[]>([])
  #at = $state(0)
  /** What was searched for and filtered on each screen, and at each place that asked for something itself. */
  readonly ofScreens: Partial<Record<ScreenId, Filters>> = {}
  readonly ofPlaces = new WeakMap<Place, Filters>()
  // Not in the place: a changed place creates its screen again, and taking a wish must not do that.
  #wish = $state.raw<{ of: Place; wish: Wish }>()

  constructor(start: ScreenId = 'home') {
    this.#places = [{ screen: start, params: {} }]
  }

  get place(): Place {
    return this.#places[this.#at] ?? { screen: 'home', params: {} }
  }

  get screen(): ScreenId {
    return this.place.screen
  }

  get params(): Params {
    return this.place.params
  }

  /** The wish of the present place, until its screen takes it. */
  get wish(): Wish | undefined {
    return this.#wish?.of === this.place ? this.#wish.wish : undefined
  }

  get canGoBack(): boolean {
    return this.#at > 0
  }

  get canGoForward(): boolean {
    return this.#at < this.#places.length - 1
  }

  /** Goes to a screen. If the player is already there, only the wish is set. */
  go(screen: ScreenId, params: Params = {}, wish?: Wish): void {
    const place = { screen, params }
    if (!samePlace(place, this.place)) {
      this.#places = [...this.#places.slice(0, this.#at + 1), place].slice(-REMEMBERED)
      this.#at = this.#places.length - 1
    }
    if (wish) this.#wish = { of: this.place, wish }
  }

  /** The screen among these where the player was last. */
  latestOf(screens: readonly ScreenId[]): ScreenId | undefined {
    return this.#places.findLast(({ screen }) => screens.includes(screen))?.screen
  }

  /** Changes the present place's parameters, such as a tab, without a new step in the history. */
  replace(params: Params): void {
    this.#places = this.#places.map((place, at) => (at === this.#at ? { ...place, params } : place))
  }

  /** Takes the place's wish if it is this one. It is done only once, and not when the player comes back. */
  take(wish: Wish): boolean {
    if (this.wish !== wish) return false
    this.#wish = undefined
    return true
  }

  back(): void {
    if (this.canGoBack) this.#at -= 1
  }

  forward(): void {
    if (this.canGoForward) this.#at += 1
  }
}

export const [useRouter, provideRouter] = createContext<Router>()

/**
 * At a component's top: the screen's search text and filters, as the player left them. A place that asks for something, such as a found good,
 * begins with `start`, and has its own.
 */
export function useFilters<T extends Filters>(start: T): T {
  const { ofScreens, ofPlaces, place } = useRouter()
  const fresh = $state(start)
  const asks = Object.keys(place.params).length > 0
  const filters = ((asks ? ofPlaces.get(place) : ofScreens[place.screen]) as T | undefined) ?? fresh
  if (asks) ofPlaces.set(place, filters)
  else ofScreens[place.screen] = filters
  return filters
}
