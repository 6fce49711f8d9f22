import type { Transaction } from '../../src-preload/contract/bank.ts'

/** What a spreadsheet would take for a formula at the start of a cell. */
const FORMULA = /^[\s]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** One cell: quoted, and text that looks like a formula is kept text by an apostrophe. Numbers stay numbers. */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return `"${safe.replace(/"/g, '""')}"`
}

/** Local ISO minutes in a zone, which every spreadsheet reads. */
function localMinutes(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => format.format(at)
}

/** Bookings as a CSV file (RFC 4180, UTF-8 with a mark so that spreadsheets see it). */
export function bookingsCsv(rows: readonly Transaction[], titles: readonly string[], timeZone: string): string {
  const local = localMinutes(timeZone)
  const lines = rows.map((row) =>
    [
      row.at === undefined ? row.dateText : local(row.at),
      row.type,
      row.amount,
      row.counterpart,
      row.counterpartName,
      row.initiator,
      row.info,
      row.balance,
    ]
      .map(csvCell)
      .join(','),
  )
  return `\uFEFF${[titles.map(csvCell).join(','), ...lines].join('\r\n')}\r\n`
}
