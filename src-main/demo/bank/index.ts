import type { DemoAnswer, DemoRequest, DemoRoute, RawAnswer } from '../route.ts'
import { html, json } from '../route.ts'
import { createLedger, type Ledger, type LedgerBooking, type TransferVerdict } from './ledger.ts'
import { accountPage, errorPage, expiredPage, loginPage } from './pages.ts'
import { createSessions, type PanelSession, type Sessions } from './sessions.ts'

export type { Ledger } from './ledger.ts'

/**
 * How a transfer goes wrong.
 * - `reset-before-headers`: the connection is cut before the bank looked at it
 * - `reset-after-read`: cut after the whole request was read, not executed
 * - `reset-after-execute`: executed, then cut without an answer
 * - `wait`, `wait-after-execute`: no answer, ever
 * - `500`, `500-after-execute`: an error page
 * - `cut-answer-after-execute`: executed, half of the answer
 * - `no-words-after-execute`: executed, and a page that does not say so
 * - `executed-late`: no answer, and executed only once nobody waits for one any more
 * - `419`: the form token has expired, not executed
 * - `expired`: the session is over, not executed
 */
export const transferFaults = [
  'reset-before-headers',
  'reset-after-read',
  'reset-after-execute',
  'wait',
  'wait-after-execute',
  '500',
  '500-after-execute',
  'cut-answer-after-execute',
  'no-words-after-execute',
  'executed-late',
  '419',
  'expired',
] as const
export type TransferFault = (typeof transferFaults)[number]

/** True when the money moves in spite of the fault. */
const executes = (fault: TransferFault | undefined): boolean => fault === undefined || fault.endsWith('execute')

export interface DemoBankOptions {
  now: () => Date
  /** IANA zone in which the bank writes dates. */
  timeZone?: string
  /** Whose name stands on transfers. */
  player?: string
  /** How long a session lasts without a request, ms. */
  lifetimeMs?: number
}

/** The demo community's bank: pages and data below `/panel`. */
export interface DemoBank {
  route: DemoRoute
  ledger: Ledger
  sessions: Sessions
  /** The next transfers go wrong like this, one after the other. */
  faults: TransferFault[]
  /** `redirect`: the verdict is shown on the page after a redirect. */
  answersBy: 'page' | 'redirect'
  /** Every transfer that reached the bank, whatever became of it. */
  orders: { from: string; to: string; amount: string; info: string }[]
}

const verdicts: Record<TransferVerdict, string> = {
  done: 'Deine Überweisung wurde aufgegeben und durchgeführt!',
  'wrong-format': 'Falsches IBAN-Format!',
  'not-enough': 'Zu wenig Geld auf dem Konto!',
  'no-such-account': 'Zielkonto existiert nicht!',
}

const PANEL = '/panel'

/** The bank and what its pages need. */
interface Counter {
  bank: DemoBank
  now: () => Date
  date: (at: Date) => string
  player: string
}

/** Opens the demo's bank with empty books. */
export function createDemoBank({
  now,
  timeZone = 'Europe/Berlin',
  player = 'Demo',
  lifetimeMs,
}: DemoBankOptions): DemoBank {
  const bank: DemoBank = {
    route: (request) => serve(counter, request),
    ledger: createLedger(),
    sessions: createSessions(now, '/', lifetimeMs),
    faults: [],
    answersBy: 'page',
    orders: [],
  }
  const counter: Counter = { bank, now, date: bankDate(timeZone), player }
  return bank
}

function serve(counter: Counter, request: DemoRequest): DemoAnswer | RawAnswer | undefined {
  const { sessions } = counter.bank
  const [panel, section, iban = '', data] = request.segments
  if (panel !== 'panel') return undefined
  const session = sessions.find(request.headers.cookie) ?? sessions.start()
  if (section === 'login') return login(counter, request, session)
  if (section !== 'banking' || !iban) return undefined
  if (!session.signedIn) return toLogin(counter, request, session)
  if (data === 'data' && request.method === 'POST') return bookings(counter, session, iban)
  if (data !== undefined) return undefined
  return request.method === 'POST' ? order(counter, request, session, iban) : account(counter, session, iban)
}

const withCookies = ({ bank, now }: Counter, session: PanelSession, answer: DemoAnswer): DemoAnswer => ({
  ...answer,
  headers: { ...answer.headers, date: now().toUTCString(), 'set-cookie': bank.sessions.cookies(session) },
})
const redirect = (counter: Counter, session: PanelSession, location: string) =>
  withCookies(counter, session, { status: 302, headers: { location }, body: '' })

function toLogin(counter: Counter, request: DemoRequest, session: PanelSession): DemoAnswer {
  session.intended = request.method === 'GET' ? request.path : undefined
  if (String(request.headers.accept).includes('json'))
    return withCookies(counter, session, json({ message: 'Unauthenticated.' }, 401))
  return redirect(counter, session, `${request.origin}${PANEL}/login`)
}

