import { type DemoAnswer, type DemoRequest, html, json } from '../route.ts'
import { Ledger, type LedgerBooking, type LedgerResult } from './ledger.ts'
import { type PanelSession, Sessions } from './sessions.ts'
import { escapeHtml } from '../../lib/index.ts'

export type { Ledger } from './ledger.ts'

export interface DemoBankOptions {
  now: () => Date
  player: string
  sessions?: Sessions
}

const outcomes: Record<LedgerResult, string> = {
  done: 'Deine Überweisung wurde aufgegeben und durchgeführt!',
  'wrong-format': 'Falsches IBAN-Format!',
  'not-enough': 'Zu wenig Geld auf dem Konto!',
  'no-such-account': 'Zielkonto existiert nicht!',
}

const PANEL = '/panel'

interface Counter {
  ledger: Ledger
  sessions: Sessions
  now: () => Date
  player: string
}

/** Opens the demo community's bank with empty books: pages and data below `/panel`. */
export function createDemoBank({ now, player, sessions = new Sessions(now) }: DemoBankOptions) {
  const ledger = new Ledger()
  const counter: Counter = { ledger, sessions, now, player }
  return { route: (request: DemoRequest) => serve(counter, request), ledger, sessions }
}

export type DemoBank = ReturnType<typeof createDemoBank>

/** Answers with fresh cookies of the session. */
function serve(counter: Counter, request: DemoRequest): DemoAnswer | undefined {
  const { sessions, now } = counter
  const [panel, section] = request.segments
  if (panel !== 'panel') return undefined
  const asking = sessions.find(request.headers.cookie) ?? sessions.start()
  const isSignIn = section === 'login' && request.method === 'POST' && fieldsOf(request)._token === asking.csrf
  const session = isSignIn ? { ...sessions.start(), signedIn: true } : asking // a new session at every sign-in
  const answer = isSignIn ? redirect(asking.intended ?? `${PANEL}/banking`) : answerTo(counter, request, session)
  if (!answer) return undefined
  return {
    ...answer,
    headers: { ...answer.headers, date: now().toUTCString(), 'set-cookie': sessions.cookies(session) },
  }
}

function answerTo(counter: Counter, request: DemoRequest, session: PanelSession): DemoAnswer | undefined {
  const { ledger } = counter
  const [, section, iban = '', data] = request.segments
  const isPost = request.method === 'POST'
  if (section === 'login') return isPost ? html(expiredPage(), 419) : html(loginPage(session.csrf, `${PANEL}/login`))
  if (section !== 'banking' || !iban) return undefined
  if (!session.signedIn) return toLogin(request, session)
  if (data === 'data' && isPost) return bookings(ledger, iban)
  if (data !== undefined) return undefined
  return isPost ? order(counter, request, session, iban) : account(ledger, session, iban)
}

const redirect = (location: string): DemoAnswer => ({ status: 302, headers: { location }, body: '' })

function toLogin(request: DemoRequest, session: PanelSession): DemoAnswer {
  session.intended = request.method === 'GET' ? request.path : undefined
  if (String(request.headers.accept).includes('json')) return json({ message: 'Unauthenticated.' }, 401)
  return redirect(`${request.origin}${PANEL}/login`)
}

function account(ledger: Ledger, session: PanelSession, iban: string): DemoAnswer {
  const balance = ledger.balanceOf(iban)
  if (balance === undefined) return html(errorPage(), 404)
  const { flash } = session
  session.flash = undefined
  const last = ledger
    .bookingsOf(iban)
    .slice(-5)
    .map(({ info, amount }) => `${info}: ${amount}`)
  return html(accountPage(session.csrf, { iban, balance, flash, last }))
}

function bookings(ledger: Ledger, iban: string): DemoAnswer {
  if (ledger.balanceOf(iban) === undefined) return json({ message: 'Forbidden' }, 403)
  return json({ data: ledger.bookingsOf(iban).map(bookingRow) })
}

function order(counter: Counter, request: DemoRequest, session: PanelSession, from: string): DemoAnswer {
  const { ledger, player: initiator, now } = counter
  const { _token = '', type, amount = '', iban = '', info = '' } = fieldsOf(request)
  if (_token !== session.csrf) return html(expiredPage(), 419)
  if (type === 'init_transaction')
    session.flash = outcomes[ledger.transfer({ from, to: iban, amount, info, initiator, at: now() })]
  return account(ledger, session, from)
}

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

const dateFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  ...({ day: '2-digit', month: '2-digit', year: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
})

/** `DD.MM.YY - HH:mm`, wall clock. */
function bankDate(at: Date): string {
  const part = Object.fromEntries(dateFormat.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.day}.${part.month}.${part.year} - ${part.hour}:${part.minute}`
}

/** A booking as the bank sends it, with numbers as text. */
const bookingRow = ({ id, source, amount, destination, initiator, info, type, at }: LedgerBooking) => ({
  id: String(id),
  source,
  amount: String(amount),
  destination,
  initiator,
  info,
  type,
  created_at: bankDate(at),
})

const style = `body{font:16px/1.5 system-ui,sans-serif;background:#10151c;color:#e8edf2;display:grid;place-items:center;min-height:100vh;margin:0}
main{background:#1a212b;padding:32px 40px;border-radius:12px;max-width:420px}
button{font:inherit;background:#2f7de1;color:#fff;border:0;border-radius:8px;padding:10px 18px;width:100%;cursor:pointer}
input{font:inherit;width:100%;box-sizing:border-box;margin:4px 0 12px;padding:8px}p.flash{background:#24303d;padding:8px 12px;border-radius:8px}`

const page = (title: string, csrf: string, body: string) => `<!doctype html><html lang="de"><head><meta charset="utf-8">
<meta name="csrf-token" content="${csrf}"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

/** The panel's sign-in. The demo knows one player, so there is nothing to type. */
const loginPage = (csrf: string, action: string): string =>
  page(
    'Nordwind-Panel',
    csrf,
    `<p>Melde dich an, um dein Konto zu sehen.</p><form method="post" action="${action}">
<input type="hidden" name="_token" value="${csrf}"><button type="submit" id="sign-in">Als Demo-Spieler anmelden</button></form>`,
  )

/** An account's page with its transfer form, and the last transfer's outcome if there is one. */
export const accountPage = (
  csrf: string,
  { iban, balance, flash, last }: { iban: string; balance: number; flash?: string; last: readonly string[] },
): string =>
  page(
    `Konto ${iban}`,
    csrf,
    `${flash ? `<p class="flash">${escapeHtml(flash)}</p>` : ''}<p>Kontostand: ${balance} $</p>
<form method="post"><input type="hidden" name="_token" value="${csrf}"><input type="hidden" name="type" value="init_transaction">
<label>Betrag<input name="amount"></label><label>IBAN<input name="iban"></label><label>Verwendungszweck<input name="info"></label>
<button type="submit">Überweisen</button></form><ul>${last.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
  )

const expiredPage = (): string => page('Seite abgelaufen', '', '<p>419 | Die Seite ist abgelaufen.</p>')
const errorPage = (): string => page('Fehler', '', '<p>500 | Da ging etwas schief.</p>')
