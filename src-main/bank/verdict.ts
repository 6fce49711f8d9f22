import type { CommunityProfile } from '../settings/index.ts'
import type { BankClient } from './client.ts'
import type { JournalEntry } from './journal.ts'
import { claimOfPage, type Claim, type TextsBefore } from './outcome.ts'
import { countTexts } from './page.ts'
import type { BookingsRead, ReadOrder } from './read-bookings.ts'
import { findProof, isListedSince, termsOf } from './settle.ts'

/** What the bank's books held before a transfer left: what is there later and was not yet. */
export interface BooksBefore {
  /** Ids of bookings that may be the transfer's. */
  equal: readonly string[]
  /** Names every booking, as `ReadOrder.seen` takes it. */
  names: string
  /** The newest booking's time, epoch ms. */
  newest?: number
}

/** What can be told of a transfer for good; `transactionId` where its booking was found. */
export type Verdict = Claim & {
  settledBy?: 'bank' | 'transactions'
  transactionId?: string
}

export interface VerdictParts {
  /** The transfer, as it was when it left. */
  entry: JournalEntry
  client: BankClient
  texts: CommunityProfile['bank']['texts']
  /** Texts on the page of the account, before. */
  before: TextsBefore
  /** Absent where the books could not be read. */
  books?: BooksBefore
  entries: () => readonly JournalEntry[]
}

const unknown: Verdict = { state: 'unknown' }

const readBooks = async (client: BankClient, entry: JournalEntry, seen: ReadOrder['seen']): Promise<BookingsRead> => {
  const answer = await client.bookings(entry.from)
  return answer.read({ wanted: [termsOf(entry)], seen })
}

/** Reads the books of the transfer's account before it leaves; undefined where they cannot be had. */
export async function booksBefore(client: BankClient, entry: JournalEntry): Promise<BooksBefore | undefined> {
  try {
    const { found, names = '[]', newest } = await readBooks(client, entry, {})
    return { equal: found.map(({ id }) => id), names, newest }
  } catch {
    return undefined
  }
}

/**
 * What a page of the bank tells of a transfer. Anybody can write the bank's own words into a booking, and that booking may
 * come between the look before and the answer. The transfer's own booking decides; where it is not there, the words count
 * unless something that was booked meanwhile could have brought them.
 */
export async function verdictOfPage(html: string, parts: VerdictParts): Promise<Verdict> {
  const { entry, client, texts, before, books } = parts
  const claim = claimOfPage(await client.read(html), texts, before)
  if (!books) return claim.state !== 'unknown' && (await isGoneLater(parts)) ? claim : unknown
  const now = await readBooks(client, entry, { names: books.names, texts: Object.values(texts) })
  const proof = findProof(entry, now.found, parts.entries())
  if (proof) {
    const settledBy = claim.state === 'succeeded' ? 'bank' : 'transactions'
    return { state: 'succeeded', settledBy, transactionId: proof.id || undefined }
  }
  // A booking that looks like the transfer's is its own, or nobody's refusal: told as refused, it would be sent again.
  const isListed = claim.state === 'refused' && isListedSince(entry, now.found)
  return now.resembles || isListed ? unknown : claim
}

/** Where the answer was lost, a look at the bookings at once may tell, before the session's cookies are too old to ask. */
export async function verdictWithoutAnswer({ entry, client, books, entries }: VerdictParts): Promise<Verdict> {
  if (!books) return unknown
  const { found } = await readBooks(client, entry, undefined)
  const proof = findProof(entry, found, entries())
  return proof ? { state: 'succeeded', settledBy: 'transactions', transactionId: proof.id || undefined } : unknown
}

/** Without books: a notice is shown once, a booking stays. True when the account's page is again as it was before. */
async function isGoneLater({ entry, client, texts, before }: VerdictParts): Promise<boolean> {
  const later = countTexts((await client.page(entry.from)).words, texts)
  return (Object.keys(later) as (keyof TextsBefore)[]).every((key) => later[key] <= before[key])
}

/** What the page says to which the bank has sent us. Where it is another one than before, a second look tells what always stands there. */
export async function verdictOfLook(at: URL, account: URL, parts: VerdictParts): Promise<Verdict> {
  const shown = await parts.client.look(at)
  if (shown.status !== 200) return unknown
  if (at.pathname === account.pathname) return verdictOfPage(shown.text, parts)
  const again = await parts.client.look(at)
  const before = countTexts((await parts.client.read(again.text)).words, parts.texts)
  return again.status === 200 ? verdictOfPage(shown.text, { ...parts, before }) : unknown
}
