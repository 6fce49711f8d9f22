import type { MapMarker, ShopType } from '../../src-preload/contract/community/index.ts'

/** A point on the map, in metres from its lower left corner. */
export interface Spot {
  x: number
  y: number
}

/** Larger than any map. A place beyond it is hidden on purpose, or a mistake; drawing a world with it would never end. */
const MOST_M = 50_000
const isWithin = (metres: number) => metres >= 0 && metres < MOST_M

/** True for a place on the map. 0/0 means none. */
export const isOnMap = (spot: Spot | null): spot is Spot =>
  spot !== null && (spot.x !== 0 || spot.y !== 0) && isWithin(spot.x) && isWithin(spot.y)

/** A place in whole metres: `3122, 12838`. */
export const spotText = ({ x, y }: Spot): string => `${Math.round(x)}, ${Math.round(y)}`

const SQUARE_M = 100
const square = (metres: number) => String(Math.max(0, Math.floor(metres / SQUARE_M))).padStart(3, '0')

/** A place in the game map's grid, in squares of 100 m: `031 128`. */
export const gridText = ({ x, y }: Spot): string => `${square(x)} ${square(y)}`

/** The distance of two places, in metres. */
export const distanceOf = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y)

/**
 * The place in a text: a grid reference with three, four or five digits for each axis (`031 128`, `03121284`), or metres with a comma
 * between them (`3122, 12838`). A reference means the middle of its square.
 */
export function spotOfText(text: string): Spot | undefined {
  const metres = /^\s*(\d{1,6}(?:\.\d+)?)\s*[,;/]\s*(\d{1,6}(?:\.\d+)?)\s*$/.exec(text)
  if (metres) return { x: Number(metres[1]), y: Number(metres[2]) }
  const [, x, y] = [3, 4, 5].flatMap(
    (digits) => new RegExp(`^\\s*(\\d{${digits}})[\\s-]?(\\d{${digits}})\\s*$`).exec(text) ?? [],
  )
  if (x === undefined || y === undefined) return undefined
  const side = 10 ** (5 - x.length)
  const at = (part: string) => Number(part) * side + (side > 1 ? side / 2 : 0)
  return { x: at(x), y: at(y) }
}

/** A garage's place, from the marker with the service's name of it. */
export function garageSpot(garage: string, markers: readonly MapMarker[]): Spot | null {
  const name = garage.toLowerCase()
  return markers.find(({ classname, placed }) => placed && classname.toLowerCase() === name) ?? null
}

/** A shop's key without the prefix that a map adds: `shop_1` for `mar_rl_shop_1`. */
const shopKey = (classname: string) => classname.toLowerCase().replace(/^mar_(?:[a-z]{2}_)?/, '')

/** The shop of a marker: by its whole key, its name, or its key without the final number. */
export function shopOf<T extends ShopType>({ classname, name }: MapMarker, shops: readonly T[]): T | undefined {
  const key = shopKey(classname)
  const byKey = (wanted: string) => shops.find(({ shoptype }) => shoptype.toLowerCase() === wanted)
  const byName = () => (name === '' ? undefined : shops.find((shop) => shop.name === name))
  return byKey(key) ?? byName() ?? byKey(key.replace(/_\d+$/, ''))
}

/** The map screen's parameters for a place. */
export const spotParams = ({ x, y }: Spot): { x: string; y: string } => ({
  x: String(Math.round(x)),
  y: String(Math.round(y)),
})

/** The place in the map screen's parameters; undefined if there is none. */
export function spotOfParams(params: Readonly<Record<string, string>>): Spot | undefined {
  const spot = { x: Number(params.x), y: Number(params.y) }
  return params.x && params.y && Number.isFinite(spot.x) && Number.isFinite(spot.y) ? spot : undefined
}

/** The parameters that let the map screen show the way between two places. */
export const wayParams = (from: Spot, to: Spot): { from: string; to: string } => ({
  from: spotText(from),
  to: spotText(to),
})

/** The two places of the way in the map screen's parameters; empty if there is none. */
export function wayOfParams({ from = '', to = '' }: Readonly<Record<string, string>>): Spot[] {
  const ends = [spotOfText(from), spotOfText(to)].filter((end) => end !== undefined)
  return ends.length === 2 ? ends : []
}
