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

/** A transfer that is ready to send: connected, with nothing sent yet. */
export interface ReadyTransfer {
  readonly connection: Connection
  readonly url: URL
  readonly request: BankRequest
}

/** The bank's answer with an account's bookings, not read yet. */
export interface BookingsAnswer {
  /** @throws Failure `bank-answer-unusable` if it holds no bookings */
  read(order: ReadOrder): Promise<BookingsRead>
}

/** An account's page, and the bank's own time of it (epoch ms). */
export type AccountPage = BankPage & { date?: number }

const MAX_HOPS = 3

const unreachable = (error: unknown) =>
  error instanceof ConnectionError ? new Failure('bank-unreachable', { reason: error.reason }, { cause: error }) : error

const looksLikeHtml = ({ headers, body }: BankResponse) =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body.subarray(0, 200).toString())

const addressAt = (home: URL, path: string) => new URL(`${home.href.replace(/\/$/, '')}${path}`)
const pageAddress = (home: URL, iban: string) => addressAt(home, `/banking/${encodeURIComponent(iban)}`)

/**
 * Speaks to the bank with one sign-in's session: one request at a time, each on a connection of its own. Reads do not go through
 * `http` either: most are POSTs, and since the cookies rotate with every answer, no request may overtake or repeat another.
 */
export class BankClient {
  readonly session: SessionHandle
  readonly #parts: ClientParts

  constructor(parts: ClientParts, session: SessionHandle) {
    this.session = session
    this.#parts = parts
  }

  /** Reads the bank's page of an account. @throws Failure `bank-signed-out`, `bank-unreachable`, `bank-answer-unusable` */
  async page(iban: string): Promise<AccountPage> {
    const { status, text, date } = await this.look(pageAddress(this.#parts.home, iban))
    if (status !== 200) throw new Failure('bank-answer-unusable', { what: 'page', status })
    const page = await this.read(text).catch(() => undefined)
    if (!page) throw new Failure('bank-answer-unusable', { what: 'page', status })
    if (page.token) this.#parts.session.hide(page.token)
    this.session.confirm()
    return { ...page, date }
  }

  /** Asks for the bookings of an account. @throws as `page` */
  async bookings(iban: string): Promise<BookingsAnswer> {
    const { home, reader } = this.#parts
    const url = addressAt(home, `/banking/${encodeURIComponent(iban)}/data`)
    const headers = await this.#headersFor(url, { accept: 'application/json', 'content-type': 'application/json' })
    const answer = await this.#send({ method: 'POST', url, headers, body: '{}' })
    this.#refuseSignedOut(answer, url)
    const unusable = () => new Failure('bank-answer-unusable', { what: 'transactions', status: answer.status })
    if (answer.status !== 200) throw unusable()
    if (looksLikeHtml(answer)) throw this.session.expire()
    return {
      read: async (order) => {
        const read = await reader.bookings(answer.body, order).catch(() => undefined)
        if (!read) throw unusable()
        this.session.confirm()
        return read
      },
    }
  }

  /** Connects for a transfer. @throws Failure `bank-unreachable`: then nothing was sent */
  async ready(transfer: Transfer, token: string): Promise<ReadyTransfer> {
    const { home, bank, limits } = this.#parts
    const url = pageAddress(home, transfer.from)
    const { type, body } = transferBody(bank.encoding, transfer, token)
    const more = { accept: 'text/html', 'content-type': type, origin: home.origin, referer: url.href }
    const headers = await this.#headersFor(url, more)
    try {
      return { connection: await connect(url, limits), url, request: { method: 'POST', url, headers, body } }
    } catch (error) {
      throw unreachable(error)
    }
  }

  /** Sends a transfer. @throws ConnectionError if no whole answer came */
  deliver({ connection, request }: ReadyTransfer): Promise<BankResponse> {
    return this.#exchange(connection, request)
  }

  /** Reads a page, following redirects within the bank. @throws as `page` */
  async look(url: URL, hops = MAX_HOPS): Promise<BankResponse> {
    const headers = await this.#headersFor(url, { accept: 'text/html' })
    const answer = await this.#send({ method: 'GET', url, headers })
    this.#refuseSignedOut(answer, url)
    const target = redirectOf(answer, url)
    if (!target) return answer
    if (target.origin !== this.#parts.home.origin || hops === 0)
      throw new Failure('bank-answer-unusable', { what: 'page', status: answer.status })
    return this.look(target, hops - 1)
  }

  /** Reads a page's HTML. @throws WorkerGone if that takes too much time or memory */
  read(html: string): Promise<BankPage> {
    return this.#parts.reader.page(html)
  }

  /** Sends one request and keeps the cookies of the answer, even if the answer breaks off. */
  async #exchange(connection: Connection, request: BankRequest): Promise<BankResponse> {
    let kept = Promise.resolve()
    const keep = (setCookie: readonly string[]) => {
      kept = this.session.keep(setCookie, request.url).catch(() => undefined)
    }
    try {
      return await connection.send(request, keep)
    } finally {
      await kept
    }
  }

  /** Sends one request on a connection of its own. */
  async #send(request: BankRequest): Promise<BankResponse> {
    try {
      const connection = await connect(request.url, this.#parts.limits)
      if (this.session.signal.aborted) connection.close()
      this.session.refuseOver()
      return await this.#exchange(connection, request)
    } catch (error) {
      throw unreachable(error)
    }
  }

  async #headersFor(url: URL, more: Record<string, string>) {
    return { ...(await this.session.headers(url)), 'user-agent': this.#parts.agent, ...more }
  }

  /** Throws if an answer says that the session is over. */
  #refuseSignedOut(answer: BankResponse, url: URL): void {
    const { home, bank } = this.#parts
    const target = redirectOf(answer, url)
    const over = answer.status === 401 || answer.status === 419 || (target && isLogin(target, home, bank.loginHosts))
    if (over) throw this.session.expire()
  }
}

/** Gives the client to one piece of work at a time. */
export function createBankQueue(parts: ClientParts) {
  const inTurn = pLimit(1)
  return {
    /** Runs `work` with no other request to the bank in between. Uses the present session unless one is given. */
    alone: <T>(work: (client: BankClient) => Promise<T>, session = parts.session.current()): Promise<T> =>
      inTurn(() => work(new BankClient(parts, session))),
  }
}

export type BankQueue = ReturnType<typeof createBankQueue>

function transferBody(encoding: 'form' | 'json', { to, amount, info }: Transfer, token: string) {
  const fields = { _token: token, type: 'init_transaction', amount: String(amount), iban: to, info }
  return encoding === 'json'
    ? { type: 'application/json', body: JSON.stringify(fields) }
    : { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() }
}
