import type { BankAccount, Payee, Transfer, TransferFault, TransferInput } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { withoutHidden } from '../lib/index.ts'
import { type CommunityProfile, type Pattern, readPattern } from '../settings/index.ts'
import { plain } from './settle.ts'

type Rules = Pick<CommunityProfile['bank'], 'ibanPattern' | 'infoMaxLength' | 'texts'>

/** Longest account number. */
const MOST_TO = 64

/** Reads a profile's pattern. Nothing fits an invalid one. */
export const wholePattern = (pattern: string): Pattern => readPattern(pattern) ?? { test: () => false }

/** A name as it looks: the player cannot tell other spaces, hidden signs or another encoding of a letter apart. */
const asItLooks = (name: string): string => plain(withoutHidden(name.normalize('NFKC')))

/**
 * Payees with their names as they look, so that two that look the same are the same, and the form asks which is meant. A name that reads
 * as an account number, in any case and with any spaces, is left out: the form takes a payee's name for the payee, so a player who types
 * such a number would pay another account.
 */
export function withoutFalseNames(payees: readonly Payee[], { ibanPattern }: Pick<Rules, 'ibanPattern'>): Payee[] {
  const pattern = wholePattern(ibanPattern.toLowerCase())
  const isNumber = (name: string) => pattern.test(name.replace(/\s/g, '').toLowerCase())
  return payees.map((payee) => {
    const name = asItLooks(payee.name)
    return { ...payee, name: isNumber(name) ? '' : name }
  })
}

/** A number in upper case where the pattern takes none of its letters in lower case: then no other account can be meant. */
function inUpper(to: string, pattern: string): string {
  const fits = (number: string) => !faultOfTo(number, '', pattern)
  const upper = to.replace(/[a-z]/g, (letter) => letter.toUpperCase())
  if (fits(to) || !fits(upper)) return to
  const mayBeLower = (letter: string, at: number) =>
    /[A-Z]/.test(letter) && fits(upper.slice(0, at) + letter.toLowerCase() + upper.slice(at + 1))
  return upper.split('').some(mayBeLower) ? to : upper
}

const faultOfTo = (to: string, from: string, pattern: string): TransferFault | undefined => {
  if (to.length > MOST_TO || !wholePattern(pattern).test(to)) return 'pattern'
  return to === from ? 'same-account' : undefined
}

function faultOfAmount(amount: number | null, balance = Infinity): TransferFault | undefined {
  if (!Number.isSafeInteger(amount) || amount === null) return 'not-whole'
  if (amount < 1) return 'too-small'
  return amount > balance ? 'more-than-balance' : undefined
}

function faultOfInfo(info: string, { infoMaxLength, texts }: Rules): TransferFault | undefined {
  if ([...info].length > infoMaxLength) return 'too-long'
  if (withoutHidden(info) !== info) return 'control-characters'
  // The bank shows bookings beside an outcome, so a text with the outcome's own words could be mistaken for it.
  const shown = plain(info) // as a page shows it
  return Object.values(texts).some((text) => shown.includes(plain(text).replace(/!$/, '')))
    ? 'reserved-words'
    : undefined
}

/**
 * Checks a transfer and returns it as it will be sent.
 * @throws Failure `transfer-invalid` with every wrong field
 */
export function checkTransfer(input: TransferInput, accounts: readonly BankAccount[], rules: Rules): Transfer {
  const { from, amount } = input
  const to = inUpper(input.to.trim(), rules.ibanPattern)
  const info = input.info.trim().normalize('NFC')
  const sender = accounts.find(({ iban }) => iban === from)
  const faults = {
    from: sender ? undefined : ('unknown-account' as const),
    to: faultOfTo(to, from, rules.ibanPattern),
    amount: faultOfAmount(amount, sender?.balance),
    info: faultOfInfo(info, rules),
  }
  const reason = faults.from ?? faults.to ?? faults.amount ?? faults.info
  if (reason) throw new Failure('transfer-invalid', { reason, ...present(faults) })
  return { from, to, amount: Number(amount), info }
}

/** Leaves out what is undefined, which does not cross the bridge. */
const present = <T extends object>(facts: T): Partial<T> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<T>
