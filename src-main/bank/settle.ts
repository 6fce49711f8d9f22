import type { JournalEntry } from './journal.ts'
import type { Booking } from './bookings.ts'

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

/** True for a booking that may be a transfer's though the bank tells it in its own way: the text cut or escaped, the amount unreadable. */
export const mayBeBookingOf = ({ source, destination, amount }: Booking, terms: TransferTerms): boolean =>
  source === terms.from && destination === terms.to && (amount === undefined || amount === terms.amount)

/** The bank's dates and the time it tells of itself may be of different zones. */
const ZONES_MS = 24 * 60 * 60_000

/** True where the bank's own time lets a booking be of this transfer. */
const isInTime = ({ since = -Infinity }: JournalEntry, { at = Infinity }: Booking, slack = 0): boolean =>
  at >= since - slack

/** What may be a transfer's, oldest first: not on the last list from before it, and no other's proof. */
function newFor(entry: JournalEntry, bookings: readonly Booking[], entries: readonly JournalEntry[]): Booking[] {
  const stood = [...(entry.before ?? [])]
  const proofs = new Set(entries.filter(({ id }) => id !== entry.id).map(({ transactionId }) => transactionId))
  const isNew = ({ id }: Booking) => {
    const at = stood.indexOf(id)
    if (at >= 0) stood.splice(at, 1) // once: a bank that numbers nothing gives them all the same id
    return at < 0
  }
  return [...bookings]
    .filter((booking) => mayBeBookingOf(booking, entry))
    .sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity))
    .filter((booking) => isNew(booking) && !proofs.has(booking.id))
}

/**
 * Equal transfers made further apart than this are not taken for each other, unless nobody knows of one: more than the hour by
 * which a bank may tell its times otherwise from one look to the next.
 */
const RIVALS_WITHIN_MS = 120 * 60_000

/** True where the bank has not told what became of it: the player's word is not the bank's. */
export const isOpen = ({ state, settledBy }: JournalEntry): boolean =>
  state === 'unknown' || state === 'sending' || settledBy === 'player'

/** True where money may have moved: the player's word that it did not is not the bank's. */
export const mayHaveMoved = (entry: JournalEntry): boolean => isOpen(entry) || entry.state === 'succeeded'

const startOf = ({ since, sentAt = -Infinity }: JournalEntry) => since ?? sentAt

/** True for a booking that was not there before a transfer left. */
const mayHave = (entry: JournalEntry, booking: Booking, slack = 0) =>
  !entry.before?.includes(booking.id) && isInTime(entry, booking, slack)

/** True for another transfer that may need a booking for itself: nobody knows of one. */
function needsBooking(other: JournalEntry, entry: JournalEntry): boolean {
  if (other.id === entry.id) return false
  if (other.state === 'unknown' || other.state === 'sending') return true
  const isNear = startOf(other) >= startOf(entry) - RIVALS_WITHIN_MS
  return isNear && (isOpen(other) || (other.state === 'succeeded' && other.transactionId === undefined))
}

/** Equal transfers, each of which may need one of these bookings for itself. */
const rivalsOf = (
  entry: JournalEntry,
  candidates: readonly Booking[],
  entries: readonly JournalEntry[],
  slack = 0,
): JournalEntry[] =>
  entries.filter(
    (other) =>
      isSameInFull(other, entry) &&
      needsBooking(other, entry) &&
      candidates.some((booking) => mayHave(other, booking, slack)),
  )

/**
 * The bookings that may be a transfer's, oldest first: between its accounts, of its amount, and not by their text what another one
 * needs. Without a list from before, older ones may be among them.
 */
function candidatesOf(entry: JournalEntry, bookings: readonly Booking[], entries: readonly JournalEntry[]): Booking[] {
  const isOthers = (booking: Booking) =>
    entries.some((other) => isBookingOf(booking, other) && needsBooking(other, entry) && mayHave(other, booking))
  return newFor(entry, bookings, entries).filter(
    (booking) => isInTime(entry, booking, ZONES_MS) && (isBookingOf(booking, entry) || !isOthers(booking)),
  )
}

/**
 * The booking that proves an open transfer, if there is one: more bookings may be its than equal transfers need, so that it
 * has one of its own. An equal one may need a booking that is dated before it: the bank may tell its times by another zone than
 * when that one left. Without a list from before the sending none does.
 */
export function findProof(
  entry: JournalEntry,
  bookings: readonly Booking[],
  entries: readonly JournalEntry[],
): Booking | undefined {
  if (!entry.before) return undefined
  const candidates = newFor(entry, bookings, entries).filter(
    (booking) => isBookingOf(booking, entry) && booking.at !== undefined && isInTime(entry, booking),
  )
  return candidates.length > rivalsOf(entry, candidates, entries, ZONES_MS).length ? candidates[0] : undefined
}

/**
 * The candidates that are left where equal transfers that happened have taken theirs: while there are any, "it did not
 * happen" is refused. One that happened takes first what cannot be this transfer's.
 */
export function unclaimedOf(
  entry: JournalEntry,
  bookings: readonly Booking[],
  entries: readonly JournalEntry[],
): readonly Booking[] {
  const candidates = candidatesOf(entry, bookings, entries)
  const proofs = new Set(entries.map(({ transactionId }) => transactionId))
  const others = bookings.filter(
    (booking) => isBookingOf(booking, entry) && !candidates.includes(booking) && !proofs.has(booking.id),
  )
  const isClaiming = (rival: JournalEntry) => {
    if (rival.state !== 'succeeded') return false
    const at = others.findIndex((booking) => mayHave(rival, booking))
    if (at >= 0) others.splice(at, 1)
    return at < 0
  }
  let claims = rivalsOf(entry, candidates, entries).filter(isClaiming).length
  const unclaimed = candidates.filter((booking) => !isBookingOf(booking, entry) || claims-- <= 0)
  return unclaimed.length > 0 ? unclaimed : swappedOf(entry, bookings, entries)
}

/**
 * The bookings of equal transfers where there is one for each of them: one that the bank tells in its own way is no proof, and may
 * be another's, whose proof is then this transfer's.
 */
function swappedOf(
  entry: JournalEntry,
  bookings: readonly Booking[],
  entries: readonly JournalEntry[],
): readonly Booking[] {
  const near = (other: JournalEntry) => Math.abs(startOf(other) - startOf(entry)) <= RIVALS_WITHIN_MS
  const equals = entries.filter(
    (other) => other.id === entry.id || (isSameInFull(other, entry) && mayHaveMoved(other) && near(other)),
  )
  const isAnothers = (booking: Booking) =>
    entries.some((other) => isBookingOf(booking, other) && !isSameInFull(other, entry))
  const theirs = bookings.filter(
    (booking) =>
      mayBeBookingOf(booking, entry) &&
      !isAnothers(booking) &&
      equals.some((other) => !other.before?.includes(booking.id) && isInTime(other, booking, ZONES_MS)),
  )
  const isOwn = theirs.some((booking) => !entry.before?.includes(booking.id))
  return equals.length > 1 && isOwn && theirs.length >= equals.length ? theirs : []
}

/** True where one of these bookings, by its terms and text, was not there before a transfer left. */
export const isListedSince = (entry: JournalEntry, bookings: readonly Booking[]): boolean =>
  newFor(entry, bookings, []).some((booking) => isBookingOf(booking, entry))
