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
  /** Bank data: shown only while the bank is unlocked. */
  isMoney?: true
  run: () => void
}

/** How well a title matches, higher is better; 0 if it does not. `query` is lower case and not empty. */
function fitOf(title: string, query: string): number {
  const text = title.toLowerCase()
  if (text === query) return 5
  if (text.startsWith(query)) return 4
  const words = query.split(/\s+/)
  if (!words.every((word) => text.includes(word))) return 0
  return words.every((word) => text.split(/[\s[\]()|#-]+/).some((part) => part.startsWith(word))) ? 3 : 2
}

/** The best entries, best first. Equal ones keep their order. An empty query gives the first ones. */
export function rank(entries: readonly SearchEntry[], query: string, most: number): readonly SearchEntry[] {
  const wanted = query.trim().toLowerCase()
  if (!wanted) return entries.slice(0, most)
  return entries
    .map((entry) => ({ entry, fit: fitOf(entry.title, wanted) || Math.min(1, fitOf(entry.also ?? '', wanted)) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most)
    .map(({ entry }) => entry)
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
