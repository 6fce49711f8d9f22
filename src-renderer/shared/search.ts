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
  /** One of the app's own pages. */
  isPage?: true
  run: () => void
}

/** A text without capitals and without marks on its letters: `Häuser` is found by `hauser`. */
const bare = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

const SEPARATOR = /[\s[\]()|#·:,/-]+/

const partsOf = (text: string) => text.split(SEPARATOR)

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
  const all = partsOf(bare(`${title} ${kind} ${also}`))
  if (beginIn(all)) return words.every((word) => all.includes(word)) ? 2.5 : 2 // a whole word is meant before a beginning
  return words.every((word) => text.includes(word)) ? 1 : 0
}

/** A piece of a title, and whether the query names it. */
interface Piece {
  text: string
  isNamed: boolean
}

/** A title in pieces: each word of the query is named where a word begins with it, or else at its first place. */
export function piecesOf(title: string, query: string): Piece[] {
  const letters = [...title]
  const places = letters.flatMap((letter, at) =>
    bare(letter)
      .split('')
      .map(() => at),
  )
  const plain = letters.map(bare).join('')
  const named = new Set<number>()
  for (const word of bare(query.trim()).split(/\s+/).filter(Boolean)) {
    const starts = places.flatMap((_, at) => (plain.startsWith(word, at) ? [at] : []))
    const start = starts.find((at) => at === 0 || SEPARATOR.test(plain[at - 1] ?? '')) ?? starts[0]
    if (start !== undefined) for (const at of places.slice(start, start + word.length)) named.add(at)
  }
  const pieces: Piece[] = []
  for (const [at, text] of letters.entries()) {
    const last = pieces.at(-1)
    if (last?.isNamed === named.has(at)) last.text += text
    else pieces.push({ text, isNamed: named.has(at) })
  }
  return pieces
}

/** So many pages come before other entries. */
const MOST_PAGES = 3

/** The best entries, best first, and pages beyond the first few last. Equal ones keep their order. An empty query gives the first ones. */
export function rank(entries: readonly SearchEntry[], query: string, most: number): readonly SearchEntry[] {
  const wanted = bare(query.trim())
  if (!wanted) return entries.slice(0, most)
  const found = entries
    .map((entry) => ({ entry, fit: fitOf(entry, wanted) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ entry }) => entry)
  const late = new Set(found.filter(({ isPage }) => isPage).slice(MOST_PAGES))
  return [...found.filter((entry) => !late.has(entry)), ...late].slice(0, most)
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
