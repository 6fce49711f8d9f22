import type { Snippet } from 'svelte'
import type { Tone } from '../ui/icon.ts'
import { asCell } from '../../../src-preload/contract/spreadsheet.ts'

export type SortValue = string | number | null | undefined

/** One column of a table of `R`. */
export interface Column<R> {
  key: string
  title: string
  /** The head's tooltip, if the title does not say all. */
  hint?: string
  /** The value for sorting. Without it the player cannot sort by this column. */
  sort?: (row: R) => SortValue
  /** The cell's text if there is no `cell`, and the copied text. */
  text: (row: R) => string
  /** Draws the cell. Keep it light, because every visible row has one. */
  cell?: Snippet<[row: R]>
  align?: 'start' | 'end'
  /** The colour of the text if there is no `cell`. */
  tone?: (row: R) => Tone | undefined
  /** Makes the text stand out, for example as the best of its row. */
  mark?: (row: R) => boolean
  /** A card shows this column below its picture, or in a second line there. */
  card?: boolean | 'below'
  /** The text on a card, if it differs, because no title stands above it there. */
  cardText?: (row: R) => string | undefined
  /** A CSS grid track such as `minmax(12rem, 2fr)`. */
  width?: string
  /** Its values come after the rows, so it stays while no row has one. */
  late?: boolean
  /** A table without room for all columns leaves this one out; the lowest number first. */
  spare?: number
}

/** What a card shows of a row in a line below its picture. Empty texts are left out. */
export const cardFacts = <R>(columns: readonly Column<R>[], where: Column<R>['card'], row: R) =>
  columns
    .filter(({ card }) => card === where)
    .map(({ key, cell, text, tone, cardText }) => ({
      key,
      cell,
      tone: tone?.(row),
      fact: cardText?.(row) ?? text(row),
    }))
    .filter(({ cell, fact }) => cell || fact)

/** Without the columns in which no row has a value. Those in `known` had one, so a search takes none of them away. */
export const withValues = <R>(
  { columns, rows }: { columns: readonly Column<R>[]; rows: readonly R[] },
  known: Record<string, true>,
) =>
  columns.filter((column) => {
    if (!column.sort || column.late || rows.length === 0 || known[column.key]) return true
    return rows.some((row) => !['', '–'].includes(column.text(row))) && (known[column.key] = true)
  })

export interface Sorting {
  key: string
  descending: boolean
}

const empty = (value: SortValue) => value === null || value === undefined || value === ''

const collators = new Map<string, Intl.Collator>()

/** The language's sort order, with numbers by value. Each language has one instance, which `sortRows` compares. */
export function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}

interface Sorted {
  collator: Intl.Collator
  values: readonly SortValue[]
  rows: readonly unknown[]
}

/** The last sorted rows of each list, so that a screen need not sort again when it is opened again. */
const lastOrder = new WeakMap<readonly unknown[], Map<string, Sorted>>()

/** The sorted rows. Rows without a value are always last. Equal rows keep their order. */
export function sortRows<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  by: Sorting | undefined,
  collator: Intl.Collator,
): readonly R[] {
  const valueOf = columns.find((column) => column.key === by?.key)?.sort
  if (!by || !valueOf) return rows
  const name = `${by.key} ${by.descending}`
  const orders = lastOrder.get(rows) ?? new Map<string, Sorted>()
  const values = rows.map(valueOf)
  const last = orders.get(name)
  if (last?.collator === collator && values.every((value, at) => value === last.values[at]))
    return last.rows as readonly R[]
  const sorted = inOrder(rows, values, by.descending ? -1 : 1, collator)
  lastOrder.set(rows, orders.set(name, { collator, values, rows: sorted }))
  return sorted
}

const inOrder = <R>(
  rows: readonly R[],
  values: readonly SortValue[],
  sign: number,
  collator: Intl.Collator,
): readonly R[] =>
  rows
    .map((row, at) => ({ row, value: values[at] }))
    .sort((a, b) => {
      if (empty(a.value) || empty(b.value)) return Number(empty(a.value)) - Number(empty(b.value))
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value)
      return sign * collator.compare(String(a.value), String(b.value))
    })
    .map(({ row }) => row)

/** A number with its sign, which is no formula. */
const NUMBER = /^[+-][\d.,\s]+$/

function copiedCell(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  if (line.startsWith('"')) return `"${line.replaceAll('"', '""')}"` // a spreadsheet takes the outer ones away, and what is inside may be a formula
  return NUMBER.test(line) ? line : asCell(line)
}

/** Rows as tab-separated lines with a header, for a spreadsheet. */
export const asLines = <R>(rows: readonly R[], columns: readonly Column<R>[]): string =>
  [columns.map((column) => column.title), ...rows.map((row) => columns.map((column) => copiedCell(column.text(row))))]
    .map((cells) => cells.join('\t'))
    .join('\n')

/** A column of text. */
export const textColumn = <R>(key: string, title: string, of: (row: R) => string, width?: string): Column<R> => ({
  key,
  title,
  width,
  sort: of,
  text: of,
})

/** A right-aligned column of numbers. A row without one shows a dash and comes last. */
export const numberColumn = <R>(
  key: string,
  title: string,
  of: (row: R) => number | null,
  show: (value: number) => string,
  width = 'minmax(5.5rem, 8rem)',
): Column<R> => ({
  key,
  title,
  width,
  align: 'end',
  sort: of,
  text: (row) => {
    const value = of(row)
    return value === null ? '–' : show(value)
  },
})

/** A column of prices. A price of 0 comes last, because it would look like the cheapest offer. */
export const priceColumn = <R>(
  key: string,
  title: string,
  of: (row: R) => number | null,
  show: (value: number) => string,
  width?: string,
): Column<R> => ({ ...numberColumn(key, title, of, show, width), sort: (row) => of(row) || null })
