import { createContext } from 'svelte'
import House from '@lucide/svelte/icons/house'
import type { ProfileView } from '../../src-preload/contract/settings.ts'
import { itemSign, vehicleSign } from './signs.ts'
import type { Icon } from './ui/icon.ts'

/** What stands for a thing: a picture, or else the sign of its category. */
export interface Pictured {
  /** Addresses; each stands in for one before it that cannot be shown. */
  images: readonly string[]
  sign: Icon
  /** A picture of the thing alone, of which nothing may be cut off. */
  whole?: boolean
}

/** A file below base addresses, which may end with a slash or not. */
const below = (bases: readonly string[] = [], file: string): string[] =>
  bases.map((base) => `${base.replace(/(?<!\/)\/+$/, '')}/${file}`)

const [getBases, setBases] = createContext<() => ProfileView['images']>()

/** Tells the page below where the community's pictures are. */
export { setBases as providePictures }

/** The pictures of a community's things, by their keys and class names. */
export function picturesOf(bases: () => ProfileView['images']) {
  return {
    /** An item of a shop or a good of the market. `words`: what else tells its category. */
    item: (key: string, words = ''): Pictured => ({
      images: below(bases().item, `market_${encodeURIComponent(key)}.png`),
      sign: itemSign(`${key} ${words}`),
      whole: true,
    }),
    /** A variant's class name goes by its model's. */
    vehicle: (classname: string, type = ''): Pictured => ({
      images: below(bases().vehicle, `${encodeURIComponent(classname.split('_ct_')[0] ?? classname)}.jpg`),
      sign: vehicleSign(type),
    }),
    /** A type of houses or buildings; without one, only the sign. */
    house: (classname: string): Pictured => ({
      images: classname === '' ? [] : below(bases().house, `${encodeURIComponent(classname)}.jpg`),
      sign: House,
    }),
  }
}

/** Those of the present community. For a component's top. */
export const usePictures = () => picturesOf(getBases())
