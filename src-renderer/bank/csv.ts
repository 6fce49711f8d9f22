import type { CsvRequest } from '../../src-preload/contract/bank.ts'
import { dayAt } from '#shared/format/day.ts'
import { decimalMark } from '#shared/format/format.ts'
import type { I18n } from '#shared/i18n/index.ts'

const columns = [
  'bank.account',
  'bank.date',
  'bank.kind',
  'bank.amount',
  'bank.counterpart',
  'bank.name',
  'bank.by',
  'bank.info',
  'bank.balance',
] as const

/** The request for a file of bookings for spreadsheets. Its name contains the day, never an account. */
export const csvRequest = (
  { t, language }: I18n,
  accounts: CsvRequest['accounts'],
  period = dayAt(new Date()),
): CsvRequest => ({
  name: `${t('bank.bookings')} ${period}`,
  accounts,
  titles: columns.map((key) => t(key)),
  kinds: {
    transfer: t('bank.type', { type: 'transfer' }),
    add: t('bank.type', { type: 'add' }),
    remove: t('bank.type', { type: 'remove' }),
  },
  // The cell separator that spreadsheets expect in this language.
  separator: decimalMark(language) === ',' ? ';' : ',',
})
