import type { Snippet } from 'svelte'
import type { Transaction } from '../../src-preload/contract/bank.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Column } from '#shared/table/index.ts'

/** Room for a letter of a date or a title, in `ch`, the width of a digit. */
const LETTER = 0.9

type Cell = Snippet<[row: Transaction]>
interface Words {
  t: Translate
  format: Format
  whoOf: (row: Transaction) => string
}

/** The columns of the bookings' table. Each is wide enough for its longest amount, so that no digit is cut off. */
export function bookingColumns(
  all: readonly Transaction[],
  { t, format, whoOf }: Words,
  cells: { who: Cell; info: Cell; amount: Cell; balance: Cell },
): Column<Transaction>[] {
  const room = (characters: number, share = 1) =>
    `minmax(max(6rem, calc(${characters}ch + 2 * var(--space-4))), ${share}fr)`
  const widthOf = (value: (row: Transaction) => number | undefined) =>
    room(money(-all.reduce((found, row) => Math.max(found, Math.abs(value(row) ?? 0)), 0)).length)
  const money = (value: number | undefined) => (value === undefined ? '–' : format.money(value))
  const [who, reference] = [t('bank.who'), t('bank.info')]
  const date = (row: Transaction) => (row.at === undefined ? row.dateText : format.dayTime(row.at))
  const type = (row: Transaction) => t('bank.type', { type: row.type })
  const info = (row: Transaction) => row.info
  const amount = (row: Transaction) => row.amount
  const balance: Column<Transaction> = {
    key: 'balance',
    title: t('bank.balance'),
    text: (row) => money(row.balance),
    cell: cells.balance,
    align: 'end',
    width: widthOf((row) => row.balance),
    spare: 2,
  }
  return [
    {
      key: 'date',
      title: t('bank.date'),
      text: date,
      sort: (row) => row.at,
      width: room(LETTER * all.reduce((found, row) => Math.max(found, date(row).length), 0) + 1),
    },
    // the amount's sign mostly shows it too
    { key: 'type', title: t('bank.kind'), text: type, sort: type, width: 'minmax(7rem, 1fr)', spare: 1 },
    { key: 'who', title: who, text: whoOf, sort: whoOf, cell: cells.who, width: room(LETTER * who.length) },
    {
      key: 'info',
      title: reference,
      text: info,
      sort: info,
      cell: cells.info,
      width: room(LETTER * reference.length, 2),
      spare: 3,
    },
    {
      key: 'amount',
      title: t('bank.amount'),
      text: (row) => money(row.amount),
      sort: amount,
      cell: cells.amount,
      align: 'end',
      width: widthOf(amount),
    },
    balance,
  ]
}
