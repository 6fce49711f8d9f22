import { bookingKey, type Transaction, type TransactionRow } from '../../src-preload/contract/bank.ts'
import type { ReadingThread } from '../lib/reading-thread.ts'
import { bankDateReader, newestFirst, readBookings, seenFrom, type Booking, type Viewpoint } from './bookings.ts'
import { csvLines, type CsvForm } from './documents.ts'
import { type BankPage, readPage } from './page.ts'
import { mayBeBookingOf, plain, type TransferTerms } from './settle.ts'

/** What is to be made of the bank's answer. Plain data: it may cross to a thread. */
export interface ReadOrder {
  /** Transfers whose bookings are wanted one by one. */
  wanted: readonly TransferTerms[]
  /** Whether, and from where, the list as a whole is wanted. */
  view?: Viewpoint
  /** Asks for the list as lines of a CSV file: these only, by their `bookingKey`, or all. Needs `view`. */
  csv?: CsvForm & { keys?: readonly string[] }
  /** Asks for the names of all records. `names` are an earlier answer's: then it is wanted whether new records resemble one of `texts`. */
  seen?: { names?: string; texts?: readonly string[] }
}

/** What was made of it. */
export interface BookingsRead {
  /** The bookings that may be the wanted transfers', newest first. */
  found: Booking[]
  /** Records that could not be read. */
  setAside: number
  total: number
  /** The list, newest first: JSON texts of `TransactionRow[]`. A hundred texts cross between processes where 100,000 objects would block both. */
  pages: string[]
  csv?: string
  /** One text that names every record there is, for a later `seen`. */
  names?: string
  /** The newest booking's time, epoch ms; with `seen`. */
  newest?: number
  /** A new record could have brought one of the `texts` to the bank's page. */
  resembles?: boolean
}

/** Bookings of a transfer, beyond which nobody can tell them apart anyhow. */
const MOST_FOUND = 1_000

/** Rows in one page: read in a few milliseconds. */
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

const rowOf = (row: Transaction): TransactionRow => [
  row.id,
  row.at ?? null,
  row.dateText,
  row.amount ?? null,
  row.type,
  row.counterpart,
  row.counterpartName,
  row.initiator,
  row.info,
  row.balance ?? null,
]

function pagesOf(rows: readonly Transaction[]): string[] {
  const pages: string[] = []
  for (let from = 0; from < rows.length; from += PAGE_ROWS)
    pages.push(JSON.stringify(rows.slice(from, from + PAGE_ROWS).map(rowOf)))
  return pages
}

/** The bank's number of a record, or all of it where it has none. */
function nameOf(record: unknown): string {
  const id = (record as { id?: unknown } | null)?.id
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : JSON.stringify(record)
}

const squashed = (text: string) => text.normalize('NFC').replace(/\s+/g, '').toLowerCase()

/** Every two neighbouring words of a text, or its only one. */
function pairsOf(text: string): string[] {
  const words = plain(text).split(' ')
  return words.length === 1 ? [squashed(text)] : words.slice(1).map((word, at) => squashed(`${words[at]}${word}`))
}

/** All texts of a record, as they stand and as a page without care would show them. */
function textsOf(record: unknown): string {
  if (typeof record === 'string') return record
  if (typeof record !== 'object' || record === null) return ''
  return Object.values(record).map(textsOf).join(' ')
}

/**
 * True where a record could have brought one of these texts to a page, alone or with others beside it: two neighbouring words
 * are enough. Records that cannot be read count too, since the page may show them.
 */
function resemblesAny(records: readonly unknown[], texts: readonly string[]): boolean {
  const pairs = texts.filter((text) => plain(text) !== '').flatMap(pairsOf)
  return records.some((record) => {
    const texts = textsOf(record)
    const words = squashed(texts) + squashed(readPage(texts).words)
    return pairs.some((pair) => words.includes(pair))
  })
}

/** Names a list's records and looks at those that are new. */
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
 * Reads the bank's answer with bookings (JSON, a list or `{data: list}`); undefined when it is none. `timeZone` is the
 * IANA zone of the bank's dates.
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

export interface BankReader {
  /** Undefined for what is no list of bookings. @throws WorkerGone */
  bookings(bytes: Buffer, order: ReadOrder): Promise<BookingsRead | undefined>
  /** @throws WorkerGone where a page takes too long or too much to read */
  page(html: string): Promise<BankPage>
}

/**
 * Answers below this size are read where they are: a thread takes longer to start. Whatever is in so few bytes, reading it
 * takes less than a frame or two.
 */
const SMALL_BYTES = 8 << 10

/** Makes the reader for a bank in `timeZone`. `thread` runs the built `bookings-worker`; without it everything is read in place. */
export const createBankReader = (timeZone: string, thread?: ReadingThread): BankReader => ({
  bookings: (bytes, order) =>
    thread && bytes.byteLength > SMALL_BYTES
      ? thread.call('bookings', { bytes, order, timeZone })
      : Promise.resolve(readBookingsAnswer(bytes, order, timeZone)),
  page: (html) => (thread && html.length > SMALL_BYTES ? thread.call('page', html) : Promise.resolve(readPage(html))),
})
