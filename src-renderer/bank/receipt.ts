import type { ReceiptText, TransferEntry } from '../../src-preload/contract/bank.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** The zone that times on screen are in, as the system names it. */
export const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What became of a transfer, in words: the player's word is told as theirs. */
export const stateWords = ({ state, settledBy }: TransferEntry, t: Translate): string =>
  settledBy === 'player'
    ? t(state === 'succeeded' ? 'bank.you-said-happened' : 'bank.you-said-not-happened')
    : t(`bank.state.${state}`)

/** A transfer's receipt in the player's language: for the printer, and as text. */
export function receiptOf(entry: TransferEntry, t: Translate, format: Format, currency: string): ReceiptText {
  const rows: [string, string][] = [
    [t('bank.amount'), format.money(entry.amount, currency)],
    [t('bank.from'), entry.from],
    [t('bank.to'), entry.payee ? `${entry.payee} (${entry.to})` : entry.to],
    [t('bank.info'), entry.info || '–'],
    [t('bank.state'), t(`bank.state.${entry.state}`)],
    [t('bank.sent-at'), entry.sentAt === undefined ? '–' : `${format.dateTime(entry.sentAt)} (${zoneName()})`],
  ]
  if (entry.transactionId) rows.push([t('bank.booking-number'), entry.transactionId])
  rows.push([t('bank.record-number'), entry.id])
  return { entryId: entry.id, title: t('bank.receipt-title'), rows, note: t('bank.receipt-note') }
}

export const receiptAsText = ({ title, rows, note }: ReceiptText): string =>
  [title, '', ...rows.map(([name, value]) => `${name}: ${value}`), '', note].join('\n')
