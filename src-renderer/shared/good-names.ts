import type { ServerMarket } from '../../src-preload/contract/community/index.ts'
import { useResource } from './resource/index.ts'

/** A good's key, and its name in the community's language. */
export interface Named {
  key: string
  name: string
}

/** `EisenStahl` or `potato_field_1` as lower-case words, with a space before and after each. */
export const wordsOf = (text: string): string =>
  ` ${text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

/** A good's names as words: its key and its name. The keys of raw and processed goods differ only in their ending. */
export const namesOf = ({ key, name }: Named): string[] =>
  [key.replace(/_[ur]$/i, ''), name].map(wordsOf).filter((words) => words.trim() !== '')

/** True if a text contains one of the names as whole words. */
export const isNamed = (words: string, names: readonly string[]): boolean => names.some((name) => words.includes(name))

/** Finds goods in texts of the community. */
export interface GoodWords {
  /** A good's name by its key. */
  of: (item: string) => string
  /** The names of all goods in a place's key: `amber_trader_2` has both kinds of amber. */
  within: (key: string) => string
}

/** At a component's top: the market's names of goods, by key. The market is requested when `needed` returns true. */
export function useGoodNames(needed = () => true) {
  const market = useResource(() => (needed() ? { endpoint: 'marketAll', params: {} } : undefined))
  const goods = (): Named[] =>
    (market.value ?? []).flatMap(({ items }: ServerMarket) => items).map(({ item, name }) => ({ key: item, name }))
  const known = (item: string): string | undefined => goods().find(({ key }) => key === item)?.name
  const of = (item: string): string => known(item) ?? item.replaceAll('_', ' ')
  /** The first good in a place's key. */
  const ofClass = (classname: string): Named | undefined =>
    goods().find(({ key }) => isNamed(wordsOf(classname), namesOf({ key, name: '' })))
  return { known, of, ofClass, within: remembered(() => market.value, goods) }
}

export type GoodNames = ReturnType<typeof useGoodNames>

/** Caches each key's goods until the market's value changes. */
function remembered(version: () => unknown, goods: () => readonly Named[]): GoodWords['within'] {
  let of: unknown
  let keyed: { name: string; names: string[] }[] = []
  const read = new Map<string, string>()
  return (key) => {
    if (of !== version()) {
      of = version()
      keyed = goods().map(({ key, name }) => ({ name, names: namesOf({ key, name: '' }) }))
      read.clear()
    }
    const words = wordsOf(key)
    const found = read.get(key) ?? keyed.flatMap(({ name, names }) => (isNamed(words, names) ? name : [])).join(' ')
    read.set(key, found)
    return found
  }
}
