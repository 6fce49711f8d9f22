import { SvelteMap } from 'svelte/reactivity'
import type { MarketLogEntry, ReadEndpoint } from '../../src-preload/contract/community/index.ts'
import { useMain } from '#shared/bridge/index.ts'
import { changeOver, DAY_H, historyOf, logOf, WEEK_H, type Good } from './goods.ts'

export type Span = 'day' | 'week'
const hours: Record<Span, number> = { day: DAY_H, week: WEEK_H }

type Changes = Partial<Record<Span, number>>
/** Logs that are asked for at a time. */
const AT_ONCE = 4

/** By how much prices changed lately, out of the logs that came so far. For a component's top. */
export function useChanges() {
  const read = useMain().community.read as ReadEndpoint
  const known = new SvelteMap<string, Changes>()
  /** What the goods are sorted by: it changes once all logs are there, since rows that move one by one cannot be read. */
  let settled = $state.raw<Readonly<Record<string, Changes>>>({})
  let control: AbortController | undefined
  $effect(() => () => control?.abort())

  function note({ key }: Good, log: readonly MarketLogEntry[]): void {
    const history = historyOf(log)
    known.set(key, { day: changeOver(history, hours.day), week: changeOver(history, hours.week) })
  }

  /** Asks for the logs of all goods; one that does not come leaves its good at the end. */
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
