import { textOfPin, textsOfPins, type MapPin } from '../../../src-preload/contract/map-pins.ts'
import { kinds } from './kinds.ts'
import type { Place } from './places.ts'

/** The id of a pin's place. */
export const pinId = (pin: MapPin): string => `pins/${textOfPin(pin)}`

const isSame = (a: MapPin, b: MapPin) => a.x === b.x && a.y === b.y && a.note === b.note

/** Where the player's own are kept. */
interface Kept {
  readonly list: readonly MapPin[]
  /** Tells whether there was room. */
  set: (pins: MapPin[]) => boolean
}

/** The player's own marks on the map, and those that a link brought. Its getters read state. */
export class Pins {
  readonly #kept: Kept
  readonly #brought: readonly MapPin[]

  constructor(kept: Kept, brought: readonly MapPin[]) {
    this.#kept = kept
    this.#brought = brought
  }

  /** What a link brought and the player does not have. */
  get shared(): readonly MapPin[] {
    return this.#brought.filter((pin) => !this.has(pin))
  }

  readonly has = (pin: MapPin): boolean => this.#kept.list.some((one) => isSame(one, pin))

  /** Keeps all of them, or none where there is no room for all. */
  readonly add = (pins: readonly MapPin[]): boolean =>
    this.#kept.set([...this.#kept.list, ...pins.filter((pin) => !this.has(pin))])

  readonly remove = (pin: MapPin): boolean => this.#kept.set(this.#kept.list.filter((one) => !isSame(one, pin)))

  /** Links to all of the player's: one, or more where one cannot hold them. */
  get links(): string[] {
    return textsOfPins(this.#kept.list).map(linkOf)
  }

  places(groupName: string): Place[] {
    return [...this.#kept.list, ...this.shared].map((pin) => ({
      layer: 'pins',
      id: pinId(pin),
      group: 'pins',
      groupName,
      name: pin.note || groupName,
      x: pin.x,
      y: pin.y,
      placed: true,
      ...kinds.pin,
      pin,
    }))
  }
}

const linkOf = (text: string) => `loadout://map/${text}`

/** A link that shows a place on the map of whoever opens it. */
export const linkTo = (pin: MapPin): string => linkOf(textOfPin(pin))

/** A place as a link tells it: its name is the note. */
export const pinOf = ({ x, y, name }: Pick<Place, 'x' | 'y' | 'name'>): MapPin => ({
  x: Math.max(0, Math.round(x)),
  y: Math.max(0, Math.round(y)),
  note: name.slice(0, 80).trim(),
})
