import type { BankAccount } from '../../src-preload/contract/bank.ts'
import type { Language } from '../../src-preload/contract/languages.ts'
import { decimalMark } from '#shared/format/format.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** A whole amount where `decimal` stands before fractions, so that the other of `.` and `,` may stand between thousands. */
function amountOf(text: string, decimal: '.' | ','): number | undefined {
  const mark = decimal === ',' ? '.' : ','
  const bare = text.trim()
  if (!new RegExp(`^\\d+$|^\\d{1,3}([${mark}'’\\s]\\d{3})+$`).test(bare)) return undefined
  const amount = Number(bare.replace(/\D/g, ''))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** A whole amount from what a person types in their language: what they mark thousands with is taken out. */
export const parseAmount = (text: string, language: Language): number | undefined =>
  amountOf(text, decimalMark(language))

/** True where it would be a whole amount in a language with the other mark: one and a half here. */
export const hasForeignMark = (text: string, language: Language): boolean =>
  amountOf(text, decimalMark(language) === ',' ? '.' : ',') !== undefined

/** What an account is to the player, as a message selects by it. */
export const kindOf = ({ kind, isDefault }: BankAccount): BankAccount['kind'] | 'main' =>
  kind === 'own' && isDefault ? 'main' : kind

/** What an account of the player's own is called. */
export const accountName = (account: BankAccount, t: Translate): string =>
  account.label || t('bank.account-kind', { kind: kindOf(account) })

/** Who is on the other side of a booking. The player's own accounts have no holder's name there: they are called what they are. */
export function partnerName(
  { name, iban }: { name: string; iban: string },
  accounts: readonly BankAccount[],
  t: Translate,
): string {
  const own = accounts.find((account) => account.iban === iban)
  return name || (own && accountName(own, t)) || iban || t('bank.cash')
}

/** An account in one line, for a choice: what it is, its number, what is on it. */
export const accountLine = (account: BankAccount, t: Translate, money: (value: number) => string): string =>
  [accountName(account, t), account.iban, account.balance === undefined ? '' : money(account.balance)]
    .filter(Boolean)
    .join(' · ')

/** The same while a stream looks on: hidden accounts must still be told apart. */
export const hiddenAccountLine = (account: BankAccount, at: number, t: Translate): string =>
  `${at + 1} · ${t('bank.account-kind', { kind: kindOf(account) })}`
