import { transferFields, type Payee, type TransferField } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** The payee of a transfer. */
export interface Receiver {
  /** The account number, or the typed text if it names no known account. */
  iban: string
  /** Empty if the number is unknown. */
  name: string
  /** The number of accounts with the typed name. */
  count: number
}

/** True for text that may be part of an account number. It never counts as the start of a name. */
const isNumber = (typed: string) => /\d/.test(typed)

/** A name without its case and what nobody sees: letters that are drawn as nothing, and how an emoji is drawn. */
const fold = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\p{DI}\u2800]/gu, '')
    .trim()
    .toLocaleLowerCase()

/** The payee for the typed text: an account number, or the name, or start of the name, of exactly one known account. */
export function receiverOf(typed: string, payees: readonly Pick<Payee, 'iban' | 'name'>[]): Receiver {
  const iban = typed.trim()
  const wanted = fold(iban)
  const known = payees.find((payee) => payee.iban === iban)
  if (known || wanted === '') return { iban, name: known?.name ?? '', count: 0 }
  const named = payees.filter(({ name }) => fold(name) === wanted)
  const meant = named.length > 0 || isNumber(iban) ? named : payees.filter(({ name }) => fold(name).startsWith(wanted))
  const only = meant.length === 1 ? meant[0] : undefined
  return { iban: only?.iban ?? iban, name: only?.name ?? '', count: named.length }
}

/** The form's fields as typed. */
export type Typed = Record<TransferField, string>

/** A message for each field that main rejected. The form has its own words if it knows better what the player meant. */
export function faultWords(
  failure: unknown,
  typed: Typed,
  payees: readonly Pick<Payee, 'iban' | 'name'>[],
  t: Translate,
): Partial<Record<TransferField, string>> {
  if (!isFailure(failure) || !failure.is('transfer-invalid')) return {}
  const { facts } = failure
  const own = (field: TransferField): string | undefined => {
    if (field === 'amount' && facts.amount === 'not-whole') return t('bank.amount-wrong')
    if (field !== 'to' || facts.to !== 'pattern') return undefined
    if (typed.to.trim() === '') return t('bank.to-missing')
    if (receiverOf(typed.to, payees).count > 1) return t('bank.to-several')
    return isNumber(typed.to) ? undefined : t('bank.to-nobody')
  }
  const told = transferFields.map((field) => {
    const reason = facts[field]
    return [field, reason && (own(field) ?? t('failures.transfer-invalid', { reason }))]
  })
  return Object.fromEntries(told) as Partial<Record<TransferField, string>>
}
