import { useResource } from '#shared/resource/index.ts'
import { aboutSign, goodsOf, serverNames } from './goods.ts'
import { officersOn } from './police.ts'

/** What the market pays for goods that others sell. Call it while a component is set up. */
export function useBestPrices() {
  const market = useResource(() => ({ endpoint: 'marketAll', params: {} }))
  const online = useResource(() => ({ endpoint: 'servers', params: {} }))
  const goods = $derived(goodsOf(market.value ?? [], officersOn(online.value ?? [])))
  const servers = $derived(serverNames(market.value ?? []))
  return {
    /** False while the market is loaded for the first time. */
    get isKnown() {
      return market.state !== 'loading'
    },
    /** The best price of a good, where it is paid, the sign of a price that is not exact, and if the good is illegal; undefined if no market buys it. */
    of(item: string) {
      const good = goods.find(({ key }) => key === item)
      if (!good) return undefined
      const { best, bestServer, illegal } = good
      return { price: best, server: servers.get(bestServer) ?? '', sign: aboutSign(good, bestServer), illegal }
    },
  }
}
