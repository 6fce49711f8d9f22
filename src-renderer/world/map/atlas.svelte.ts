import { RememberedSet } from '#shared/remembered.svelte.ts'
import type { Spot } from '../spot.ts'
import { groupsOf, type Layer, type Place } from './places.ts'
import { Viewport, WORLD_M } from './viewport.svelte.ts'
import { search } from '#shared/search.ts'

const HIT_PX = 14
const NEAR_M = 60

/** The map's state: what there is, what is shown, what is chosen, and which part is on screen. */
export class Atlas {
  #places: () => readonly Place[]
  #hidden = new RememberedSet('map.hidden')
  #chosen = $state<string>()
  query = $state('')
  /** Id of the place under the pointer. */
  hovered = $state<string>()
  /** A spot that another screen pointed at. */
  pin = $state.raw<Spot>()
  readonly groups = $derived.by(() => groupsOf(this.#places()))
  readonly #shown = $derived.by(() => this.#places().filter(({ group }) => this.isShown(group)))
  /** What fits the search, of what is shown. */
  readonly found = $derived.by(() =>
    search(this.#shown, this.query, (place) => `${place.name} ${place.groupName} ${textOf(place)}`),
  )
  readonly #foundIds = $derived.by(() => Object.fromEntries(this.found.map(({ id }) => [id, true])))
  /** What is shown, whatever is searched for: a search points things out, the layers hide them. */
  readonly drawn = $derived.by(() => this.#shown.filter(({ placed }) => placed))
  readonly viewport = new Viewport(() =>
    this.#places().reduce((most, { placed, x, y }) => (placed ? Math.max(most, x, y) : most), WORLD_M),
  )

  constructor(places: () => readonly Place[]) {
    this.#places = places
  }

  get count() {
    return this.#places().length
  }

  get chosen(): Place | undefined {
    return this.#places().find(({ id }) => id === this.#chosen)
  }

  /** How many of what was found have no place on the map. */
  get unplaced() {
    return this.found.filter(({ placed }) => !placed).length
  }

  readonly isFound = ({ id }: Place): boolean => id in this.#foundIds

  /** How many places of a group the search found. */
  readonly foundIn = (group: string): number => this.found.filter((place) => place.group === group).length

  readonly isShown = (group: string): boolean => !this.#hidden.has(group)

  /** Shows or hides one group. */
  toggle(group: string): void {
    this.#hidden.toggle(group)
  }

  /** Shows or hides all groups of a layer. */
  toggleLayer(layer: Layer, shown: boolean): void {
    const keys = this.groups.filter((group) => group.layer === layer).map(({ key }) => key)
    this.#hidden.set(keys, !shown)
  }

  readonly choose = (place: Place | undefined): void => {
    this.#chosen = place?.id
    if (!place) this.pin = undefined
  }

  /** Chooses a place and brings it to the middle. */
  visit(place: Place): void {
    this.choose(place)
    if (place.placed) this.viewport.show(place)
  }

  /** Shows a spot that another screen pointed at, and what stands there. */
  pointAt(spot: Spot): void {
    const near = this.#nearest(this.#places(), (place) => Math.hypot(place.x - spot.x, place.y - spot.y), NEAR_M)
    this.choose(near)
    this.pin = spot
    this.viewport.show(spot)
  }

  /** The shown place nearest to a point on screen, if the point touches it. */
  placeAt(left: number, top: number): Place | undefined {
    return this.#nearest(
      this.drawn,
      (place) => {
        const at = this.viewport.toScreen(place)
        return Math.hypot(at.left - left, at.top - top)
      },
      HIT_PX,
    )
  }

  #nearest(places: readonly Place[], far: (place: Place) => number, within: number): Place | undefined {
    let [found, least]: [Place | undefined, number] = [undefined, within]
    for (const place of places) {
      if (!place.placed) continue
      const away = far(place)
      if (away < least) [found, least] = [place, away]
    }
    return found
  }
}

/** What a place is also found by. */
function textOf(place: Place): string {
  if (place.layer === 'markers') return place.marker.classname
  if (place.layer === 'companies')
    return `${place.shop.company.owner} ${place.shop.goods.map(({ name }) => name).join(' ')}`
  return ''
}
