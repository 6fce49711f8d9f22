import type { BankAccount, TransferInput } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { CommunityProfile } from '../settings/index.ts'

type Rules = Pick<CommunityProfile['bank'], 'ibanPattern' | 'infoMaxLength' | 'texts'>

/** Control signs, and what hides or turns around other signs. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** A profile's pattern, tied to the whole text. A pattern that is none matches nothing. */
export function wholePattern(pattern: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`)
  } catch {
    return /^(?!)$/
  }
}

/**
 * Checks a transfer and returns it in the form in which it is sent.
 * @throws Failure `transfer-invalid` with the first field that does not fit
 */
export function checkTransfer(input: TransferInput, accounts: readonly BankAccount[], rules: Rules): TransferInput {
  const refuse = (field: 'from' | 'to' | 'amount' | 'info', reason: Reason): never => {
    throw new Failure('transfer-invalid', { field, reason })
  }
  const { from, amount } = input
  const to = input.to.trim()
  const info = input.info.trim().normalize('NFC')
  const sender = accounts.find(({ iban }) => iban === from)
  if (!sender) return refuse('from', 'unknown-account')
  if (!wholePattern(rules.ibanPattern).test(to)) refuse('to', 'pattern')
  if (to === from) refuse('to', 'same-account')
  if (!Number.isSafeInteger(amount)) refuse('amount', 'not-whole')
  if (amount < 1) refuse('amount', 'too-small')
  if (sender.balance !== undefined && amount > sender.balance) refuse('amount', 'more-than-balance')
  if (CONTROL.test(info)) refuse('info', 'control-characters')
  if ([...info].length > rules.infoMaxLength) refuse('info', 'too-long')
  // The bank shows bookings beside its verdict; a text in the verdict's own words could be taken for it.
  if (Object.values(rules.texts).some((text) => info.includes(text.replace(/!$/, '')))) refuse('info', 'reserved-words')
  return { from, to, amount, info }
}

type Reason = ConstructorParameters<typeof Failure<'transfer-invalid'>>[1]['reason']
