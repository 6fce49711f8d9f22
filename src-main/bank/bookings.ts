import * as v from 'valibot'
import type { Transaction } from '../../src-preload/contract/bank.ts'
import { germanInstant } from '../lib/index.ts'

/** One booking of the bank, read tolerantly. */
export interface Booking {
  id: string
  source: string
  destination: string
  /** Whole units, never negative; undefined when unreadable. */
  amount?: number
  type: string
  initiator: string
  info: string
  /** Epoch ms, exact to the minute; undefined when unreadable. */
  at?: number
  dateText: string
}

/** Numbers and dates are not longer than this. */
const MOST_SHORT = 64
/** No text of a booking is longer than this. */
const MOST_TEXT = 2_000

/** A whole number from a number or a text, with any of the usual separators of thousands. */
export function wholeFrom(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value !== 'string' || value.length > MOST_SHORT) return undefined
  // Three digits after a point are thousands: `1.000` is a thousand, as `1.250` is more than that.
  const whole = /^([+-]?(?:\d+|\d{1,3}(?:[.,' ]\d{3})+))(?:\.00?)?$/.exec(value.trim())?.[1]
  const number = Number(whole?.replace(/[.,' ]/g, ''))
  return Number.isSafeInteger(number) ? number : undefined
}

const text = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => String(value).slice(0, MOST_TEXT).trim()),
  ),
  '',
)

const Raw = v.object({
  id: text,
  source: text,
  destination: text,
  amount: v.optional(v.unknown()),
  type: text,
  initiator: text,
  info: v.fallback(
    v.pipe(
      v.string(),
      v.transform((value) => value.slice(0, MOST_TEXT)),
    ),
    '',
  ),
  created_at: text,
})

/** Reads a list of bookings. Counts the records that are no bookings. */
export function readBookings(
  list: readonly unknown[],
  readDate: (text: string) => number | undefined,
): { bookings: Booking[]; setAside: number } {
  const bookings: Booking[] = []
  for (const raw of list) {
    const parsed = v.safeParse(Raw, raw)
    if (!parsed.success || (!parsed.output.source && !parsed.output.destination)) continue
    const { created_at, amount: rawAmount, ...rest } = parsed.output
    const amount = wholeFrom(rawAmount)
    bookings.push({
      ...rest,
      amount: amount === undefined ? undefined : Math.abs(amount),
      at: readDate(created_at),
      dateText: created_at,
    })
  }
  return { bookings, setAside: list.length - bookings.length }
}

/** Reads the bank's dates in a zone: epoch ms, or undefined for anything else. */
export const bankDateReader =
  (timeZone: string) =>
  (text: string): number | undefined =>
    text.length > MOST_SHORT ? undefined : germanInstant(text.trim(), timeZone)

const numberOf = (id: string) => (/^\d+$/.test(id) ? Number(id) : Number.NaN)

/** Newest first: by date, then by the bank's running number. Bookings without a readable date come last. */
export function newestFirst(bookings: readonly Booking[]): Booking[] {
  return [...bookings].sort((a, b) => {
    const byTime = (b.at ?? -Infinity) - (a.at ?? -Infinity)
    if (byTime !== 0 && !Number.isNaN(byTime)) return byTime
    const byNumber = numberOf(b.id) - numberOf(a.id)
    return Number.isNaN(byNumber) ? (a.id < b.id ? 1 : -1) : byNumber
  })
}

/** 1 if money came in to `iban`, -1 if it went out, 0 if the booking does not say. */
function direction({ source, destination, type }: Booking, iban: string): 1 | -1 | 0 {
  if (destination === iban && source !== iban) return 1
  if (source === iban && destination !== iban) return -1
  if (type === 'add') return 1
  return type === 'remove' ? -1 : 0
}

/** The account whose side bookings are shown from. Plain data: it may cross to a thread. */
export interface Viewpoint {
  iban: string
  /** Account numbers and names that the player knows. */
  names: readonly (readonly [string, string])[]
  /** The balance and its time (epoch ms), if they are known. */
  known?: { balance: number; balanceAt: number }
}

/** The bank's dates have no seconds. */
const MINUTE = 60_000

/**
 * Bookings as seen from one account, newest first. The balance after each booking is counted back from the known balance, up to the
 * first booking that cannot be read. If a booking is newer than `balanceAt`, there is no balance.
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
