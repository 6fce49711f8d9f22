import type { CommunityProfile } from '../settings/index.ts'
import type { BankClient } from './client.ts'
import type { JournalEntry } from './journal.ts'
import { claimOfPage, type Claim, type TextsBefore } from './outcome.ts'
import { countTexts } from './page.ts'
import type { BookingsRead, ReadOrder } from './read-bookings.ts'
import { findProof, isListedSince, termsOf } from './settle.ts'

/** The bank's books before a transfer was sent, to find what is new afterwards. */
export interface BooksBefore {
  /** Ids of bookings that look like the transfer's. */
  equal: readonly string[]
  /** The names of all bookings, for `ReadOrder.seen`. */
  names: string
  /** The newest booking's time, epoch ms. */
  newest?: number
}

/** The result of a transfer; with `transactionId` if its booking was found. */
export type TransferResult = Claim & {
  settledBy?: 'bank' | 'transactions'
  transactionId?: string
}

export interface ResultParts {
  /** The transfer as it was sent. */
  entry: JournalEntry
  client: BankClient
  texts: CommunityProfile['bank']['texts']
  /** Outcome texts on the account's page before it. */
  before: TextsBefore
  /** Absent if the books could not be read. */
  books?: BooksBefore
  entries: () => readonly JournalEntry[]
}

const unknown: TransferResult = { state: 'unknown' }

const readBooks = async (client: BankClient, entry: JournalEntry, seen: ReadOrder['seen']): Promise<BookingsRead> => {
  const answer = await client.bookings(entry.from)
  return answer.read({ wanted: [termsOf(entry)], seen })
}

/** Reads the books of the transfer's account before it is sent; undefined if they cannot be read. */
export async function booksBefore(client: BankClient, entry: JournalEntry): Promise<BooksBefore | undefined> {
  try {
    const { found, names = '[]', newest } = await readBooks(client, entry, {})
    return { equal: found.map(({ id }) => id), names, newest }
  } catch {
    return undefined
  }
}

/**
 * The result by a page of the bank. Anybody can write the bank's own words into a booking, and that booking may come between the
 * look before and the answer. So the transfer's own booking decides. Without it, the page's words count, unless a new booking may
 * be the reason for them.
 */
export async function resultOfPage(html: string, parts: ResultParts): Promise<TransferResult> {
  const { entry, client, texts, before, books } = parts
  const claim = claimOfPage(await client.read(html), texts, before)
  if (!books) return claim.state !== 'unknown' && (await isGoneLater(parts)) ? claim : unknown
  const now = await readBooks(client, entry, { names: books.names, texts: Object.values(texts) })
  const proof = findProof(entry, now.found, parts.entries())
  if (proof) {
    const settledBy = claim.state === 'succeeded' ? 'bank' : 'transactions'
    return { state: 'succeeded', settledBy, transactionId: proof.id || undefined }
  }
  // If a new booking looks like the transfer's, it may have happened. The player would repeat a refused one.
  const isListed = claim.state === 'refused' && isListedSince(entry, now.found)
  return now.resembles || isListed ? unknown : claim
}

/** The result without an answer, by an immediate look at the bookings: later the session's cookies may be too old. */
export async function resultWithoutAnswer({ entry, client, books, entries }: ResultParts): Promise<TransferResult> {
  if (!books) return unknown
  const read = await readBooks(client, entry, undefined).catch(() => undefined)
  const proof = read && findProof(entry, read.found, entries())
  return proof ? { state: 'succeeded', settledBy: 'transactions', transactionId: proof.id || undefined } : unknown
}

/** True if the account's page is again as it was before. The bank shows its notice once, but a booking stays. */
async function isGoneLater({ entry, client, texts, before }: ResultParts): Promise<boolean> {
  const later = countTexts((await client.page(entry.from)).words, texts)
  return (Object.keys(later) as (keyof TextsBefore)[]).every((key) => later[key] <= before[key])
}

/** The result by the page that the bank redirects to. If that is not the account's page, a second look shows what is always on it. */
export async function resultOfLook(at: URL, account: URL, parts: ResultParts): Promise<TransferResult> {
  const shown = await parts.client.look(at)
  if (shown.status !== 200) return unknown
  if (at.pathname === account.pathname) return resultOfPage(shown.text, parts)
  const again = await parts.client.look(at)
  const before = countTexts((await parts.client.read(again.text)).words, parts.texts)
  return again.status === 200 ? resultOfPage(shown.text, { ...parts, before }) : unknown
}
