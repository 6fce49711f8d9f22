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

/** What may be a transfer's, oldest first: not on the last list from before it. */
function newFor(entry: JournalEntry, bookings: readonly Booking[]): Booking[] {
  const stood = [...(entry.before ?? [])]
  const isNew = ({ id }: Booking) => {
    const at = stood.indexOf(id)
    if (at >= 0) stood.splice(at, 1) // once: a bank that numbers nothing gives them all the same id
    return at < 0
  }
  return [...bookings]
    .filter((booking) => mayBeBookingOf(booking, entry))
    .sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity))
    .filter(isNew)
}

/** The same, as far as the bank's time allows; its proof in any case. */
const mayBeOf = (entry: JournalEntry, bookings: readonly Booking[]): Booking[] =>
  newFor(entry, bookings).filter((booking) => booking.id === entry.transactionId || isInTime(entry, booking, ZONES_MS))

/**
 * Equal transfers made further apart than this are not taken for each other, unless nobody knows of one: more than the hour by
 * which a bank may tell its times otherwise from one look to the next.
 */
const RIVALS_WITHIN_MS = 120 * 60_000

/** True while the bank has not confirmed the outcome. The player's statement does not count. */
export const isOpen = ({ state, settledBy }: JournalEntry): boolean =>
  state === 'unknown' || state === 'sending' || settledBy === 'player'

/** True where money may have moved, even if the player says that it did not. */
export const mayHaveMoved = (entry: JournalEntry): boolean => isOpen(entry) || entry.state === 'succeeded'

const startOf = ({ since, sentAt = -Infinity }: JournalEntry) => since ?? sentAt

/** True for another transfer whose own booking is not known: one of the bookings may be its. */
function needsBooking(other: JournalEntry, entry: JournalEntry): boolean {
  if (other.id === entry.id) return false
  if (other.state === 'unknown' || other.state === 'sending') return true
  const isNear = startOf(other) >= startOf(entry) - RIVALS_WITHIN_MS
  return isNear && (isOpen(other) || (other.state === 'succeeded' && other.transactionId === undefined))
}

/** How many takers can have a booking of their own at once: `wants` tells for each those that may be its. */
function countMatched(wants: readonly (readonly Booking[])[]): number {
  const owners = new Map<Booking, readonly Booking[]>()
  const finds = (taker: readonly Booking[], tried: Set<Booking>): boolean =>
    taker.some((booking) => {
      if (tried.has(booking)) return false
      tried.add(booking)
      const owner = owners.get(booking)
      if (owner && !finds(owner, tried)) return false // it has no other
      owners.set(booking, taker)
      return true
    })
  return wants.filter((taker) => finds(taker, new Set())).length
}

/**
 * The booking that proves an open transfer, if there is one: equal transfers cannot have all that may be its, so that it has one of
 * its own. An equal one may need a booking that is dated before it: the bank may tell its times by another zone than when that one
 * left. Without a list from before the sending none does.
 */
export function findProof(
  entry: JournalEntry,
  bookings: readonly Booking[],
  entries: readonly JournalEntry[],
): Booking | undefined {
  if (!entry.before) return undefined
  const equals = entries.filter((other) => other.id !== entry.id && isSameInFull(other, entry))
  const proofs = new Set(equals.map(({ transactionId }) => transactionId))
  const own = newFor(entry, bookings).filter(
    (booking) =>
      isBookingOf(booking, entry) && booking.at !== undefined && isInTime(entry, booking) && !proofs.has(booking.id),
  )
  const rivals = equals
    .filter((other) => needsBooking(other, entry))
    .map((other) => mayBeOf(other, bookings).filter((booking) => own.includes(booking)))
  return own.length > countMatched(rivals) ? own[0] : undefined
}

/**
 * The bookings that may be a transfer's, oldest first, while others that happened have one of their own: while there are any, "it did
 * not happen" is refused. Without a list from before, older ones may be among them.
 */
export function unclaimedOf(
  entry: JournalEntry,
  bookings: readonly Booking[],
  entries: readonly JournalEntry[],
): readonly Booking[] {
  const isEqual = (other: JournalEntry) => isSameInFull(other, entry)
  const isTaking = (other: JournalEntry) =>
    other.transactionId === undefined
      ? needsBooking(other, entry) && (other.state === 'succeeded' || !isEqual(other))
      : other.id !== entry.id && bookings.some(({ id }) => id === other.transactionId)
  /** An equal one's booking may be any that the bank tells in its own way, and its proof this transfer's. */
  const takers = entries
    .filter(isTaking)
    .map((other) => mayBeOf(other, bookings).filter((booking) => isEqual(other) || isBookingOf(booking, other)))
  const all = countMatched(takers)
  const isLeft = (booking: Booking) =>
    countMatched(takers.map((taker) => taker.filter((one) => one !== booking))) === all
  return mayBeOf(entry, bookings).filter(isLeft)
}

/** True where one of these bookings, by its terms and text, was not there before a transfer left. */
export const isListedSince = (entry: JournalEntry, bookings: readonly Booking[]): boolean =>
  newFor(entry, bookings).some((booking) => isBookingOf(booking, entry))
