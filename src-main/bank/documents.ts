import type { CsvRequest, ReceiptText, Transaction } from '../../src-preload/contract/bank.ts'
import { asCell } from '../../src-preload/contract/spreadsheet.ts'
import { escapeHtml } from '../lib/index.ts'

/** One cell. Text is quoted. Numbers stay numbers. */
export function csvCell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  return `"${asCell(value).replace(/"/g, '""')}"`
}

/** Formats ISO dates to the minute in a zone; every spreadsheet reads them. */
function localMinutes(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => format.format(at)
}

/** The separator and the words of the player's language. */
export type CsvForm = Pick<CsvRequest, 'separator' | 'kinds'>

const csvLine = (cells: readonly (string | number | undefined)[], separator: CsvRequest['separator']): string =>
  `${cells.map(csvCell).join(separator)}\r\n`

/** An account's bookings as the lines of a CSV file (RFC 4180). */
export function csvLines(
  iban: string,
  rows: readonly Transaction[],
  { separator, kinds, timeZone }: CsvForm & { timeZone: string },
): string {
  const local = localMinutes(timeZone)
  const words = new Map<string, string>(Object.entries(kinds))
  return rows
    .map((row) =>
      csvLine(
        [
          iban,
          row.at === undefined ? row.dateText : local(row.at),
          words.get(row.type) ?? row.type,
          row.amount,
          row.counterpart,
          row.counterpartName,
          row.initiator,
          row.info,
          row.balance,
        ],
        separator,
      ),
    )
    .join('')
}

/** The whole file: titles and the lines of each account, in UTF-8 with a byte order mark, which spreadsheets need. */
export function csvFile(
  lines: readonly string[],
  { titles, separator }: Pick<CsvRequest, 'titles' | 'separator'>,
  timeZone: string,
): string {
  const [account = '', date = '', ...others] = titles
  return `\uFEFF${csvLine([account, `${date} (${timeZone})`, ...others], separator)}${lines.join('')}`
}

/** A receipt as a page to print: no script, no picture, every word escaped. */
export function receiptHtml({ title, rows, note }: ReceiptText): string {
  const lines = rows
    .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join('')
  return `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>
body { font: 12pt/1.5 system-ui, sans-serif; color: #111; margin: 24mm 20mm }
h1 { font-size: 18pt; margin: 0 0 8mm }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: 2.5mm 0; border-bottom: 0.3mm solid #ddd; overflow-wrap: anywhere }
th { width: 45mm; color: #555; font-weight: 500 }
p { margin-top: 8mm; color: #555; font-size: 10pt }
</style></head><body><h1>${escapeHtml(title)}</h1><table>${lines}</table><p>${escapeHtml(note)}</p></body></html>`
}
