import { Failure } from '../../src-preload/contract/failure.ts'
import type { Transfer } from '../../src-preload/contract/bank.ts'
import pLimit from 'p-limit'
import type { CommunityProfile } from '../settings/index.ts'
import {
  connect,
  ConnectionError,
  type BankLimits,
  type BankRequest,
  type BankResponse,
  type Connection,
} from './connection.ts'
import { isLogin, redirectOf } from './outcome.ts'
import type { BankPage } from './page.ts'
import type { BankReader, BookingsRead, ReadOrder } from './read-bookings.ts'
import type { BankSession, SessionHandle } from './session.ts'

export interface ClientParts {
  /** Base address of the bank. */
  home: URL
  bank: CommunityProfile['bank']
  session: BankSession
  limits: BankLimits
  reader: BankReader
  /** Sent as `user-agent`. */
  agent: string
}

/** A transfer that is ready to leave: connected, with nothing sent yet. */
export interface ReadyTransfer {
  readonly connection: Connection
  readonly url: URL
  readonly request: BankRequest
}

/** The bank's answer with an account's bookings, not looked into yet. */
export interface BookingsAnswer {
  /** @throws Failure `bank-answer-unusable` when it holds no bookings */
  read(order: ReadOrder): Promise<BookingsRead>
}

/** An account's page, and the bank's own time at which it was made (epoch ms). */
export type AccountPage = BankPage & { date?: number }

/**
 * Speaks to the bank with one sign-in's session: one request at a time, each on a connection of its own. Reads do so too, and
 * not through `http`: the cookies rotate with every answer, so none may overtake or repeat another, and most are POSTs.
 */
export interface BankClient {
  readonly session: SessionHandle
  /** The bank's page of an account. @throws Failure `bank-signed-out`, `bank-unreachable`, `bank-answer-unusable` */
  page(iban: string): Promise<AccountPage>
  /** Asks for the bookings of an account. @throws as `page` */
  bookings(iban: string): Promise<BookingsAnswer>
  /** Connects for a transfer. @throws Failure `bank-unreachable` — and then nothing of it has left */
  ready(transfer: Transfer, token: string): Promise<ReadyTransfer>
  /** Lets a transfer leave. @throws ConnectionError where no whole answer came */
  deliver(ready: ReadyTransfer): Promise<BankResponse>
  /** Follows a transfer's redirect within the bank by reading its target. */
  look(url: URL): Promise<BankResponse>
  /** Reads a page that came. @throws WorkerGone where that takes too long or too much */
  read(html: string): Promise<BankPage>
}

/** The one way to a client. */
export interface BankQueue {
  /** Runs `work` with no other request to the bank in between, with the session there is now unless it is given. */
  alone<T>(work: (client: BankClient) => Promise<T>, session?: SessionHandle): Promise<T>
}

/** What the requests of one client need. */
interface RequestParts extends Omit<ClientParts, 'session'> {
  session: SessionHandle
  hide: (secret: string) => void
}

const MAX_HOPS = 3

const unreachable = (error: unknown) =>
  error instanceof ConnectionError ? new Failure('bank-unreachable', { reason: error.reason }, { cause: error }) : error

const looksLikeHtml = ({ headers, body }: BankResponse) =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body.subarray(0, 200).toString())

/** The address of something at the bank. */
const addressAt = (home: URL, path: string) => new URL(`${home.href.replace(/\/$/, '')}${path}`)
const pageAddress = (home: URL, iban: string) => addressAt(home, `/banking/${encodeURIComponent(iban)}`)

/** Sends one request and keeps the cookies that come with the answer, be the answer whole or not. */
async function exchange(
  { session }: RequestParts,
  connection: Connection,
  request: BankRequest,
): Promise<BankResponse> {
  let kept = Promise.resolve()
  const keep = (setCookie: readonly string[]) => {
    kept = session.keep(setCookie, request.url).catch(() => undefined)
  }
  try {
    return await connection.send(request, keep)
  } finally {
    await kept
  }
}

/** Sends one request on a connection of its own. */
async function send(parts: RequestParts, request: BankRequest): Promise<BankResponse> {
  const { session, limits } = parts
  try {
    const connection = await connect(request.url, limits)
    if (session.over) connection.close()
    session.refuseOver()
    return await exchange(parts, connection, request)
  } catch (error) {
    throw unreachable(error)
  }
}

