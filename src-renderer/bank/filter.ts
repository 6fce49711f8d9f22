import type { Transaction } from '../../src-preload/contract/bank.ts'
import { search } from '#shared/search.ts'

export interface Filter {
  /** Words that must all stand somewhere in a booking. */
  search: string
  /** Which way the money went, or the bank's own word for the booking. */
  direction: 'all' | 'in' | 'out' | 'transfer' | 'add' | 'remove'
  /** Local dates `YYYY-MM-DD`, both included; empty: open. */
  from: string
  until: string
  /** An account number; empty: all. */
  counterpart: string
}

export const noFilter: Filter = { search: '', direction: 'all', from: '', until: '', counterpart: '' }

const startOf = (date: string, daysLater = 0): number | undefined => {
  const [year, month, day] = date.split('-').map(Number)
  return year && month && day ? new Date(year, month - 1, day + daysLater).getTime() : undefined
}

const wordsOf = (row: Transaction) =>
  `${row.info} ${row.counterpart} ${row.counterpartName} ${row.initiator} ${row.amount ?? ''} ${row.dateText}`

function fitsDirection({ amount = 0, type }: Transaction, direction: Filter['direction']): boolean {
  if (direction === 'in') return amount > 0
  if (direction === 'out') return amount < 0
  return direction === 'all' || type === direction
}

/** The bookings that fit, in their order. */
export function filterRows(rows: readonly Transaction[], filter: Filter): readonly Transaction[] {
  const from = startOf(filter.from) ?? -Infinity
  const until = startOf(filter.until, 1) ?? Infinity
  const open = from === -Infinity && until === Infinity
  const fitting = rows.filter((row) => {
    if (!fitsDirection(row, filter.direction)) return false
    if (filter.counterpart && row.counterpart !== filter.counterpart) return false
    return open || (row.at !== undefined && row.at >= from && row.at < until)
  })
  return search(fitting, filter.search, wordsOf)
}
