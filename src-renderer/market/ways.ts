import type { CompanyShop, Licence, MapMarker, Position } from '../../src-preload/contract/community/index.ts'
import { isNamed, namesOf, wordsOf, type Named } from '#shared/good-names.ts'
import { distanceOf, type Spot } from '#shared/spot.ts'

/** Where a trip begins or ends. */
export interface Stop extends Spot {
  name: string
}

/** From where a good is had to the nearest place that takes it; what no record tells is absent. */
export interface Way {
  from?: Stop
  to?: Stop
  /** As the crow flies, one way. */
  metres?: number
}

/** The licence that is called after a good: no record says which one it needs. */
export function licenceOf(good: Named, licences: readonly Licence[]): Licence | undefined {
  const names = namesOf(good)
  return licences.find(({ key, name }) => isNamed(wordsOf(`${key} ${name}`), names))
}

const isField = ({ icon, classname }: MapMarker): boolean => icon === 'field' || wordsOf(classname).includes(' field ')
const stopAt = ({ x, y }: Spot, name: string): Stop => ({ x, y, name })
/** Of one good: a service that tells more is not gone through for each pair. */
const MOST_STOPS = 100

/** What the map's markers call places after: fields grow a good, the others take it. */
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

  /** The shortest way with a good, from a company's shop or else from a field. */
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

  #stops(good: Named, fields: boolean): Stop[] {
    const names = namesOf(good)
    return this.#marked
      .filter((one) => one.isField === fields && isNamed(one.words, names))
      .slice(0, MOST_STOPS)
      .map(({ marker }) => stopAt(marker, marker.name || marker.classname))
  }
}

const placedOf = (position: Position | null, name: string): Stop[] =>
  position && (position.x !== 0 || position.y !== 0) ? [stopAt(position, name)] : []
