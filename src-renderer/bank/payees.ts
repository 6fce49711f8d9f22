import type { BankAccounts, Payee, Transaction, TransferEntry } from '../../src-preload/contract/bank.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { accountName } from './amount.ts'
import type { Typed } from './receiver.ts'

/** A possible payee, with the last transfer to them. */
export interface KnownPayee extends Pick<Payee, 'iban' | 'name'> {
  isFavourite: boolean
  /** With Loadout, or lately elsewhere. */
  wasPaid: boolean
  /** The last transfer that may have moved money. */
  last?: TransferEntry
}

const timeOf = (entry?: TransferEntry) => entry?.sentAt ?? entry?.confirmedAt ?? 0

const mayHaveMoved = ({ state }: TransferEntry) => state !== 'refused' && state !== 'not-sent'

/** The payees. The player's own accounts among them get their account names. */
export const namedPayees = ({ accounts, payees }: BankAccounts, t: Translate): Payee[] =>
  payees.map((payee) => {
    const own = accounts.find(({ iban }) => iban === payee.iban)
    return own && !payee.name ? { ...payee, name: accountName(own, t) } : payee
  })

/** So many bookings count as lately. */
const LATELY = 100

/** The bank's payees, favourites and who was paid lately: favourites first, then the most recently paid, then all others by name. `transfers` and `bookings`: newest first. */
export function payeesOf(
  payees: readonly Payee[],
  transfers: readonly TransferEntry[],
  favourites: readonly string[],
  bookings: readonly Transaction[] = [],
): KnownPayee[] {
  const last = new Map<string, TransferEntry>()
  for (const entry of transfers) if (mayHaveMoved(entry) && !last.has(entry.to)) last.set(entry.to, entry)
  const paid = bookings.filter(({ amount = 0, counterpart }) => amount < 0 && counterpart).slice(0, LATELY)
  const places = new Map([...new Set(paid.map(({ counterpart }) => counterpart))].map((iban, at) => [iban, at]))
  const placeOf = (iban: string) => places.get(iban) ?? LATELY
  const known = new Map(payees.map(({ iban, name }) => [iban, name]))
  const more = [
    ...paid.map((row) => [row.counterpart, row.counterpartName] as const),
    ...favourites.map((iban) => [iban, ''] as const),
  ]
  for (const [iban, name] of more) known.set(iban, known.get(iban) || name)
  return [...known]
    .map(([iban, name]) => ({
      iban,
      name: name || (last.get(iban)?.payee ?? ''),
      isFavourite: favourites.includes(iban),
      wasPaid: last.has(iban) || places.has(iban),
      last: last.get(iban),
    }))
    .sort(
      (a, b) =>
        Number(b.isFavourite) - Number(a.isFavourite) ||
        timeOf(b.last) - timeOf(a.last) ||
        placeOf(a.iban) - placeOf(b.iban) ||
        (a.name || a.iban).localeCompare(b.name || b.iban),
    )
}

/** A transfer's fields as the content of a form. */
export const formOf = (given: {
  to: string
  from?: string
  amount?: number | null
  info?: string
}): Partial<Typed> => ({
  to: given.to,
  ...(given.from ? { from: given.from } : {}),
  ...(given.amount ? { amount: String(given.amount) } : {}),
  ...(given.info ? { info: given.info } : {}),
})
