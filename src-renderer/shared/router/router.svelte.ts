import { createContext } from 'svelte'
import type { Screen as ScreenId } from '../../../src-preload/contract/shell.ts'

export type Params = Readonly<Record<string, string>>

/** What was pressed on another screen, to be done at once on the screen that it leads to. */
export type Wish = 'join' | 'transfer' | 'start-options'

/** A screen and what it shows: `{ screen: 'server', params: { id: '2' } }`. */
export interface Place {
  screen: ScreenId
  params: Params
}

const samePlace = (a: Place, b: Place) => a.screen === b.screen && JSON.stringify(a.params) === JSON.stringify(b.params)

/** How many places back leads. */
const REMEMBERED = 50

/** Where the player is, and the way back. One per page: `const router = useRouter()`. */
export class Router {
  #places = $state.raw<readonly Place[]>([])
  #at = $state(0)
  // Beside the places: a place that changes makes its screen anew, and a wish that was taken up is to leave it as it stands.
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

  /** What was pressed on the way to the present place, until its screen takes it up. */
  get wish(): Wish | undefined {
    return this.#wish?.of === this.place ? this.#wish.wish : undefined
  }

  get canGoBack(): boolean {
    return this.#at > 0
  }

  get canGoForward(): boolean {
    return this.#at < this.#places.length - 1
  }

  /** Goes to a screen; going where one already is does nothing, but that the wish counts. */
  go(screen: ScreenId, params: Params = {}, wish?: Wish): void {
    const place = { screen, params }
    if (!samePlace(place, this.place)) {
      this.#places = [...this.#places.slice(0, this.#at + 1), place].slice(-REMEMBERED)
      this.#at = this.#places.length - 1
    }
    if (wish) this.#wish = { of: this.place, wish }
  }

  /** The one of these screens where the player was last. */
  latestOf(screens: readonly ScreenId[]): ScreenId | undefined {
    return this.#places.findLast(({ screen }) => screens.includes(screen))?.screen
  }

  /** Changes the present place's parameters without a step to go back over (a tab, a selection). */
  replace(params: Params): void {
    this.#places = this.#places.map((place, at) => (at === this.#at ? { ...place, params } : place))
  }

  /** Takes up the place's wish if it is this one: it is done once and never again on the way back. */
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
