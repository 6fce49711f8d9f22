import type { BankAccount, ReceiptText, Transaction, TransferEntry } from '../../src-preload/contract/bank.ts'
import type { Format } from '#shared/format/index.ts'
import type { StateTone } from '#shared/ui/icon.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { partnerName } from './amount.ts'

/** The system's name of the time zone of all shown times. */
const zoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A transfer's state in words. If the player settled it, the words say so. */
export const stateWords = ({ state, settledBy }: TransferEntry, t: Translate): string =>
  settledBy === 'player'
    ? t(state === 'succeeded' ? 'bank.you-said-happened' : 'bank.you-said-not-happened')
    : t(`bank.state.${state}`)

const tones: Record<TransferEntry['state'], StateTone> = {
  confirmed: 'info',
  sending: 'info',
  succeeded: 'ok',
  refused: 'bad',
  unknown: 'warn',
  'not-sent': 'bad',
}

/** The colour of a transfer's state. */
export const toneOf = ({ state }: TransferEntry): StateTone => tones[state]

/** A value with its name. `isPlain`: streamer mode shows it. `isMoney`: streamer mode hides every digit. */
export interface ReceiptFact {
  label: string
  value: string
  isPlain?: boolean
  isMoney?: boolean
}

/** The record of a transfer in words. */
export function transferFacts(entry: TransferEntry, t: Translate, format: Format): ReceiptFact[] {
  const { amount, from, to, payee, info, sentAt, transactionId, id } = entry
  return [
    { label: t('bank.amount'), value: format.money(amount), isMoney: true },
    { label: t('bank.from'), value: from },
    { label: t('bank.to'), value: payee ? `${payee} (${to})` : to },
    { label: t('bank.info'), value: info || '–' },
    { label: t('bank.state'), value: stateWords(entry, t), isPlain: true },
    {
      label: t('bank.sent-at'),
      value: sentAt === undefined ? '–' : `${format.dateTime(sentAt)} (${zoneName()})`,
      isPlain: true,
    },
    ...(transactionId ? [{ label: t('bank.booking-number'), value: transactionId, isPlain: true }] : []),
    { label: t('bank.record-number'), value: id, isPlain: true },
  ]
}

/** All facts about a booking: the bank's values and what follows from them. */
export function bookingFacts(
  row: Transaction,
  iban: string,
  accounts: readonly BankAccount[],
  { t, format }: { t: Translate; format: Format },
): ReceiptFact[] {
  const { at, dateText, amount = 0, counterpart, counterpartName, info, initiator, id, balance } = row
  const money = (value?: number) => (value === undefined ? '–' : format.money(value))
  const named = (one: string, name = '') => {
    const called = partnerName({ iban: one, name }, accounts, t)
    return one && called !== one ? `${called} (${one})` : called
  }
  const [own, other] = [named(iban), named(counterpart, counterpartName)]
  return [
    { label: t('bank.amount'), value: `${amount > 0 ? '+' : ''}${money(row.amount)}`, isMoney: true },
    {
      label: t('bank.date'),
      value: at === undefined ? dateText : `${format.dateTime(at)} (${zoneName()})`,
      isPlain: true,
    },
    { label: t('bank.kind'), value: t('bank.type', { type: row.type }), isPlain: true },
    { label: t('bank.from'), value: amount > 0 ? other : own },
    { label: t('bank.to'), value: amount > 0 ? own : other },
    { label: t('bank.by'), value: initiator || '–' },
    { label: t('bank.info'), value: info || '–' },
    { label: t('bank.balance-after'), value: money(balance), isMoney: true },
    { label: t('bank.booking-number'), value: id || '–', isPlain: true },
  ]
}

export const factsAsText = (facts: readonly ReceiptFact[]): string =>
  facts.map(({ label, value }) => `${label}: ${value}`).join('\n')

/** A transfer's receipt in the player's language, for the printer and as text. */
export function receiptOf(entry: TransferEntry, t: Translate, format: Format): ReceiptText {
  const rows = transferFacts(entry, t, format).map(({ label, value }): [string, string] => [label, value])
  return { entryId: entry.id, title: t('bank.receipt-title'), rows, note: t('bank.receipt-note') }
}

export const receiptAsText = ({ title, rows, note }: ReceiptText): string =>
  [title, '', ...rows.map(([name, value]) => `${name}: ${value}`), '', note].join('\n')
