import type { MarketItem, MarketLogEntry, ServerMarket } from '../../src-preload/contract/community/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Tone } from '#shared/ui/icon.ts'
import { pricedBy, type Police } from './police.ts'
import { watched } from './watched.ts'

/** A good with what each server pays for it now. */
export interface Good {
  key: string
  name: string
  illegal: boolean
  /** By server id. A server that does not trade the good has no entry. Where `police` has none, it is the base price. */
  prices: ReadonlyMap<number, number>
  /** What makes the price of an illegal good, by server id. A server whose number of officers is unknown has no entry. */
  police: ReadonlyMap<number, Police>
  /** The server that pays most. */
  bestServer: number
  best: number
  item: MarketItem
}

type Officers = ReadonlyMap<number, number>

const nobody: Officers = new Map()
const made = new WeakMap<readonly ServerMarket[], { officers: Officers; goods: readonly Good[] }>()

/**
 * All goods of all servers in one list, cached for each `markets` with its last `officers` (officers online by server id). Prices of
 * offline servers are listed, but are never the best.
 */
export function goodsOf(markets: readonly ServerMarket[], officers = nobody): readonly Good[] {
  const known = made.get(markets)
  if (known?.officers === officers) return known.goods
  const goods = gather(markets, officers)
  made.set(markets, { officers, goods })
  return goods
}

function gather(markets: readonly ServerMarket[], officers: Officers): Good[] {
  const found = new Map<string, { item: MarketItem; bases: Map<number, number> }>()
  for (const { serverId, items } of markets)
    for (const item of items) {
      const good = found.get(item.item) ?? { item, bases: new Map<number, number>() }
      good.bases.set(serverId, item.price)
      found.set(item.item, good)
    }
  const online = new Set(markets.filter((market) => market.online).map((market) => market.serverId))
  return [...found].map(([key, { item, bases }]) => {
    const { prices, police } = pricedBy(bases, item.illegal ? officers : nobody)
    const [bestServer, best] = [...prices].reduce(
      (most, one) => (rank(one, online) > rank(most, online) ? one : most),
      [...prices][0] ?? [0, 0],
    )
    return { key, name: item.name || key, illegal: item.illegal, prices, police, bestServer, best, item }
  })
}

const rank = ([server, price]: [number, number], online: ReadonlySet<number>) =>
  online.has(server) ? price : price - 1e12

/** The sign before a good's price on a server. The price of an illegal good depends on the police, so it is only approximate. */
export const aboutSign = ({ police }: Good, server: number): string => (police.has(server) ? '≈ ' : '')

/** Past prices, oldest first, with their times in ms. Entries without a time are left out. */
export function historyOf(log: readonly MarketLogEntry[]): { times: number[]; prices: number[] } {
  const points = log
    .flatMap(({ at, price }) => (at === null ? [] : [{ ms: Date.parse(at), price }]))
    .sort((a, b) => a.ms - b.ms)
  return { times: points.map((point) => point.ms), prices: points.map((point) => point.price) }
}

/** The trend from the first to the last price. The arrow and the line beside it must show the same direction. */
export function trendOf(prices: readonly number[]): 'rising' | 'falling' | 'steady' {
  const [last, first] = [prices.at(-1) ?? 0, prices[0] ?? 0]
  return last > first ? 'rising' : last < first ? 'falling' : 'steady'
}

/** The tone for a change of a price; undefined if it did not change. */
export const changeTone = (share: number | undefined): Tone | undefined =>
  share ? (share > 0 ? 'ok' : 'bad') : undefined

const words = (name: string) => (name.split('|')[0] ?? '').trim().split(/\s+/)

/** Short names of the servers by id: their names up to the first bar, without the words with which all of them begin. */
export function serverNames(
  markets: readonly Pick<ServerMarket, 'serverId' | 'serverName'>[],
): ReadonlyMap<number, string> {
  const all = markets.map((market) => words(market.serverName))
  const [first = []] = all
  const same = first.findIndex((word, at) => all.some((name) => name[at] !== word || name.length === at + 1))
  const drop = all.length > 1 ? Math.max(0, same) : 0
  return new Map(markets.map((market, at) => [market.serverId, all[at]?.slice(drop).join(' ') || market.serverName]))
}

/** A server's short name where nothing else says that it is one. */
export const serverLabel = (name: string, t: Translate): string =>
  name.startsWith('#') ? `${t('market.server')} ${name}` : name

const HOUR_MS = 3_600_000

/** How many past prices are requested. */
export const BACKLOG = 720

export const [DAY_H, WEEK_H] = [24, 168]

/** The request for a good's past prices on the server that pays most. */
export const logOf = ({ key, bestServer }: Good) => ({
  endpoint: 'marketLog' as const,
  params: { server_id: bestServer, itemname: key, backlog_count: BACKLOG },
})

/** Past prices with their times in ms, oldest first. */
export interface History {
  times: readonly number[]
  prices: readonly number[]
}

/** The change of a price within the last hours of its log, as a share. Undefined if the log does not reach back that far. */
export function changeOver({ times, prices }: History, hours: number): number | undefined {
  const from = (times.at(-1) ?? 0) - hours * HOUR_MS
  const [was, is] = [prices[times.findLastIndex((ms) => ms <= from)], prices.at(-1)]
  return was === undefined || is === undefined || was === 0 ? undefined : (is - was) / was
}

/** Several histories at the times of all of them. A price holds until the next one; before the first there is none, null. */
export function together(histories: readonly History[]): { times: number[]; values: (number | null)[][] } {
  const times = [...new Set(histories.flatMap((one) => one.times))].sort((a, b) => a - b)
  const values = histories.map((one) => {
    let next = 0
    return times.map((ms) => {
      while ((one.times[next] ?? Infinity) <= ms) next++
      return one.prices[next - 1] ?? null
    })
  })
  return { times, values }
}

/** The best price of a kilogram, because the boot is limited by weight. Null if the weight is unknown. */
export const perKg = ({ best, item }: Good): number | null => (item.virtual?.weight ? best / item.virtual.weight : null)

/** The weight up to which a good counts as light, kg. */
export const LIGHT_KG = 2

/** The filters of the market's list. */
export const goodFilters = {
  all: () => true,
  watched: ({ key }: Good) => watched.has(key),
  legal: ({ illegal }: Good) => !illegal,
  illegal: ({ illegal }: Good) => illegal,
  light: ({ item }: Good) => (item.virtual?.weight ?? Infinity) <= LIGHT_KG,
}
