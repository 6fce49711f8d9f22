import type {
  CompanyShop,
  Licence,
  PlayerVehicle,
  ServerMarket,
  ShopVehicle,
} from '../../src-preload/contract/community/index.ts'
import { goodsOf, POLICE_SHARES, type Good } from './goods.ts'
import { licenceOf, type Places, type Way } from './ways.ts'

/** What the player drives with, what they may carry, and for how long. */
export interface Carrier {
  /** What the boot holds, kg. */
  space: number
  /** The whole way, there and back, in km, for a good whose way the map does not tell; absent: it has none. */
  km?: number
  /** km/h on the way. */
  speed: number
  /** What a trip takes besides driving: gathering, processing, loading. */
  stopMinutes?: number
  withIllegal: boolean
  /** Hours of trips one after the other; absent for one trip. */
  hours?: number
  /** Keys of the licences that the player has; absent where nobody is signed in. */
  held?: readonly string[]
  /** Leaves out what is called after a licence that the player has not. */
  onlyHeld?: boolean
}

/** What the records know beside prices. */
export interface Surroundings {
  places?: Places
  licences: readonly Licence[]
}

/** A trip with one good: what it brings, and what each figure is made of. */
export interface Trip {
  good: Good
  /** Where it is bought, with the price of one; absent where it is gathered. */
  from?: { company: string; price: number; stock: number }
  pieces: number
  /** Of one piece, kg. */
  weight: number
  /** What one piece is sold for, on the server that pays most. */
  sell: number
  profit: number
  perKg: number
  way: Way
  /** There and back: as measured, or else as the player says; null where neither is known. */
  km: number | null
  perHour: number | null
  exp: number
  /** Of an illegal good: what the trip brings with the least and the most that police online make of the price. */
  range?: { least: number; most: number }
  /** As many trips as the hours allow, until the company has no more; null where the way is not known, absent for one trip. */
  evening?: { trips: number; pieces: number; profit: number } | null
  /** The licence called after the good; `held` is absent where nobody is signed in. */
  licence?: { licence: Licence; held?: boolean }
  /** When the price was told; null where nobody says. */
  at: string | null
}

/** True for a vehicle that is at hand and has a boot. */
export const canCarry = ({ state, destroyed, impounded, vehicle }: PlayerVehicle): boolean =>
  state === 'ok' && !destroyed && !impounded && Boolean(vehicle?.space)

/** What the shops sell with a boot, each once, the largest first; what needs a higher level than the player's is left out. */
export function forSale(vehicles: readonly ShopVehicle[], level = Infinity): ShopVehicle[] {
  const fitting = vehicles.filter((one) => Boolean(one.space) && (one.level ?? 0) <= level)
  return [...new Map(fitting.map((one) => [one.classname, one])).values()].sort(
    (a, b) => (b.space ?? 0) - (a.space ?? 0),
  )
}

/** How many pieces of a weight the boot holds; what has no weight fills none. */
const fitting = (space: number, weight: number | null | undefined): number =>
  weight && weight > 0 && space > 0 ? Math.floor(space / weight) : 0

/** The way of one trip in km and hours. */
function spanOf({ metres }: Way, { km, speed, stopMinutes = 0 }: Carrier): { km: number; hours: number } | null {
  const whole = metres === undefined ? km : (2 * metres) / 1000
  return whole !== undefined && whole > 0 && speed > 0 ? { km: whole, hours: whole / speed + stopMinutes / 60 } : null
}

/**
 * What one trip with each good brings, the best first: gathered goods cost nothing, those of a company its price, as many as it has. What
 * brings no profit, has no weight or does not fit is left out.
 */
export function tripsOf(
  markets: readonly ServerMarket[],
  shops: readonly CompanyShop[],
  carrier: Carrier,
  { places, licences }: Surroundings = { licences: [] },
): Trip[] {
  const { space, withIllegal, hours, held, onlyHeld } = carrier
  const tripWith = (good: Good, shop?: CompanyShop, from?: Trip['from']): Trip[] => {
    const weight = good.item.virtual?.weight ?? 0
    const fit = fitting(space, weight)
    const pieces = Math.min(fit, from?.stock ?? Infinity)
    const gain = good.best - (from?.price ?? 0)
    const profit = pieces * gain
    if (pieces === 0 || profit <= 0) return []
    const at = (share: number) => pieces * (Math.round(good.best * share) - (from?.price ?? 0))
    const way = places?.wayOf(good, shop) ?? {}
    const span = spanOf(way, carrier)
    const licence = licenceOf(good, licences)
    const evening = (each: number, count = Math.floor((hours ?? 0) / each)) => {
      const all = Math.min(count * fit, from?.stock ?? Infinity)
      return { trips: Math.ceil(all / fit), pieces: all, profit: all * gain }
    }
    return [
      {
        good,
        ...(from && { from }),
        pieces,
        weight,
        sell: good.best,
        profit,
        perKg: profit / (pieces * weight),
        way,
        km: span?.km ?? null,
        perHour: span && profit / span.hours,
        exp: pieces * (good.item.virtual?.exp ?? 0),
        ...(good.illegal && { range: { least: at(POLICE_SHARES.least), most: at(POLICE_SHARES.most) } }),
        ...(hours !== undefined && { evening: span && evening(span.hours) }),
        ...(licence && { licence: { licence, ...(held && { held: held.includes(licence.key) }) } }),
        at: good.item.updatedAt,
      },
    ]
  }
  const online = markets.filter((market) => market.online)
  return goodsOf(online)
    .filter(({ illegal }) => withIllegal || !illegal)
    .flatMap((good) => [
      ...tripWith(good),
      ...shops.flatMap((shop) =>
        shop.goods
          .filter(({ item, amount }) => item === good.key && amount > 0)
          .flatMap(({ price, amount }) => tripWith(good, shop, { company: shop.company.name, price, stock: amount })),
      ),
    ])
    .filter(({ licence }) => !onlyHeld || licence?.held !== false)
    .sort((a, b) => b.profit - a.profit)
}
