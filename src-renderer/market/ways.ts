import type { CompanyShop, Licence, MapMarker, Position } from '../../src-preload/contract/community/index.ts'
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

/** A good's key, and its name in the game's language. */
interface Named {
  key: string
  name: string
}

/** `EisenStahl`, `potato_field_1` as words between blanks. */
const wordsOf = (text: string): string =>
  ` ${text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

/** True where a text has the good's name or its key in it, word by word; raw and processed goods share a key. */
const isNamed = (words: string, { key, name }: Named): boolean =>
  [key.replace(/_[ur]$/i, ''), name].some((one) => wordsOf(one).length > 2 && words.includes(wordsOf(one)))

/** The licence that is called after a good: no record says which one it needs. */
export const licenceOf = (good: Named, licences: readonly Licence[]): Licence | undefined =>
  licences.find(({ key, name }) => isNamed(wordsOf(`${key} ${name}`), good))

const isField = ({ icon, classname }: MapMarker): boolean => icon === 'field' || wordsOf(classname).includes(' field ')
const stopAt = ({ x, y }: Spot, name: string): Stop => ({ x, y, name })

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
    const pairs = sources.flatMap((from) => buyers.map((to) => ({ from, to, metres: distanceOf(from, to) })))
    const [from, to] = [sources[0], buyers[0]]
    const nearest = pairs.reduce<Way | undefined>(
      (least, one) => (one.metres < (least?.metres ?? Infinity) ? one : least),
      undefined,
    )
    return nearest ?? { ...(from && { from }), ...(to && { to }) }
  }

  #stops(good: Named, fields: boolean): Stop[] {
    return this.#marked
      .filter((one) => one.isField === fields && isNamed(one.words, good))
      .map(({ marker }) => stopAt(marker, marker.name || marker.classname))
  }
}

const placedOf = (position: Position | null, name: string): Stop[] =>
  position && (position.x !== 0 || position.y !== 0) ? [stopAt(position, name)] : []
