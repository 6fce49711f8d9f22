import type { JournalEntry } from './journal.ts'
import type { Booking } from './bookings.ts'

/** How far the bank's clock and this machine's may be apart, on top of the bank's whole minutes. */
const SKEW_MS = 2 * 60_000
const MINUTE = 60_000

/** A text as a page shows it, with blanks put together. What is compared with the bank's words or bookings is compared so. */
export const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** What a booking must show to be a transfer's. */
export type TransferTerms = Pick<JournalEntry, 'from' | 'to' | 'amount' | 'info'>

/** An entry's terms alone, to cross to a thread. */
export const termsOf = ({ from, to, amount, info }: JournalEntry): TransferTerms => ({ from, to, amount, info })

type Terms = Omit<TransferTerms, 'info'>

/** True for a transfer between the same accounts of the same amount: what an unknown one blocks. */
export const isEqualTransfer = (a: Terms, b: Terms): boolean =>
  a.from === b.from && a.to === b.to && a.amount === b.amount

const isSameInFull = (a: JournalEntry, b: JournalEntry) => isEqualTransfer(a, b) && plain(a.info) === plain(b.info)

/** True for a booking of the same sides, amount and text. */
export const isBookingOf = (booking: Booking, entry: TransferTerms): boolean =>
  booking.source === entry.from &&
  booking.destination === entry.to &&
  booking.amount === entry.amount &&
  plain(booking.info) === plain(entry.info)

const earliest = (entry: JournalEntry) => Math.floor((entry.sentAt ?? Infinity) / MINUTE) * MINUTE - SKEW_MS

/**
 * The booking that proves an unknown transfer, if there is one: same sides, amount and text, not older than the sending,
 * not there before it, and not needed for another entry of the journal. Where bookings cannot be told apart, none is taken;
 * nor where the bookings from before the sending are not known, since an older one of the same minute would look the same.
 */
export function findProof(
  entry: JournalEntry,
  bookings: readonly Booking[],
  entries: readonly JournalEntry[],
): Booking | undefined {
  const { before } = entry
  if (!before) return undefined
  const others = entries.filter((other) => other.id !== entry.id && isSameInFull(other, entry))
  const claimed = new Set(others.map(({ transactionId }) => transactionId))
  const candidates = bookings.filter(
    (booking) =>
      isBookingOf(booking, entry) &&
      booking.at !== undefined &&
      booking.at >= earliest(entry) &&
      !before.includes(booking.id) &&
      !claimed.has(booking.id),
  )
  const rivals = others.filter(
    ({ state, transactionId, sentAt = -Infinity }) =>
      state === 'unknown' ||
      state === 'sending' ||
      (state === 'succeeded' && transactionId === undefined && sentAt >= earliest(entry) - SKEW_MS),
  )
  if (candidates.length <= rivals.length) return undefined
  return candidates.reduce((oldest, booking) => ((booking.at ?? 0) < (oldest.at ?? 0) ? booking : oldest))
}