const headersFor = async ({ session, agent }: RequestParts, url: URL, more: Record<string, string>) => ({
  ...(await session.headers(url)),
  'user-agent': agent,
  ...more,
})

/** Throws when an answer says that the session is over. */
function refuseSignedOut({ session, home, bank }: RequestParts, answer: BankResponse, url: URL): void {
  const target = redirectOf(answer, url)
  const over = answer.status === 401 || answer.status === 419 || (target && isLogin(target, home, bank.loginHosts))
  if (over) throw session.expire()
}

/** Reads a page, following redirects within the bank. */
async function get(parts: RequestParts, url: URL, hops = MAX_HOPS): Promise<BankResponse> {
  const answer = await send(parts, {
    method: 'GET',
    url,
    headers: await headersFor(parts, url, { accept: 'text/html' }),
  })
  refuseSignedOut(parts, answer, url)
  const target = redirectOf(answer, url)
  if (!target) return answer
  if (target.origin !== parts.home.origin || hops === 0)
    throw new Failure('bank-answer-unusable', { what: 'page', status: answer.status })
  return get(parts, target, hops - 1)
}

async function readAccountPage(parts: RequestParts, iban: string): Promise<AccountPage> {
  const { status, text, date } = await get(parts, pageAddress(parts.home, iban))
  if (status !== 200) throw new Failure('bank-answer-unusable', { what: 'page', status })
  const page = await parts.reader.page(text).catch(() => undefined)
  if (!page) throw new Failure('bank-answer-unusable', { what: 'page', status })
  if (page.token) parts.hide(page.token)
  parts.session.confirm()
  return { ...page, date }
}

async function readData(parts: RequestParts, iban: string): Promise<BookingsAnswer> {
  const url = addressAt(parts.home, `/banking/${encodeURIComponent(iban)}/data`)
  const headers = await headersFor(parts, url, { accept: 'application/json', 'content-type': 'application/json' })
  const answer = await send(parts, { method: 'POST', url, headers, body: '{}' })
  refuseSignedOut(parts, answer, url)
  const unusable = () => new Failure('bank-answer-unusable', { what: 'transactions', status: answer.status })
  if (answer.status !== 200) throw unusable()
  if (looksLikeHtml(answer)) throw parts.session.expire()
  return {
    async read(order) {
      const read = await parts.reader.bookings(answer.body, order).catch(() => undefined)
      if (!read) throw unusable()
      parts.session.confirm()
      return read
    },
  }
}

async function readyTransfer(parts: RequestParts, transfer: Transfer, token: string): Promise<ReadyTransfer> {
  const url = pageAddress(parts.home, transfer.from)
  const { type, body } = transferBody(parts.bank.encoding, transfer, token)
  const more = { accept: 'text/html', 'content-type': type, origin: parts.home.origin, referer: url.href }
  const headers = await headersFor(parts, url, more)
  try {
    return { connection: await connect(url, parts.limits), url, request: { method: 'POST', url, headers, body } }
  } catch (error) {
    throw unreachable(error)
  }
}

/** Makes the queue of one bank. */
export function createBankQueue({ session: sessions, ...rest }: ClientParts): BankQueue {
  const inTurn = pLimit(1)
  const clientOf = (session: SessionHandle): BankClient => {
    const parts: RequestParts = { ...rest, session, hide: sessions.hide }
    return {
      session,
      page: (iban) => readAccountPage(parts, iban),
      bookings: (iban) => readData(parts, iban),
      ready: (transfer, token) => readyTransfer(parts, transfer, token),
      deliver: ({ connection, request }) => exchange(parts, connection, request),
      look: (url) => get(parts, url),
      read: parts.reader.page,
    }
  }
  return { alone: (work, session = sessions.current()) => inTurn(() => work(clientOf(session))) }
}

function transferBody(encoding: 'form' | 'json', { to, amount, info }: Transfer, token: string) {
  const fields = { _token: token, type: 'init_transaction', amount: String(amount), iban: to, info }
  return encoding === 'json'
    ? { type: 'application/json', body: JSON.stringify(fields) }
    : { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() }
}
