import { isFailure, type FailureCode } from '../../src-preload/contract/failure.ts'
import type { RefusalReason } from '../../src-preload/contract/bank.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { BankClient, ReadyTransfer } from './client.ts'
import { ConnectionError } from './connection.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { outcomeOfAnswer, type TextsBefore } from './outcome.ts'
import { countTexts } from './page.ts'
import {
  booksBefore,
  resultOfLook,
  resultOfPage,
  resultWithoutAnswer,
  type BooksBefore,
  type ResultParts,
  type TransferResult,
} from './transfer-result.ts'

export interface TransferParts {
  client: BankClient
  journal: Journal
  bank: CommunityProfile['bank']
  now: () => Date
}

interface Prepared {
  ready: ReadyTransfer
  before: TextsBefore
  /** Without them no booking can prove the transfer, and the player has to settle an unknown one. */
  books?: BooksBefore
  /** As `JournalEntry.since`. */
  since?: number
}

/** A transfer that was confirmed longer ago, before the computer slept, is no longer expected. */
const CONFIRMED_LASTS_MS = 10 * 60_000

/** The reasons for the journal, by the code of a failed preparation. */
const notSentReasons: Partial<Record<FailureCode, RefusalReason>> = {
  'bank-signed-out': 'signed-out',
  'bank-answer-unusable': 'answer-unusable',
  'keychain-unavailable': 'keychain',
}

const notSentReason = (error: unknown): RefusalReason =>
  (isFailure(error) && notSentReasons[error.code]) || 'unreachable'

/**
 * Sends a confirmed entry of the journal: one POST, or none. The order makes it safe:
 * 1. read the bookings and the page (token, words), 2. connect, 3. write `sending` to disk, 4. send the request, 5. write the
 * outcome. A failure before step 4 is `not-sent`; from step 4 on it is `unknown`. The bank's failures are outcomes and not thrown.
 * @throws Failure `journal-not-written` if `sending` could not be written: then nothing was sent
 */
export async function sendTransfer(entry: JournalEntry, parts: TransferParts): Promise<JournalEntry> {
  const { client, journal, now } = parts
  const stamp = () => now().getTime()
  const notSent = (reason: RefusalReason) => journal.conclude(entry.id, { state: 'not-sent', reason, settledBy: 'app' })
  let prepared: Prepared | undefined
  try {
    prepared = await prepare(entry, parts)
  } catch (error) {
    return notSent(notSentReason(error))
  }
  if (!prepared) return notSent('token-expired')
  const { connection } = prepared.ready
  let sending: JournalEntry
  try {
    const { books, since } = prepared
    sending = await journal.change(entry.id, { state: 'sending', sentAt: stamp(), before: books?.equal, since })
  } catch (error) {
    connection.close() // nothing is sent without a record
    await notSent('not-recorded')
    throw error
  }
  if (client.session.over) {
    connection.close()
    return notSent('signed-out')
  }
  if (stamp() - entry.confirmedAt > CONFIRMED_LASTS_MS) {
    connection.close()
    return notSent('token-expired')
  }
  if (connection.broken) return notSent('unreachable')
  const result = await dispatch(sending, prepared, parts)
  return journal.conclude(entry.id, result.state === 'unknown' ? result : { settledBy: 'bank', ...result })
}

const MINUTE = 60_000
/** The bank dates bookings in whole minutes, and the clocks of its own machines may differ. */
const SLACK_MS = 2 * MINUTE

/** The earliest time that the bank can give a booking from now on, by its own time or its newest booking, never by this computer's clock. */
function sinceOf(books?: BooksBefore, date?: number): number | undefined {
  const ownTimes = date === undefined ? [] : [Math.floor(date / MINUTE) * MINUTE - SLACK_MS]
  const times = books?.newest === undefined ? ownTimes : [...ownTimes, books.newest]
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Undefined if there is no form token to send with. */
async function prepare(entry: JournalEntry, { client, bank }: TransferParts): Promise<Prepared | undefined> {
  const books = await booksBefore(client, entry) // before the page, so that the page cannot show an older booking
  const page = await client.page(entry.from)
  const token = page.token ?? client.session.pastedToken
  if (!token) return undefined
  const ready = await client.ready(entry, token)
  return { ready, before: countTexts(page.words, bank.texts), books, since: sinceOf(books, page.date) }
}

/** Sends the request. From here on it may have reached the bank, so every failure is `unknown`, and nothing is sent again. */
async function dispatch(
  entry: JournalEntry,
  { ready, before, books }: Prepared,
  parts: TransferParts,
): Promise<TransferResult> {
  const { client, journal, bank } = parts
  const { url } = ready
  const { texts, loginHosts } = bank
  const known: ResultParts = { entry, client, texts, before, books, entries: () => journal.entries }
  try {
    const answer = await client.deliver(ready)
    const outcome = outcomeOfAnswer(answer, { url, loginHosts })
    if (outcome.state === 'page') return await resultOfPage(outcome.html, known)
    return outcome.state === 'look' ? await resultOfLook(outcome.at, url, known) : outcome
  } catch (error) {
    const isLost = error instanceof ConnectionError && error.reason !== 'timeout'
    return isLost ? resultWithoutAnswer(known) : { state: 'unknown' }
  }
}
