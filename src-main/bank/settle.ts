import type { JournalEntry } from './journal.ts'
import type { Booking } from './bookings.ts'

/** A text with single spaces, as a page shows it. All comparisons with the bank's words and bookings use this form. */
export const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** What a booking and its transfer have in common. */
export type TransferTerms = Pick<JournalEntry, 'from' | 'to' | 'amount' | 'info'>

/** The terms of an entry alone, which may cross to a thread. */
export const termsOf = ({ from, to, amount, info }: JournalEntry): TransferTerms => ({ from, to, amount, info })

const bare = (iban: string) => iban.replace(/\s/g, '').toUpperCase()

/** True for the same account number, also if it is written with spaces or in lower-case letters. */
export const isSameAccount = (a: string, b: string): boolean => a === b || bare(a) === bare(b)

/** True for transfers of the same amount between the same accounts. An unknown one blocks the other. */
export const isEqualTransfer = (a: TransferTerms, b: TransferTerms): boolean =>
  a.amount === b.amount && isSameAccount(a.from, b.from) && isSameAccount(a.to, b.to)

const isSameInFull = (a: JournalEntry, b: JournalEntry) => isEqualTransfer(a, b) && plain(a.info) === plain(b.info)

/** True for a booking of the same accounts, amount and text. */
export const isBookingOf = (booking: Booking, entry: TransferTerms): boolean =>
  booking.source === entry.from &&
  booking.destination === entry.to &&
  booking.amount === entry.amount &&
  plain(booking.info) === plain(entry.info)

/**
 * True for a booking that may belong to a transfer, even if the bank has cut or escaped its text, writes the accounts in another way, or
 * the amount is unreadable.
 */
export const mayBeBookingOf = ({ source, destination, amount }: Booking, terms: TransferTerms): boolean =>
  (amount === undefined || amount === terms.amount) &&
  isSameAccount(source, terms.from) &&
  isSameAccount(destination, terms.to)

/** Bookings that may belong to a transfer and were not on the list before it, oldest first. */
function newFor(entry: JournalEntry, bookings: readonly Booking[]): Booking[] {
  const stood = [...(entry.before ?? [])]
  const isNew = ({ id }: Booking) => {
    const at = stood.indexOf(id)
    if (at >= 0) stood.splice(at, 1) // only one of them: without numbers, all bookings have the same id
    return at < 0
  }
  return [...bookings]
    .filter((booking) => mayBeBookingOf(booking, entry))
    .sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity))
    .filter(isNew)
}

/** The bank's dates and its own time may be in different zones. */
const ZONES_MS = 24 * 60 * 60_000

/** The same, without those that are too early by the bank's time. The transfer's own proof stays. */
function mayBeOf(entry: JournalEntry, bookings: readonly Booking[]): Booking[] {
  const { transactionId, since = -Infinity } = entry
  return newFor(entry, bookings).filter(({ id, at = Infinity }) => id === transactionId || at >= since - ZONES_MS)
}

/**
 * Equal transfers further apart than this cannot have each other's bookings, unless the outcome of one is unknown. It is more than
 * the hour by which a bank may change its times from one look to the next.
 */
const RIVALS_WITHIN_MS = 120 * 60_000

/** True until the bank confirms the outcome. The player's own statement does not count. */
export const isOpen = ({ state, settledBy }: JournalEntry): boolean =>
  state === 'unknown' || state === 'sending' || settledBy === 'player'

/** True if money may have moved, or is about to, even if the player says that it did not. */
export const mayHaveMoved = (entry: JournalEntry): boolean =>
  isOpen(entry) || entry.state === 'succeeded' || entry.state === 'confirmed'

const startOf = ({ since, sentAt = -Infinity }: JournalEntry) => since ?? sentAt

/** True for another transfer whose own booking is unknown, so that one of the bookings may belong to it. */
function needsBooking(other: JournalEntry, entry: JournalEntry): boolean {
  if (other.state === 'unknown' || other.state === 'sending') return true
  const isNear = startOf(other) >= startOf(entry) - RIVALS_WITHIN_MS
  return isNear && (isOpen(other) || (other.state === 'succeeded' && other.transactionId === undefined))
}

/** How many transfers can have a booking of their own at once. `wants`: the bookings that may belong to each transfer. */
function countMatched(wants: readonly (readonly Booking[])[]): number {
  const owners = new Map<Booking, readonly Booking[]>()
  const finds = (taker: readonly Booking[], tried: Set<Booking>): boolean =>
    taker.some((booking) => {
      if (tried.has(booking)) return false
      tried.add(booking)
      const owner = owners.get(booking)
      if (owner && !finds(owner, tried)) return false // its owner finds no other booking
      owners.set(booking, taker)
      return true
    })
  return wants.filter((taker) => finds(taker, new Set())).length
}

/**
 * The booking that proves an open transfer, if there is one: more bookings may belong to it than equal transfers can have. An equal
 * transfer may need a booking with an earlier date, because the bank may use another time zone than when that transfer was sent.
 * Without a list from before the sending, no booking proves a transfer.
 */
export function findProof(
  entry: JournalEntry,
  bookings: readonly Booking[],
  entries: readonly JournalEntry[],
): Booking | undefined {
  const { before, since = -Infinity } = entry
  if (!before) return undefined
  const equals = entries.filter((other) => other.id !== entry.id && isSameInFull(other, entry))
  const proofs = new Set(equals.map(({ transactionId }) => transactionId))
  const own = newFor(entry, bookings)
    .filter((booking) => isBookingOf(booking, entry) && !proofs.has(booking.id))
    .filter(({ at }) => at !== undefined && at >= since)
  const rivals = equals
    .filter((other) => needsBooking(other, entry))
    .map((other) => mayBeOf(other, bookings).filter((booking) => own.includes(booking)))
  return own.length > countMatched(rivals) ? own[0] : undefined
}

/**
 * The bookings that may belong to a transfer after each other transfer that happened has got one, oldest first. While there are any,
 * "it did not happen" is refused. Without a list from before the sending, older bookings may be among them.
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
      : bookings.some(({ id }) => id === other.transactionId)
  /** Any booking that may belong to an equal transfer counts; of other transfers, only an exact one. */
  const takers = entries
    .filter((other) => other.id !== entry.id && isTaking(other))
    .map((other) => mayBeOf(other, bookings).filter((booking) => isEqual(other) || isBookingOf(booking, other)))
  const all = countMatched(takers)
  const isLeft = (booking: Booking) =>
    countMatched(takers.map((taker) => taker.filter((one) => one !== booking))) === all
  // What was not on the list from before is new, whatever its date.
  return (entry.before ? newFor : mayBeOf)(entry, bookings).filter(isLeft)
}

/** True if one of these bookings may belong to the transfer and was not there before it was sent. */
export const isListedSince = (entry: JournalEntry, bookings: readonly Booking[]): boolean =>
  newFor(entry, bookings).length > 0
