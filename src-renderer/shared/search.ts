import type { Icon } from './ui/icon.ts'

/** Something that the player can search for, and what happens when it is chosen. */
export interface SearchEntry {
  key: string
  title: string
  /** What it is: `Server`, `Vehicle`. */
  kind: string
  /** Shown beside the title, such as a price. */
  detail?: string
  /** More words that find the entry and are not shown. */
  also?: string
  icon: Icon
  /** Entries of one group, of which only the best few are found. */
  group?: string
  /** Bank data: shown only while the bank is unlocked. */
  isMoney?: true
  run: () => void
}

/** A text without capitals and without marks on its letters: `Häuser` is found by `hauser`. */
const bare = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

const partsOf = (text: string) => text.split(/[\s[\]()|#·:,/-]+/)

/** A clan's tag before a player's name, `[C2] `. It is among the parts, but a name does not begin with it. */
const TAG = /^\[[^\]]*\]\s*/

/** How well an entry matches, higher is better; 0 if it does not. `query` is bare and not empty. */
function fitOf({ title, kind, also = '' }: SearchEntry, query: string): number {
  const text = bare(title).replace(TAG, '')
  if (text === query) return 5
  if (text.startsWith(query)) return 4
  const words = query.split(/\s+/)
  const beginIn = (parts: readonly string[]) => words.every((word) => parts.some((part) => part.startsWith(word)))
  if (beginIn(partsOf(text))) return 3
  if (beginIn(partsOf(bare(`${title} ${kind} ${also}`)))) return 2
  return words.every((word) => text.includes(word)) ? 1 : 0
}

const OF_A_GROUP = 3

/** Leaves out what is too much of one group, so that other entries stay in sight. */
function fewOfEach(entries: readonly SearchEntry[]): readonly SearchEntry[] {
  const counts = new Map<string, number>()
  return entries.filter(({ group }) => {
    if (group === undefined) return true
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= OF_A_GROUP
  })
}

/** The best entries, best first. Equal ones keep their order. An empty query gives the first ones. */
export function rank(entries: readonly SearchEntry[], query: string, most: number): readonly SearchEntry[] {
  const wanted = bare(query.trim())
  if (!wanted) return entries.slice(0, most)
  const found = entries
    .map((entry) => ({ entry, fit: fitOf(entry, wanted) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ entry }) => entry)
  return fewOfEach(found).slice(0, most)
}

/** The rows whose text contains each word of the query, in upper or lower case. An empty query gives `rows` itself. */
export function search<R>(rows: readonly R[], query: string, textOf: (row: R) => string): readonly R[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
