import type { BankClient } from './client.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { claimOfPage, type Claim, type OutcomeTexts, type TextsBefore } from './outcome.ts'
import { countTexts } from './page.ts'
import type { Booking } from './bookings.ts'
import type { BookingsRead, ReadOrder } from './read-bookings.ts'
import { findProof, isListedSince, termsOf } from './settle.ts'

/** The result of a transfer; with `transactionId` if its booking was found. */
export type TransferResult = Claim & Pick<JournalEntry, 'settledBy' | 'transactionId'>

export interface ResultParts {
  /** The transfer as it was sent. */
  entry: JournalEntry
  client: BankClient
  journal: Journal
  texts: OutcomeTexts
  /** Outcome texts on the account's page before it. */
  shown: TextsBefore
  /** The names of all bookings before it, for `ReadOrder.seen`; absent if they could not be read. */
  names?: string
}

const unknown: TransferResult = { state: 'unknown' }

/** What an open transfer becomes by its proof, which may have no number. */
export const provenBy = ({ id }: Booking, settledBy: 'bank' | 'transactions' = 'transactions') =>
  ({ state: 'succeeded', settledBy, transactionId: id || undefined }) as const

/** Reads the books of the transfer's account. */
export async function readBooks(
  client: BankClient,
  entry: JournalEntry,
  seen?: ReadOrder['seen'],
): Promise<BookingsRead> {
  const answer = await client.bookings(entry.from)
  return answer.read({ wanted: [termsOf(entry)], seen })
}

/**
 * The result by a page of the bank. Anybody can write the bank's own words into a booking, and that booking may come between the
 * look before and the answer. So the transfer's own booking decides. Without it, the page's words count, unless a new booking may
 * be the reason for them.
 */
export async function resultOfPage(html: string, parts: ResultParts): Promise<TransferResult> {
  const { entry, client, journal, texts, shown, names } = parts
  const claim = claimOfPage(await client.read(html), texts, shown)
  if (names === undefined) return claim.state !== 'unknown' && (await isGoneLater(parts)) ? claim : unknown
  const now = await readBooks(client, entry, { names, texts: Object.values(texts) })
  const proof = findProof(entry, now.found, journal.entries)
  if (proof) return provenBy(proof, claim.state === 'succeeded' ? 'bank' : 'transactions')
  // If a new booking looks like the transfer's, it may have happened. The player would repeat a refused one.
  const isListed = claim.state === 'refused' && isListedSince(entry, now.found)
  return now.resembles || isListed ? unknown : claim
}

/** The result without an answer, by an immediate look at the bookings: later the session's cookies may be too old. */
export async function resultWithoutAnswer({ entry, client, journal, names }: ResultParts): Promise<TransferResult> {
  if (names === undefined) return unknown
  const read = await readBooks(client, entry).catch(() => undefined)
  const proof = read && findProof(entry, read.found, journal.entries)
  return proof ? provenBy(proof) : unknown
}

/** True if the account's page is again as it was before. The bank shows its notice once, but a booking stays. */
async function isGoneLater({ entry, client, texts, shown }: ResultParts): Promise<boolean> {
  const later = countTexts((await client.page(entry.from)).words, texts)
  return (Object.keys(later) as (keyof TextsBefore)[]).every((key) => later[key] <= shown[key])
}

/** The result by the page that the bank redirects to. If that is not the account's page, a second look shows what is always on it. */
export async function resultOfLook(at: URL, account: URL, parts: ResultParts): Promise<TransferResult> {
  const answer = await parts.client.look(at)
  if (answer.status !== 200) return unknown
  if (at.pathname === account.pathname) return resultOfPage(answer.text, parts)
  const again = await parts.client.look(at)
  const always = countTexts((await parts.client.read(again.text)).words, parts.texts)
  return again.status === 200 ? resultOfPage(answer.text, { ...parts, shown: always }) : unknown
}
