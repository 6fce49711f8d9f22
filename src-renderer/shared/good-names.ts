import type { ServerMarket } from '../../src-preload/contract/community/index.ts'
import { useResource } from './resource/index.ts'

/** What the market calls its goods, by their keys. For a component's top; the market is asked once `needed` says so. */
export function useGoodNames(needed = () => true) {
  const market = useResource(() => (needed() ? { endpoint: 'marketAll', params: {} } : undefined))
  const known = (item: string): string | undefined =>
    (market.value ?? []).flatMap(({ items }: ServerMarket) => items).find((good) => good.item === item)?.name
  return { known, of: (item: string): string => known(item) ?? item.replaceAll('_', ' ') }
}
