import { transferFields, type Payee, type TransferField } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** Who money would go to. */
export interface Receiver {
  /** The account number, or what was typed if nobody is known by it. */
  iban: string
  /** Empty where nobody is known by this number. */
  name: string
  /** How many accounts go by the name that was typed. */
  count: number
}

/** Part of an account number may be; such is never taken for a name that begins so. */
const isNumber = (typed: string) => /\d/.test(typed)

const fold = (name: string) => name.trim().toLocaleLowerCase()

/** Who is meant by what stands in the field: an account number, or the name of just one known account, whole or as it begins. */
export function receiverOf(typed: string, payees: readonly Pick<Payee, 'iban' | 'name'>[]): Receiver {
  const iban = typed.trim()
  const known = payees.find((payee) => payee.iban === iban)
  if (known || iban === '') return { iban, name: known?.name ?? '', count: 0 }
  const named = payees.filter(({ name }) => fold(name) === fold(iban))
  const meant =
    named.length > 0 || isNumber(iban) ? named : payees.filter(({ name }) => fold(name).startsWith(fold(iban)))
  const only = meant.length === 1 ? meant[0] : undefined
  return { iban: only?.iban ?? iban, name: only?.name ?? '', count: named.length }
}

/** The fields of the form as typed. */
export type Typed = Record<TransferField, string>

/** A sentence for each field that main found wrong, with the form's own words where it knows better what was meant. */
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
