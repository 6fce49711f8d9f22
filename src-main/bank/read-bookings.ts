import { bookingKey, type Transaction } from '../../src-preload/contract/bank.ts'
import type { ReadingThread } from '../lib/reading-thread.ts'
import { bankDateReader, newestFirst, readBookings, seenFrom, type Booking, type Viewpoint } from './bookings.ts'
import { csvLines, type CsvForm } from './documents.ts'
import { type BankPage, readPage } from './page.ts'
import { mayBeBookingOf, plain, type TransferTerms } from './settle.ts'

/** What to read from the bank's answer. Plain data: it may cross to a thread. */
export interface ReadOrder {
  wanted: readonly TransferTerms[]
  /** Asks for the whole list, from one account's side. */
  view?: Viewpoint
  /** Asks for the list as lines of a CSV file: all, or those with these `bookingKey`s. Needs `view`. */
  csv?: CsvForm & { keys?: readonly string[] }
  /** Asks for the names of all records. With the `names` of an earlier answer, also whether a new record resembles one of `texts`. */
  seen?: { names?: string; texts?: readonly string[] }
}

export interface BookingsRead {
  /** The bookings that may be the wanted transfers', newest first. */
  found: Booking[]
  /** Records that could not be read. */
  setAside: number
  total: number
  /** The list, newest first: JSON texts of `Transaction[]`. 100,000 objects would block both processes; a hundred texts do not. */
  pages: string[]
  csv?: string
  /** The names of all records as one text, for a later `seen`. */
  names?: string
  /** The newest booking's time, epoch ms; with `seen`. */
  newest?: number
  /** A new record may be the reason that one of the `texts` is on the bank's page. */
  resembles?: boolean
}

/** Most bookings that are given for a transfer. Nobody can tell more of them apart. */
const MOST_FOUND = 1_000

/** Rows of one page. The page parses so many in a few milliseconds. */
const PAGE_ROWS = 1_000

const decoder = new TextDecoder()

function listOf(bytes: Uint8Array): unknown[] | undefined {
  try {
    const parsed = JSON.parse(decoder.decode(bytes)) as unknown
    if (Array.isArray(parsed)) return parsed as unknown[]
    const data = (parsed as { data?: unknown } | null)?.data
    return Array.isArray(data) ? (data as unknown[]) : undefined
  } catch {
    return undefined
  }
}

function pagesOf(rows: readonly Transaction[]): string[] {
  const pages: string[] = []
  for (let from = 0; from < rows.length; from += PAGE_ROWS)
    pages.push(JSON.stringify(rows.slice(from, from + PAGE_ROWS)))
  return pages
}

/** The bank's number of a record, or the whole record if it has none. */
function nameOf(record: unknown): string {
  const id = (record as { id?: unknown } | null)?.id
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : JSON.stringify(record)
}

const squashed = (text: string) => text.normalize('NFC').replace(/\s+/g, '').toLowerCase()

/** Each two neighbouring words of a text, or its only word. */
function pairsOf(text: string): string[] {
  const words = plain(text).split(' ')
  return words.length === 1 ? [squashed(text)] : words.slice(1).map((word, at) => squashed(`${words[at]}${word}`))
}

function textsOf(record: unknown): string {
  if (typeof record === 'string') return record
  if (typeof record !== 'object' || record === null) return ''
  return Object.values(record).map(textsOf).join(' ')
}

/**
 * True if a record may be the reason that one of these texts is on a page, alone or together with its neighbours: two neighbouring
 * words are enough. Unreadable records count too, since the page may show them.
 */
function resemblesAny(records: readonly unknown[], texts: readonly string[]): boolean {
  const pairs = texts.filter((text) => plain(text) !== '').flatMap(pairsOf)
  return records.some((record) => {
    const texts = textsOf(record)
    const words = squashed(texts) + squashed(readPage(texts).words)
    return pairs.some((pair) => words.includes(pair))
  })
}

/** Names a list's records, and compares the new ones with the texts. */
function comparedTo(
  { names: before, texts = [] }: NonNullable<ReadOrder['seen']>,
  list: readonly unknown[],
): Pick<BookingsRead, 'names' | 'resembles'> {
  const names = list.map(nameOf)
  const known = new Set(before === undefined ? names : (JSON.parse(before) as string[]))
  const fresh = list.filter((_, at) => !known.has(names[at] ?? ''))
  return { names: JSON.stringify(names), resembles: resemblesAny(fresh, texts) }
}

/**
 * Reads the bank's answer with bookings (JSON, a list or `{data: list}`); undefined if it is something else. `timeZone` is
 * the IANA zone of the bank's dates.
 */
export function readBookingsAnswer(bytes: Uint8Array, order: ReadOrder, timeZone: string): BookingsRead | undefined {
  const { wanted, view, csv } = order
  const list = listOf(bytes)
  if (!list) return undefined
  const { bookings, setAside } = readBookings(list, bankDateReader(timeZone))
  const found = bookings.filter((booking) => wanted.some((terms) => mayBeBookingOf(booking, terms)))
  const compared = order.seen && { ...comparedTo(order.seen, list), newest: newestOf(bookings) }
  const read: BookingsRead = {
    found: newestFirst(found).slice(0, MOST_FOUND),
    setAside,
    total: bookings.length,
    pages: [],
    ...compared,
  }
  if (!view) return read
  const seen = seenFrom(bookings, view)
  if (!csv) return { ...read, pages: pagesOf(seen) }
  const keys = csv.keys && new Set(csv.keys)
  const chosen = keys ? seen.filter((row) => keys.has(bookingKey(row))) : seen
  return { ...read, csv: csvLines(view.iban, chosen, { ...csv, timeZone }) }
}

const newestOf = (bookings: readonly Booking[]): number | undefined =>
  bookings.reduce<number | undefined>(
    (newest, { at }) => (at !== undefined && at > (newest ?? -Infinity) ? at : newest),
    undefined,
  )

/** Smaller answers are read in this thread, in a few milliseconds whatever they hold. Starting a thread takes longer. */
const SMALL_BYTES = 8 << 10

/** Makes the reader for a bank in `timeZone`. `thread` runs the built `bookings-worker`; without it, this thread reads everything. */
export const createBankReader = (timeZone: string, thread?: ReadingThread) => ({
  /** Undefined if the answer is no list of bookings. @throws WorkerGone */
  bookings: (bytes: Buffer, order: ReadOrder): Promise<BookingsRead | undefined> =>
    thread && bytes.byteLength > SMALL_BYTES
      ? thread.call('bookings', { bytes, order, timeZone })
      : Promise.resolve(readBookingsAnswer(bytes, order, timeZone)),
  /** @throws WorkerGone if a page takes too much time or memory */
  page: (html: string): Promise<BankPage> =>
    thread && html.length > SMALL_BYTES ? thread.call('page', html) : Promise.resolve(readPage(html)),
})

export type BankReader = ReturnType<typeof createBankReader>