function login(counter: Counter, request: DemoRequest, session: PanelSession): DemoAnswer {
  const { sessions } = counter.bank
  if (request.method !== 'POST') return withCookies(counter, session, html(loginPage(session.csrf, `${PANEL}/login`)))
  if (!sessions.accepts(session, fieldsOf(request)._token ?? ''))
    return withCookies(counter, session, html(expiredPage(), 419))
  const signedIn = { ...sessions.start(), signedIn: true } // a new session, as every sign-in should make
  return redirect(counter, signedIn, session.intended ?? `${PANEL}/banking`)
}

function account(counter: Counter, session: PanelSession, iban: string): DemoAnswer {
  const { ledger } = counter.bank
  const balance = ledger.balanceOf(iban)
  if (balance === undefined) return withCookies(counter, session, html(errorPage(), 404))
  const { flash } = session
  session.flash = undefined
  const last = ledger
    .bookingsOf(iban)
    .slice(-5)
    .map(({ info, amount }) => `${info}: ${amount}`)
  return withCookies(counter, session, html(accountPage(session.csrf, { iban, balance, flash, last })))
}

function bookings(counter: Counter, session: PanelSession, iban: string): DemoAnswer {
  const { ledger } = counter.bank
  if (ledger.balanceOf(iban) === undefined) return withCookies(counter, session, json({ message: 'Forbidden' }, 403))
  const data = ledger.bookingsOf(iban).map((booking) => told(booking, counter.date))
  return withCookies(counter, session, json({ data }))
}

function order(counter: Counter, request: DemoRequest, session: PanelSession, from: string): DemoAnswer | RawAnswer {
  const { bank, player: initiator, now } = counter
  const { _token = '', type, amount = '', iban = '', info = '' } = fieldsOf(request)
  const fault = bank.faults.shift()
  if (fault === 'reset-before-headers') return cut
  bank.orders.push({ from, to: iban, amount, info })
  if (fault === '419' || !bank.sessions.accepts(session, _token))
    return withCookies(counter, session, html(expiredPage(), 419))
  if (fault === 'expired') {
    bank.sessions.expireAll()
    return toLogin(counter, request, bank.sessions.start())
  }
  const carryOut = () =>
    type === 'init_transaction'
      ? bank.ledger.transfer({ from, to: iban, amount, info, initiator, at: now() })
      : undefined
  if (fault === 'executed-late') return { raw: ({ socket }) => void socket.once('close', carryOut) }
  const verdict = executes(fault) ? carryOut() : undefined
  const failed = failing(fault, bank.sessions.cookies(session))
  if (failed) return failed
  session.flash = verdict && verdicts[verdict]
  return bank.answersBy === 'redirect'
    ? redirect(counter, session, `${PANEL}/banking/${from}`)
    : account(counter, session, from)
}

const cut: RawAnswer = { raw: (request) => void request.socket.destroy() }

/** The answer that a fault gives; none for a transfer that goes well. */
function failing(fault: TransferFault | undefined, cookies: string[]): DemoAnswer | RawAnswer | undefined {
  const page = (answer: DemoAnswer): DemoAnswer => ({
    ...answer,
    headers: { ...answer.headers, 'set-cookie': cookies },
  })
  switch (fault) {
    case 'reset-after-read':
    case 'reset-after-execute':
      return cut
    case 'wait':
    case 'wait-after-execute':
      return { raw: () => undefined }
    case '500':
    case '500-after-execute':
      return page(html(errorPage(), 500))
    case 'cut-answer-after-execute':
      return {
        raw: (request, response) => {
          const headers = { 'content-type': 'text/html', 'content-length': 5_000, 'set-cookie': cookies }
          response.writeHead(200, headers)
          response.write('<!doctype html><p>Deine Überweisung', () => request.socket.destroy())
        },
      }
    case 'no-words-after-execute':
      return page(html('<!doctype html><title>Panel</title><p>Willkommen zurück.</p>'))
    default:
      return undefined
  }
}

/** The fields of a form or a JSON body, as text. */
function fieldsOf({ headers, body }: DemoRequest): Record<string, string> {
  const text = body.toString('utf8')
  if (!/json/.test(String(headers['content-type']))) return Object.fromEntries(new URLSearchParams(text))
  try {
    const fields = JSON.parse(text) as Record<string, unknown>
    return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
  } catch {
    return {}
  }
}

/** `DD.MM.YY - HH:mm` in a zone. */
function bankDate(timeZone: string): (at: Date) => string {
  const two = { day: '2-digit', month: '2-digit', year: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('de-DE', { timeZone, ...two })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${part.day}.${part.month}.${part.year} - ${part.hour}:${part.minute}`
  }
}

/** A booking in the bank's words: numbers as text. */
const told = (
  { id, source, amount, destination, initiator, info, type, at }: LedgerBooking,
  date: (at: Date) => string,
) => ({
  id: String(id),
  source,
  amount: String(amount),
  destination,
  initiator,
  info,
  type,
  created_at: date(at),
})
