import type { Series } from '#shared/chart/index.ts'
import { useResource } from '#shared/resource/index.ts'
import { BACKLOG, historyOf, together, type Good } from './goods.ts'

/** Most goods to compare with: a chart has five colours. */
const MOST = 4
const COLORS = [1, 2, 3, 4, 5] as const

/** The past prices of a good on a server, together with those of other goods. Call it while a component is set up. */
export function useComparison(good: () => Good, server: () => string, nameOf: (key: string) => string) {
  let others = $state.raw<readonly string[]>([])
  const ask = (itemname: string) => ({
    endpoint: 'marketLog' as const,
    params: { server_id: Number(server()), itemname, backlog_count: BACKLOG },
  })
  const log = useResource(() => ask(good().key))
  const logs = Array.from({ length: MOST }, (_, at) =>
    useResource(() => (others[at] === undefined ? undefined : ask(others[at]))),
  )
  const whole = $derived(historyOf(log.value ?? []))
  const drawn = $derived(together([whole, ...others.map((_, at) => historyOf(logs[at]?.value ?? []))]))
  const keys = $derived([good().key, ...others])
  const series = $derived<Series[]>(
    keys.map((key, at) => ({ label: nameOf(key), values: drawn.values[at] ?? [], color: COLORS[at] ?? 1 })),
  )
  return {
    log,
    get whole() {
      return whole
    },
    get times() {
      return drawn.times
    },
    get series() {
      return series
    },
    /** Keys of the goods to compare with. */
    get others() {
      return others
    },
    get isFull() {
      return others.length >= MOST
    },
    add: (key: string) => void (key !== '' && (others = [...others, key])),
    remove: (key: string) => void (others = others.filter((one) => one !== key)),
  }
}
