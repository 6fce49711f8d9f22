import type { BankAccount, TransferInput } from '../../src-preload/contract/bank.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** A whole amount from what a person types: blanks, dots, commas and apostrophes between thousands are taken out. */
export function parseAmount(text: string): number | undefined {
  const bare = text.trim()
  if (!/^\d+$|^\d{1,3}([.,'’\s]\d{3})+$/.test(bare)) return undefined
  const amount = Number(bare.replace(/\D/g, ''))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** What an account is to the player, as a message selects by it. */
export const kindOf = ({ kind, isDefault }: BankAccount): BankAccount['kind'] | 'main' =>
  kind === 'own' && isDefault ? 'main' : kind

/** An account in one line, for a choice: what it is, its number, what is on it. */
export const accountLine = ({ label, iban, balance }: BankAccount, money: (value: number) => string): string =>
  [label, iban, balance === undefined ? '' : money(balance)].filter(Boolean).join(' · ')

/** The same while a stream looks on: hidden accounts must still be told apart. */
export const hiddenAccountLine = (account: BankAccount, at: number, t: Translate): string =>
  `${at + 1} · ${t('bank.account-kind', { kind: kindOf(account) })}`

/** What the form begins with: what was typed before the review, or a fresh start. */
export const fieldsOf = (typed: TransferInput | undefined, from: string) => ({
  from: typed?.from ?? from,
  to: typed?.to ?? '',
  info: typed?.info ?? '',
  amount: String(typed?.amount ?? ''),
})
