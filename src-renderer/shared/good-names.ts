import type { ServerMarket } from '../../src-preload/contract/community/index.ts'
import { useResource } from './resource/index.ts'

/** A good's key, and its name in the game's language. */
export interface Named {
  key: string
  name: string
}

/** `EisenStahl`, `potato_field_1` as words between blanks. */
export const wordsOf = (text: string): string =>
  ` ${text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `

/** What a good is called in words; raw and processed goods share a key. */
export const namesOf = ({ key, name }: Named): string[] =>
  [key.replace(/_[ur]$/i, ''), name].map(wordsOf).filter((words) => words.trim() !== '')

/** True where a text has one of the names in it, word by word. */
export const isNamed = (words: string, names: readonly string[]): boolean => names.some((name) => words.includes(name))

/** How a text of the community is read for goods. */
export interface GoodWords {
  /** A good's name by its key. */
  of: (item: string) => string
  /** The names of all goods that a place's key tells of: `amber_trader_2` takes both kinds of amber. */
  within: (key: string) => string
}

/** What the market calls its goods, by their keys. For a component's top; the market is asked once `needed` says so. */
export function useGoodNames(needed = () => true) {
  const market = useResource(() => (needed() ? { endpoint: 'marketAll', params: {} } : undefined))
  const goods = (): Named[] =>
    (market.value ?? []).flatMap(({ items }: ServerMarket) => items).map(({ item, name }) => ({ key: item, name }))
  const known = (item: string): string | undefined => goods().find(({ key }) => key === item)?.name
  const of = (item: string): string => known(item) ?? item.replaceAll('_', ' ')
  /** The good that a place's key tells of first. */
  const ofClass = (classname: string): Named | undefined =>
    goods().find(({ key }) => isNamed(wordsOf(classname), namesOf({ key, name: '' })))
  return { known, of, ofClass, within: remembered(() => market.value, goods) }
}

export type GoodNames = ReturnType<typeof useGoodNames>

/** Each key is read once, until other goods are told. */
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
