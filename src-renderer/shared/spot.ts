import type { MapMarker, ShopType } from '../../src-preload/contract/community/index.ts'

/** A point on the map, in metres from its lower left corner. */
export interface Spot {
  x: number
  y: number
}

/** A place in whole metres, as players tell it: `3122, 12838`. */
export const spotText = ({ x, y }: Spot): string => `${Math.round(x)}, ${Math.round(y)}`

const SQUARE_M = 100
const square = (metres: number) => String(Math.max(0, Math.floor(metres / SQUARE_M))).padStart(3, '0')

/** A place as the game's own map tells it, by squares of 100 m: `031 128`. */
export const gridText = ({ x, y }: Spot): string => `${square(x)} ${square(y)}`

/** How far apart two places are, in metres. */
export const distanceOf = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y)

/**
 * The place that a text names: a reference of the grid with three, four or five digits each way (`031 128`, `03121284`), or metres
 * with a comma between (`3122, 12838`). A reference is the middle of its square.
 */
export function spotOfText(text: string): Spot | undefined {
  const metres = /^\s*(\d{1,6}(?:\.\d+)?)\s*[,;/]\s*(\d{1,6}(?:\.\d+)?)\s*$/.exec(text)
  if (metres) return { x: Number(metres[1]), y: Number(metres[2]) }
  const digits = /^\s*(\d{3,5})[\s-]?(\d{3,5})\s*$/.exec(text)
  const whole = text.replaceAll(/[\s-]/g, '')
  if (!digits || whole.length % 2 !== 0) return undefined
  const half = whole.length / 2
  const side = 10 ** (5 - half)
  const at = (part: string) => Number(part) * side + (side > 1 ? side / 2 : 0)
  return { x: at(whole.slice(0, half)), y: at(whole.slice(half)) }
}

/** Where a garage stands by the service's name of it, as the map's markers tell. */
export function garageSpot(garage: string, markers: readonly MapMarker[]): Spot | null {
  const name = garage.toLowerCase()
  return markers.find(({ classname, placed }) => placed && classname.toLowerCase() === name) ?? null
}

/** What a map puts before and behind the key of a shop: `mar_rl_shop_1`. */
const shopKey = (classname: string) => classname.toLowerCase().replace(/^mar_(?:[a-z]{2}_)?/, '')

/** The shop that a marker is: the one of its whole key, or of its name, or of its key without the number at the end. */
export function shopOf<T extends ShopType>({ classname, name }: MapMarker, shops: readonly T[]): T | undefined {
  const key = shopKey(classname)
  const byKey = (wanted: string) => shops.find(({ shoptype }) => shoptype.toLowerCase() === wanted)
  const byName = () => (name === '' ? undefined : shops.find((shop) => shop.name === name))
  return byKey(key) ?? byName() ?? byKey(key.replace(/_\d+$/, ''))
}

/** What the map screen is given to point at a place. */
export const spotParams = ({ x, y }: Spot): { x: string; y: string } => ({
  x: String(Math.round(x)),
  y: String(Math.round(y)),
})

/** The place that the map screen was given, if it is one. */
export function spotOfParams(params: Readonly<Record<string, string>>): Spot | undefined {
  const spot = { x: Number(params.x), y: Number(params.y) }
  return params.x && params.y && Number.isFinite(spot.x) && Number.isFinite(spot.y) ? spot : undefined
}
