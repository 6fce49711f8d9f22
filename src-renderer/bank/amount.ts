import { accountKind, type BankAccount } from '../../src-preload/contract/bank.ts'
import type { Language } from '../../src-preload/contract/languages.ts'
import { decimalMark } from '#shared/format/format.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** A whole amount. `decimal` separates fractions; the other one of `.` and `,` may group thousands. */
function amountOf(text: string, decimal: '.' | ','): number | undefined {
  const mark = decimal === ',' ? '.' : ','
  const bare = text.trim()
  if (!new RegExp(`^\\d+$|^\\d{1,3}([${mark}'’\\s]\\d{3})+$`).test(bare)) return undefined
  const amount = Number(bare.replace(/\D/g, ''))
  return Number.isSafeInteger(amount) ? amount : undefined
}

/** A whole amount, as the player types it in their language. It may have thousands separators. */
export const parseAmount = (text: string, language: Language): number | undefined =>
  amountOf(text, decimalMark(language))

/** True if the text is a whole amount in a language with the other separators. In English, `1.500` is one and a half. */
export const hasForeignMark = (text: string, language: Language): boolean =>
  amountOf(text, decimalMark(language) === ',' ? '.' : ',') !== undefined

/** The name of one of the player's accounts. */
export const accountName = (account: BankAccount, t: Translate): string =>
  account.label || t('bank.account-kind', { kind: accountKind(account) })

/** The other side of a booking. The bank gives no name for the player's own accounts, so they get their account name. */
export function partnerName(
  { name, iban }: { name: string; iban: string },
  accounts: readonly BankAccount[],
  t: Translate,
): string {
  const own = accounts.find((account) => account.iban === iban)
  return name || (own && accountName(own, t)) || iban || t('bank.cash')
}

/** An account in one line, for a select: its name, number and balance. */
export const accountLine = (account: BankAccount, t: Translate, money: (value: number) => string): string =>
  [accountName(account, t), account.iban, account.balance === undefined ? '' : money(account.balance)]
    .filter(Boolean)
    .join(' · ')

/** The same in streamer mode, numbered so that hidden accounts differ. */
export const hiddenAccountLine = (account: BankAccount, at: number, t: Translate): string =>
  `${at + 1} · ${t('bank.account-kind', { kind: accountKind(account) })}`
