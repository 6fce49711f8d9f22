import type {
  CompanyShop,
  Licence,
  MapMarker,
  MapMarkers,
  Position,
} from '../../src-preload/contract/community/index.ts'
import { isNamed, namesOf, wordsOf, type Named } from '#shared/good-names.ts'
import { distanceOf, isOnMap, type Spot } from '#shared/spot.ts'

/** The start or the end of a trip. */
export interface TripStop extends Spot {
  /** Empty if the map has none. */
  name: string
}

/** The way from a good's source to the nearest place that buys it. Unknown parts are undefined. */
export interface Way {
  from?: TripStop
  to?: TripStop
  /** Straight-line distance, one way. */
  metres?: number
}

/** The licence with the same name as a good, because no record says which licence it needs. */
export function licenceOf(good: Named, licences: readonly Licence[]): Licence | undefined {
  const names = namesOf(good)
  return licences.find(({ key, name }) => isNamed(wordsOf(`${key} ${name}`), names))
}

/** The map's name for the places that sell licences, told by the class of their markers; undefined if it has none. */
export function officeName({ categories, markers }: MapMarkers): string | undefined {
  const office = markers.find(({ placed, classname }) => placed && /licen[cs]e|lizenz/i.test(classname))
  return office && (categories.find(({ key }) => key === office.category)?.name ?? office.category)
}

const isField = ({ icon, classname }: MapMarker): boolean => icon === 'field' || wordsOf(classname).includes(' field ')
const stopAt = ({ x, y }: Spot, name: string): TripStop => ({ x, y, name })
/** Most stops for one good, so that a service with more does not make the comparison of all pairs slow. */
const MOST_STOPS = 100

/** Finds the places of a good by the words in the map's markers. Fields grow a good, all other places buy it. */
export class Places {
  #marked: readonly { marker: MapMarker; words: string; isField: boolean }[]

  constructor(markers: readonly MapMarker[], categoryOf: (key: string) => string = (key) => key) {
    this.#marked = markers
      .filter(({ placed }) => placed)
      .map((marker) => {
        const { classname, name, category } = marker
        const words = wordsOf(`${classname} ${name} ${category} ${categoryOf(category)}`)
        return { marker, words, isField: isField(marker) }
      })
  }

  /** The shortest way with a good, from a company's shop or, without a shop, from a field. */
  wayOf(good: Named, shop?: CompanyShop): Way {
    const sources = shop ? placedOf(shop.position, shop.company.name) : this.#stops(good, true)
    const buyers = this.#stops(good, false)
    const [from, to] = [sources[0], buyers[0]]
    let way: Way = { ...(from && { from }), ...(to && { to }) }
    for (const from of sources)
      for (const to of buyers) {
        const metres = distanceOf(from, to)
        if (metres < (way.metres ?? Infinity)) way = { from, to, metres }
      }
    return way
  }

  #stops(good: Named, fields: boolean): TripStop[] {
    const names = namesOf(good)
    return this.#marked
      .filter((one) => one.isField === fields && isNamed(one.words, names))
      .slice(0, MOST_STOPS)
      .map(({ marker }) => stopAt(marker, marker.name))
  }
}

const placedOf = (position: Position | null, name: string): TripStop[] =>
  isOnMap(position) ? [stopAt(position, name)] : []
