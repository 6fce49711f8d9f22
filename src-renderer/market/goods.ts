import type { MarketItem, MarketLogEntry, ServerMarket } from '../../src-preload/contract/community/index.ts'

/** One good with its price on each server. */
export interface Good {
  key: string
  name: string
  illegal: boolean
  /** By server id; a server that does not trade it is absent. */
  prices: ReadonlyMap<number, number>
  /** The server that pays most. */
  bestServer: number
  best: number
  item: MarketItem
}

/** All goods of all servers as one list. Prices of servers that are offline are shown, but are never the best. */
export function goodsOf(markets: readonly ServerMarket[]): Good[] {
  const found = new Map<string, { item: MarketItem; prices: Map<number, number> }>()
  for (const { serverId, items } of markets)
    for (const item of items) {
      const good = found.get(item.item) ?? { item, prices: new Map<number, number>() }
      good.prices.set(serverId, item.price)
      found.set(item.item, good)
    }
  const online = new Set(markets.filter((market) => market.online).map((market) => market.serverId))
  return [...found].map(([key, { item, prices }]) => {
    const [bestServer, best] = [...prices].reduce(
      (most, one) => (rank(one, online) > rank(most, online) ? one : most),
      [...prices][0] ?? [0, 0],
    )
    return { key, name: item.name || key, illegal: item.illegal, prices, bestServer, best, item }
  })
}

const rank = ([server, price]: [number, number], online: ReadonlySet<number>) =>
  online.has(server) ? price : price - 1e12

/** Past prices oldest first, with their moments in ms; entries without a moment are left out. */
export function historyOf(log: readonly MarketLogEntry[]): { times: number[]; prices: number[] } {
  const points = log
    .flatMap(({ at, price }) => (at === null ? [] : [{ ms: Date.parse(at), price }]))
    .sort((a, b) => a.ms - b.ms)
  return { times: points.map((point) => point.ms), prices: points.map((point) => point.price) }
}

/** Where a price went between its last two values. */
export function trendOf(prices: readonly number[]): 'rising' | 'falling' | 'steady' {
  const [last, before] = [prices.at(-1) ?? 0, prices.at(-2) ?? prices.at(-1) ?? 0]
  return last > before ? 'rising' : last < before ? 'falling' : 'steady'
}

/** A server's name as short as a column's head allows: what stands before the first bar. */
export const shortName = (name: string): string => name.split('|')[0]?.trim() || name
