import { SvelteMap } from 'svelte/reactivity'
import type { MarketLogEntry, ReadEndpoint } from '../../src-preload/contract/community/index.ts'
import { useMain } from '#shared/bridge/index.ts'
import { changeOver, DAY_H, historyOf, logOf, WEEK_H, type Good } from './goods.ts'

export type Span = 'day' | 'week'
const hours: Record<Span, number> = { day: DAY_H, week: WEEK_H }

type Changes = Partial<Record<Span, number>>
/** Most logs that are loaded at the same time. */
const AT_ONCE = 4

/** The recent changes of prices, from the logs that have arrived so far. Call it while a component is set up. */
export function useChanges() {
  const read = useMain().community.read as ReadEndpoint
  const known = new SvelteMap<string, Changes>()
  /**
   * The changes by which goods are sorted. They are updated when all logs are there, because rows that move one by one are hard to read.
   */
  let settled = $state.raw<Readonly<Record<string, Changes>>>({})
  let control: AbortController | undefined
  $effect(() => () => control?.abort())

  function note({ key }: Good, log: readonly MarketLogEntry[]): void {
    const history = historyOf(log)
    known.set(key, { day: changeOver(history, hours.day), week: changeOver(history, hours.week) })
  }

  /** Loads the logs of all goods. A good without a log is sorted last. */
  async function settle(goods: readonly Good[]): Promise<void> {
    control?.abort()
    const { signal } = (control = new AbortController())
    const waiting = [...goods]
    const next = async (): Promise<void> => {
      const good = waiting.shift()
      if (!good || signal.aborted) return
      const reading = await read(logOf(good), { signal }).catch(() => undefined)
      if (reading?.value && !signal.aborted) note(good, reading.value)
      return next()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    if (!signal.aborted) settled = Object.fromEntries(known)
  }

  return {
    note,
    settle,
    of: ({ key }: Good, span: Span): number | undefined => known.get(key)?.[span],
    order: ({ key }: Good, span: Span): number | null => settled[key]?.[span] ?? null,
  }
}

export type PriceChanges = ReturnType<typeof useChanges>
