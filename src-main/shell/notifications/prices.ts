import type { ServerMarket } from '../../../src-preload/contract/community/index.ts'
import type { PriceAlert } from '../../../src-preload/contract/settings.ts'

/** An alert whose price is paid or asked somewhere now. */
export interface ReachedAlert {
  alert: PriceAlert
  /** The price that reached it. */
  price: number
}

/** What tells an alert from another. */
export const alertKey = ({ item, when, price }: PriceAlert): string => `${item} ${when} ${price}`

/** The alerts that are reached on a server that is online: the best price for one who sells or who buys. */
export function reachedAlerts(alerts: readonly PriceAlert[], markets: readonly ServerMarket[]): ReachedAlert[] {
  const online = markets.filter((market) => market.online)
  return alerts.flatMap((alert) => {
    const prices = online.flatMap(({ items }) =>
      items.filter(({ item }) => item === alert.item).map(({ price }) => price),
    )
    if (prices.length === 0) return []
    const price = alert.when === 'at-least' ? Math.max(...prices) : Math.min(...prices)
    const isReached = alert.when === 'at-least' ? price >= alert.price : price <= alert.price
    return isReached ? [{ alert, price }] : []
  })
}
