import type { Transaction } from '../../src-preload/contract/bank.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Format } from '#shared/format/index.ts'
import type { Language } from '../../src-preload/contract/languages.ts'
import { search } from '#shared/search.ts'
import { parseAmount } from './amount.ts'

export interface Filter {
  /** Words that must all be in a booking. */
  search: string
  /** The direction of the money, or the bank's type of the booking. */
  direction: 'all' | 'in' | 'out' | 'transfer' | 'add' | 'remove'
  /** Local dates `YYYY-MM-DD`, both included; empty: no limit. */
  from: string
  until: string
  /** An account number; empty: all. */
  counterpart: string
  /** Absolute amounts as typed, both included; empty or no amount: no limit. */
  least: string
  most: string
}

export const noFilter: Filter = {
  search: '',
  direction: 'all',
  from: '',
  until: '',
  counterpart: '',
  least: '',
  most: '',
}

export const isFiltered = (filter: Filter): boolean =>
  Object.entries(noFilter).some(([key, open]) => filter[key as keyof Filter] !== open)

/** Periods that can be chosen by name. */
export const periods = ['all', 'this-month', 'last-month', 'this-year'] as const
export type Period = (typeof periods)[number]

export function daysOf(period: Period, now: Date): Pick<Filter, 'from' | 'until'> {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  const day = (...given: [year: number, month: number, day: number]) => dayAt(new Date(...given))
  if (period === 'this-month') return { from: day(year, month, 1), until: day(year, month + 1, 0) }
  if (period === 'last-month') return { from: day(year, month - 1, 1), until: day(year, month, 0) }
  return period === 'this-year' ? { from: day(year, 0, 1), until: day(year, 11, 31) } : { from: '', until: '' }
}

const startOf = (date: string, daysLater = 0): number | undefined => {
  const [year, month, day] = date.split('-').map(Number)
  return year && month && day ? new Date(year, month - 1, day + daysLater).getTime() : undefined
}

const fold = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')

/** The text that a search looks in: the bank's own values and the shown ones. It is made once for each booking. */
export function searchWords(format: Format): (row: Transaction) => string {
  const made = new WeakMap<Transaction, string>()
  const money = (amount: number) => `${amount > 0 ? '+' : ''}${format.money(amount)} ${amount}`
  const put = (row: Transaction) => {
    const { info, counterpart, counterpartName, initiator, amount, at, dateText, id } = row
    const shown = `${amount === undefined ? '' : money(amount)} ${at === undefined ? '' : `${format.dayTime(at)} ${format.dateTime(at)}`}`
    // the shown text is also there with a hyphen, which players type as the minus
    const said = `${info} ${counterpart} ${counterpartName} ${initiator} ${id} ${dateText}`
    return fold(`${said} ${shown} ${shown.replace('−', '-')}`)
  }
  return (row) => {
    const words = made.get(row) ?? put(row)
    made.set(row, words)
    return words
  }
}

function fitsDirection({ amount = 0, type }: Transaction, direction: Filter['direction']): boolean {
  if (direction === 'in') return amount > 0
  if (direction === 'out') return amount < 0
  return direction === 'all' || type === direction
}

/**
 * The matching bookings, in their order: those that contain the whole search text, or else those with all its words.
 * `language`: the language of the typed amounts.
 */
export function filterRows(
  rows: readonly Transaction[],
  filter: Filter,
  { language, words }: { language: Language; words: (row: Transaction) => string },
): readonly Transaction[] {
  const from = startOf(filter.from) ?? -Infinity
  const until = startOf(filter.until, 1) ?? Infinity
  const open = from === -Infinity && until === Infinity
  const least = parseAmount(filter.least, language)
  const most = parseAmount(filter.most, language)
  const fitting = rows.filter((row) => {
    if (!fitsDirection(row, filter.direction)) return false
    if (filter.counterpart && row.counterpart !== filter.counterpart) return false
    const size = Math.abs(row.amount ?? NaN)
    if (least !== undefined && !(size >= least)) return false
    if (most !== undefined && !(size <= most)) return false
    return open || (row.at !== undefined && row.at >= from && row.at < until)
  })
  const query = fold(filter.search.trim())
  const whole = query.includes(' ') ? fitting.filter((row) => words(row).includes(query)) : []
  return whole.length > 0 ? whole : search(fitting, query, words)
}
