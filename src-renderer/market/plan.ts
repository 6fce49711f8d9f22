import type {
  CompanyShop,
  Licence,
  PlayerVehicle,
  ServerMarket,
  ShopVehicle,
} from '../../src-preload/contract/community/index.ts'
import { goodsOf, type Good } from './goods.ts'
import { POLICE_SHARES, type Police } from './police.ts'
import { licenceOf, type Places, type Way } from './ways.ts'

/** The load, the speed and the time that the player plans with. */
export interface Carrier {
  /** What the boot holds, kg. */
  space: number
  /** The whole way, there and back, in km, for a good whose way the map does not show; undefined if the player gave none. */
  km?: number
  /** Average speed, km/h. */
  speed: number
  /** Minutes of a trip besides driving: gathering, processing, loading. */
  stopMinutes?: number
  withIllegal: boolean
  /** Hours of trips in a row; undefined for one trip. */
  hours?: number
  /** Keys of the player's licences; undefined if nobody is signed in. */
  held?: readonly string[]
  /** Leaves out goods with a licence of the same name that the player does not have. */
  onlyHeld?: boolean
}

/** Records besides prices. */
export interface TripRecords {
  places?: Places
  licences: readonly Licence[]
  /** Officers online by server id. A server with an unknown number has no entry. */
  officers?: ReadonlyMap<number, number>
}

/** A trip with one good: its profit and the figures behind it. */
export interface Trip {
  good: Good
  /** The company that sells it, with the price of one piece; undefined for goods that the player gathers or makes. */
  from?: { company: string; price: number; stock: number }
  pieces: number
  /** Weight of one piece, kg. */
  weight: number
  /** The server that pays most, and what it pays for one piece. */
  server: number
  sell: number
  profit: number
  perKg: number
  way: Way
  /** There and back: measured on the map, or as the player entered it; null if neither is known. */
  km: number | null
  perHour: number | null
  exp: number
  /** For an illegal good: the profit at the lowest and at the highest price that the police online can cause. */
  range?: { least: number; most: number }
  /** For an illegal good on a server whose number of officers is known: what makes its price. */
  police?: Police
  /** As many trips as the hours allow, until the company's stock is sold out. Null if the way is unknown, undefined for one trip. */
  evening?: { trips: number; pieces: number; profit: number } | null
  /** The licence with the same name as the good. `held` is undefined if nobody is signed in. */
  licence?: { licence: Licence; held?: boolean }
  /** The time of the price; null if unknown. */
  at: string | null
}

const spaceOf = ({ vehicle }: PlayerVehicle) => vehicle?.space ?? 0
const isForRoads = ({ type }: PlayerVehicle) => Number(type === 'Car')
/** The records do not tell a trailer from a car, so it is told by its name. */
const isTrailer = ({ name, classname }: PlayerVehicle) =>
  Number(/trailer|anh(?:ä|ae)nger/i.test(`${name} ${classname}`))

/**
 * The player's vehicles with a boot, without those that are destroyed or impounded. The likeliest is first: the car with the largest
 * boot. Trailers, which need a car, are last.
 */
export const ownCarriers = (vehicles: readonly PlayerVehicle[]): PlayerVehicle[] =>
  vehicles
    .filter((one) => one.state === 'ok' && !one.destroyed && !one.impounded && spaceOf(one) > 0)
    .sort((a, b) => isTrailer(a) - isTrailer(b) || isForRoads(b) - isForRoads(a) || spaceOf(b) - spaceOf(a))

/** The vehicles with a boot that shops sell, each once, the largest boot first. Vehicles above the player's level are left out. */
export function forSale(vehicles: readonly ShopVehicle[], level = Infinity): ShopVehicle[] {
  const fitting = vehicles.filter((one) => Boolean(one.space) && (one.level ?? 0) <= level)
  return [...new Map(fitting.map((one) => [one.classname, one])).values()].sort(
    (a, b) => (b.space ?? 0) - (a.space ?? 0),
  )
}

/** How many pieces of this weight the boot holds; 0 if the weight is unknown. */
const fitting = (space: number, weight: number | null | undefined): number =>
  weight && weight > 0 && space > 0 ? Math.floor(space / weight) : 0

/** The length of a trip in km and hours. */
function spanOf({ metres }: Way, { km, speed, stopMinutes = 0 }: Carrier): { km: number; hours: number } | null {
  const whole = metres === undefined ? km : (2 * metres) / 1000
  return whole !== undefined && whole > 0 && speed > 0 ? { km: whole, hours: whole / speed + stopMinutes / 60 } : null
}

/**
 * The trips with each good, the best first. Own goods cost nothing; a company's goods cost its price, up to its stock. Goods without a
 * profit or a weight, and goods that do not fit, are left out.
 */
export function tripsOf(
  markets: readonly ServerMarket[],
  shops: readonly CompanyShop[],
  carrier: Carrier,
  { places, licences, officers }: TripRecords = { licences: [] },
): Trip[] {
  const { space, withIllegal, hours, held, onlyHeld } = carrier
  const tripWith = (good: Good, shop?: CompanyShop, from?: Trip['from']): Trip[] => {
    const weight = good.item.virtual?.weight ?? 0
    const fit = fitting(space, weight)
    const pieces = Math.min(fit, from?.stock ?? Infinity)
    const { best: sell, bestServer: server } = good
    const police = good.police.get(server)
    const gain = sell - (from?.price ?? 0)
    const profit = pieces * gain
    if (pieces === 0 || profit <= 0) return []
    const base = police?.base ?? sell
    const at = (share: number) => pieces * (Math.round(base * share) - (from?.price ?? 0))
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
        server,
        sell,
        ...(police && { police }),
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
  return goodsOf(online, officers)
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
