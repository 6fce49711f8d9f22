import { isFailure, type FailureCode } from '../../src-preload/contract/failure.ts'
import type { RefusalReason } from '../../src-preload/contract/bank.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { BankClient, ReadyTransfer } from './client.ts'
import { ConnectionError } from './connection.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { outcomeOfAnswer } from './outcome.ts'
import { countTexts } from './page.ts'
import {
  readBooks,
  resultOfLook,
  resultOfPage,
  resultWithoutAnswer,
  type ResultParts,
  type TransferResult,
} from './transfer-result.ts'

export interface TransferParts {
  client: BankClient
  journal: Journal
  bank: CommunityProfile['bank']
  now: () => Date
}

/** What is known right before the sending. */
interface Prepared extends Pick<ResultParts, 'shown' | 'names'> {
  ready: ReadyTransfer
  /** For the journal. Without `before` no booking can prove the transfer, and the player has to settle an unknown one. */
  known: Pick<JournalEntry, 'before' | 'since'>
}

/** A transfer that was confirmed longer ago, before the computer slept, is no longer expected. Nor is one whose age a set clock hides. */
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
    sending = await journal.change(entry.id, { state: 'sending', sentAt: stamp(), ...prepared.known })
  } catch (error) {
    connection.close() // nothing is sent without a record
    await notSent('not-recorded')
    throw error
  }
  const hindrance = () => {
    if (client.session.signal.aborted) return 'signed-out'
    if (Math.abs(stamp() - entry.confirmedAt) > CONFIRMED_LASTS_MS) return 'token-expired'
    return connection.broken ? 'unreachable' : undefined
  }
  const reason = hindrance()
  if (reason) {
    connection.close()
    return notSent(reason)
  }
  const result = await dispatch(sending, prepared, parts)
  return journal.conclude(entry.id, result.state === 'unknown' ? result : { settledBy: 'bank', ...result })
}

const MINUTE = 60_000
/** The bank dates bookings in whole minutes, and the clocks of its own machines may differ. */
const SLACK_MS = 2 * MINUTE

/** The earliest time that the bank can give a booking from now on, by its own time or its newest booking, never by this computer's clock. */
function sinceOf(newest = Infinity, date = Infinity): number | undefined {
  const since = Math.min(Math.floor(date / MINUTE) * MINUTE - SLACK_MS, newest)
  return since === Infinity ? undefined : since
}

/** Undefined if there is no form token to send with. */
async function prepare(entry: JournalEntry, { client, bank }: TransferParts): Promise<Prepared | undefined> {
  // before the page, so that the page cannot show an older booking
  const books = await readBooks(client, entry, {}).catch(() => undefined)
  const page = await client.page(entry.from)
  const token = page.token ?? client.session.pastedToken
  if (!token) return undefined
  const ready = await client.ready(entry, token)
  const known = { before: books?.found.map(({ id }) => id), since: sinceOf(books?.newest, page.date) }
  return { ready, known, shown: countTexts(page.words, bank.texts), names: books?.names }
}

/**
 * Sends the request. From here on it may have reached the bank, so every failure is `unknown`, and nothing is sent again. What tells:
 * - a page: the transfer's booking, or else the page's words
 * - a redirect within the bank: the same, by the page that it leads to
 * - 419, 401 or a redirect to the sign-in: `refused`, since the bank answers so before it executes anything
 * - a lost connection: the transfer's booking, by an immediate look
 * - a timeout or anything else: nothing yet
 */
async function dispatch(
  entry: JournalEntry,
  { ready, shown, names }: Prepared,
  { client, journal, bank }: TransferParts,
): Promise<TransferResult> {
  const { url } = ready
  const { texts, loginHosts } = bank
  const parts: ResultParts = { entry, client, journal, texts, shown, names }
  try {
    const answer = await client.deliver(ready)
    const outcome = outcomeOfAnswer(answer, { url, loginHosts })
    if (outcome.state === 'page') return await resultOfPage(outcome.html, parts)
    return outcome.state === 'look' ? await resultOfLook(outcome.at, url, parts) : outcome
  } catch (error) {
    const isLost = error instanceof ConnectionError && error.reason !== 'timeout'
    return isLost ? resultWithoutAnswer(parts) : { state: 'unknown' }
  }
}
