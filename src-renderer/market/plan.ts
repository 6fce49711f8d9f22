import type { CompanyShop, PlayerVehicle, ServerMarket } from '../../src-preload/contract/community/index.ts'
import { goodsOf, POLICE_SHARES, type Good } from './goods.ts'

/** What the player drives with, and what they may carry. */
export interface Carrier {
  /** What the boot holds, kg. */
  space: number
  /** The whole way, there and back, in km; absent where it is not known. */
  km?: number
  /** km/h on the way. */
  speed: number
  withIllegal: boolean
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
  perHour: number | null
  exp: number
  /** Of an illegal good: what the trip brings with the least and the most that police online make of the price. */
  range?: { least: number; most: number }
  /** When the price was told; null where nobody says. */
  at: string | null
}

/** True for a vehicle that is at hand and has a boot. */
export const canCarry = ({ state, destroyed, impounded, vehicle }: PlayerVehicle): boolean =>
  state === 'ok' && !destroyed && !impounded && Boolean(vehicle?.space)

/** How many pieces of a weight the boot holds; what has no weight fills none. */
const fitting = (space: number, weight: number | null | undefined): number =>
  weight && weight > 0 && space > 0 ? Math.floor(space / weight) : 0

/**
 * What one trip with each good brings, the best first: gathered goods cost nothing, those of a company its price, as many as it has. What
 * brings no profit, has no weight or does not fit is left out.
 */
export function tripsOf(
  markets: readonly ServerMarket[],
  shops: readonly CompanyShop[],
  { space, km, speed, withIllegal }: Carrier,
): Trip[] {
  const hours = km !== undefined && km > 0 && speed > 0 ? km / speed : undefined
  const tripWith = (good: Good, from?: Trip['from']): Trip[] => {
    const weight = good.item.virtual?.weight ?? 0
    const fit = fitting(space, weight)
    const pieces = from ? Math.min(fit, from.stock) : fit
    const cost = from?.price ?? 0
    const profit = pieces * (good.best - cost)
    if (pieces === 0 || profit <= 0) return []
    const at = (share: number) => pieces * (Math.round(good.best * share) - cost)
    return [
      {
        good,
        ...(from && { from }),
        pieces,
        weight,
        sell: good.best,
        profit,
        perKg: profit / (pieces * weight),
        perHour: hours === undefined ? null : profit / hours,
        exp: pieces * (good.item.virtual?.exp ?? 0),
        ...(good.illegal && { range: { least: at(POLICE_SHARES.least), most: at(POLICE_SHARES.most) } }),
        at: good.item.updatedAt,
      },
    ]
  }
  const online = markets.filter((market) => market.online)
  return goodsOf(online)
    .filter(({ illegal }) => withIllegal || !illegal)
    .flatMap((good) => [
      ...tripWith(good),
      ...shops.flatMap(({ company, goods }) =>
        goods
          .filter(({ item, amount }) => item === good.key && amount > 0)
          .flatMap(({ price, amount }) => tripWith(good, { company: company.name, price, stock: amount })),
      ),
    ])
    .sort((a, b) => b.profit - a.profit)
}
