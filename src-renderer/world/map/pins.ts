import { textOfPin, textsOfPins, type MapPin } from '../../../src-preload/contract/map-pins.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { gridText } from '#shared/spot.ts'
import { kinds } from './kinds.ts'
import type { MapPlace } from './places.ts'

export const pinId = (pin: MapPin): string => `pins/${textOfPin(pin)}`

/** A pin without a note has its place as its name. */
export const pinName = (pin: MapPin, t: Translate): string => pin.note || t('map.pin-at', { grid: gridText(pin) })

const isSame = (a: MapPin, b: MapPin) => a.x === b.x && a.y === b.y && a.note === b.note
const isIn = (pins: readonly MapPin[], pin: MapPin) => pins.some((one) => isSame(one, pin))

/** The store of the player's own pins. */
interface Kept {
  readonly list: readonly MapPin[]
  /** Returns false if there are too many pins. */
  change: (change: (now: MapPin[]) => MapPin[]) => boolean
}

/** The player's own pins on the map, and those from a link. Its getters read state. */
export class Pins {
  readonly #kept: Kept
  readonly #brought: readonly MapPin[]

  constructor(kept: Kept, brought: readonly MapPin[]) {
    this.#kept = kept
    this.#brought = brought
  }

  /** The pins from a link that the player does not have. */
  get shared(): readonly MapPin[] {
    return this.#brought.filter((pin) => !this.has(pin))
  }

  readonly has = (pin: MapPin): boolean => isIn(this.#kept.list, pin)

  /** Saves all of them, or none if there is no room for all. */
  readonly add = (pins: readonly MapPin[]): boolean =>
    this.#kept.change((now) => [...now, ...pins.filter((pin) => !isIn(now, pin))])

  readonly remove = (pin: MapPin): boolean => this.#kept.change((now) => now.filter((one) => !isSame(one, pin)))

  /** Links to all of the player's pins: one, or several if one cannot hold them all. */
  get links(): string[] {
    return textsOfPins(this.#kept.list).map(linkOf)
  }

  places(t: Translate): MapPlace[] {
    return [...this.#kept.list, ...this.shared].map((pin) => ({
      layer: 'pins',
      id: pinId(pin),
      group: 'pins',
      groupName: t('map.pins'),
      name: pinName(pin, t),
      x: pin.x,
      y: pin.y,
      placed: true,
      ...kinds.pin,
      pin,
    }))
  }
}

const linkOf = (text: string) => `loadout://map/${text}`

/** A link that shows a place on the map to whoever opens it. */
export const linkTo = (pin: MapPin): string => linkOf(textOfPin(pin))

/** A place as a link contains it, with its name as the note. */
export const pinOf = ({ x, y, name }: Pick<MapPlace, 'x' | 'y' | 'name'>): MapPin => ({
  x: Math.max(0, Math.round(x)),
  y: Math.max(0, Math.round(y)),
  note: name.slice(0, 80).trim(),
})
