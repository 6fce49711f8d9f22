import { createContext } from 'svelte'
import House from '@lucide/svelte/icons/house'
import type { ProfileView } from '../../src-preload/contract/settings.ts'
import { itemSign, vehicleSign } from './signs.ts'
import type { Icon } from './ui/icon.ts'

/** What represents a thing: a picture, or else its category's icon. */
export interface Pictured {
  /** Addresses, best first. The next one is used if one cannot be shown. */
  images: readonly string[]
  sign: Icon
  /** The picture shows only the thing, so nothing of it may be cut off. */
  whole?: boolean
}

/** The addresses of a file below base addresses, with or without a final slash. */
const below = (bases: readonly string[] = [], file: string): string[] =>
  bases.map((base) => `${base.replace(/(?<!\/)\/+$/, '')}/${file}`)

export type PictureKind = 'item' | 'vehicle' | 'house'

const [getBases, setBases] = createContext<() => ProfileView['images']>()

/** Gives the community's picture addresses to the components inside. */
export { setBases as providePictures }

/** The pictures of a community's things, by key or class name. */
export function picturesOf(bases: () => ProfileView['images']) {
  return {
    /** True if the community has pictures of this kind. */
    has: (kind: PictureKind): boolean => (bases()[kind] ?? []).length > 0,
    /** An item of a shop or a good of the market. `words`: more words that show its category. */
    item: (key: string, words = ''): Pictured => ({
      images: below(bases().item, `market_${encodeURIComponent(key)}.png`),
      sign: itemSign(`${key} ${words}`),
      whole: true,
    }),
    /** A vehicle. A variant has the picture of its model. */
    vehicle: (classname: string, type = ''): Pictured => ({
      images: below(bases().vehicle, `${encodeURIComponent(classname.split('_ct_')[0] ?? classname)}.jpg`),
      sign: vehicleSign(type),
    }),
    /** A type of house or building. An empty class name gives only the icon. */
    house: (classname: string): Pictured => ({
      images: classname === '' ? [] : below(bases().house, `${encodeURIComponent(classname)}.jpg`),
      sign: House,
    }),
  }
}

/** At a component's top: the pictures of the present community. */
export const usePictures = () => picturesOf(getBases())
