import type { Transaction } from '../../src-preload/contract/bank.ts'
import type { Booking } from './records.ts'

const numberOf = (id: string) => (/^\d+$/.test(id) ? Number(id) : Number.NaN)

/** Newest first: by date, then by the bank's running number. What has no readable date comes last. */
export function newestFirst(bookings: readonly Booking[]): Booking[] {
  return [...bookings].sort((a, b) => {
    const byTime = (b.at ?? -Infinity) - (a.at ?? -Infinity)
    if (byTime !== 0 && !Number.isNaN(byTime)) return byTime
    const byNumber = numberOf(b.id) - numberOf(a.id)
    return Number.isNaN(byNumber) ? (a.id < b.id ? 1 : -1) : byNumber
  })
}

/** 1 for money that came in to `iban`, -1 for money that went out, 0 when the booking does not say. */
function direction({ source, destination, type }: Booking, iban: string): 1 | -1 | 0 {
  if (destination === iban && source !== iban) return 1
  if (source === iban && destination !== iban) return -1
  if (type === 'add') return 1
  return type === 'remove' ? -1 : 0
}

/** From where bookings are looked at. Plain data: it may cross to a thread. */
export interface Viewpoint {
  /** The account. */
  iban: string
  /** Account number and name of those the player knows. */
  names: readonly (readonly [string, string])[]
  /** What stood on the account at `balanceAt` (epoch ms), where it is known. */
  known?: { balance: number; balanceAt: number }
}

/** One minute: the bank's dates are no finer. */
const MINUTE = 60_000

/**
 * Bookings as seen from one account, newest first. From the known balance the balance after each booking is derived, until
 * one cannot be read. A booking newer than `balanceAt` leaves nothing to start from.
 */
export function seenFrom(bookings: readonly Booking[], { iban, names, known }: Viewpoint): Transaction[] {
  const nameOf = new Map(names)
  const sorted = newestFirst(bookings)
  const newest = sorted[0]?.at
  const fits = known && (newest === undefined || newest <= known.balanceAt + MINUTE)
  let balance = fits ? known.balance : undefined
  return sorted.map((booking) => {
    const sign = direction(booking, iban)
    const amount = booking.amount === undefined || sign === 0 ? undefined : sign * booking.amount
    const other = sign === 1 ? booking.source : booking.destination
    const counterpart = other === iban ? '' : other
    const row: Transaction = {
      id: booking.id,
      at: booking.at,
      dateText: booking.dateText,
      amount,
      type: booking.type,
      counterpart,
      counterpartName: nameOf.get(counterpart) ?? '',
      initiator: booking.initiator,
      info: booking.info,
      balance,
    }
    balance = balance === undefined || amount === undefined ? undefined : balance - amount
    return row
  })
}
