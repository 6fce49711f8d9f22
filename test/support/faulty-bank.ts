import { createDemoBank, type DemoBank, type DemoBankOptions } from '../../src-main/demo/bank/index.ts'
import { type PanelSession, Sessions } from '../../src-main/demo/bank/sessions.ts'
import type { DemoAnswer, DemoRequest } from '../../src-main/demo/index.ts'
import { html, type OwnAnswer } from '../../src-main/demo/route.ts'

/**
 * How a transfer goes wrong.
 * - `reset-before-headers`: the connection is cut before the bank looked at it
 * - `reset-after-read`: cut after the whole request was read, not executed
 * - `reset-after-execute`: executed, then cut without an answer
 * - `wait`, `wait-after-execute`: no answer, ever
 * - `500`, `500-after-execute`: an error page
 * - `cut-answer-after-execute`: executed, half of the answer
 * - `no-words-after-execute`: executed, and a page that does not say so
 * - `executed-late`: no answer, and executed only after nobody waits any more
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

/** Sessions that can all be over at once. */
class EndingSessions extends Sessions {
  readonly #all = new Set<PanelSession>()

  override cookies(session: PanelSession): string[] {
    this.#all.add(session)
    return super.cookies(session)
  }

  expireAll(): void {
    for (const session of this.#all) session.lastSeen = -Infinity
    this.#all.clear()
  }
}

/** The demo's bank, whose transfers can be made to go wrong. */
export interface FaultyBank extends Omit<DemoBank, 'route'> {
  sessions: EndingSessions
  route: (request: DemoRequest) => DemoAnswer | OwnAnswer | undefined
  /** The next transfers go wrong like this, one after the other. */
  faults: TransferFault[]
  /** `redirect`: the page after a redirect shows the outcome. */
  answersBy: 'page' | 'redirect'
  /** Every transfer that reached the bank, with any outcome. */
  orders: { from: string; to: string; amount: string; info: string }[]
}

const cut: OwnAnswer = { raw: (request) => void request.socket.destroy() }

/** The fields of a form or a JSON body, as text. */
function fieldsOf({ headers, body }: DemoRequest): Record<string, string> {
  const text = body.toString('utf8')
  if (!/json/.test(String(headers['content-type']))) return Object.fromEntries(new URLSearchParams(text))
  return Object.fromEntries(Object.entries(JSON.parse(text) as object).map(([key, value]) => [key, String(value)]))
}

/** A page instead of the bank's answer, with its cookies. */
const instead = (answer: DemoAnswer, text: string, status = 200): DemoAnswer => ({
  ...html(text, status),
  headers: { ...answer.headers, 'content-type': 'text/html; charset=UTF-8' },
})

/** Sends the answer to a transfer, or its fault. */
function spoil(fault: TransferFault, answer: DemoAnswer): DemoAnswer | OwnAnswer {
  if (fault.startsWith('reset')) return cut
  if (fault.startsWith('wait')) return { raw: () => undefined }
  if (fault.startsWith('500')) return instead(answer, '<!doctype html><p>500 | Da ging etwas schief.</p>', 500)
  if (fault === 'no-words-after-execute')
    return instead(answer, '<!doctype html><title>Panel</title><p>Willkommen zurück.</p>')
  return {
    raw: (request, response) => {
      const cookies = answer.headers?.['set-cookie'] ?? []
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 5_000, 'set-cookie': cookies })
      response.write('<!doctype html><p>Deine Überweisung', () => request.socket.destroy())
    },
  }
}

/** @param lifetimeMs how long a session lasts without a request */
export function createFaultyBank(
  { now, player = 'Demo' }: Pick<DemoBankOptions, 'now'> & Partial<DemoBankOptions>,
  lifetimeMs?: number,
): FaultyBank {
  const sessions = new EndingSessions(now, lifetimeMs)
  const demo = createDemoBank({ now, player, sessions })
  const { ledger } = demo
  const order = (request: DemoRequest, from: string) => {
    const { amount = '', iban = '', info = '' } = fieldsOf(request)
    const fault = bank.faults.shift()
    if (fault === 'reset-before-headers') return cut
    bank.orders.push({ from, to: iban, amount, info })
    if (fault === 'executed-late') {
      const late = { from, to: iban, amount, info, initiator: player, at: now() }
      return { raw: ({ socket }) => void socket.once('close', () => ledger.transfer(late)) } satisfies OwnAnswer
    }
    if (fault === 'expired') sessions.expireAll()
    const isLeft = fault === '419' || (fault !== undefined && !fault.endsWith('execute') && fault !== 'expired')
    // a request without a token is not executed; only `419` answers so
    const answer = demo.route(isLeft ? { ...request, body: Buffer.alloc(0) } : request)
    if (!answer) return undefined
    if (fault === 'expired' || fault === '419' || (answer.status === 419 && !isLeft)) return answer
    if (fault) return spoil(fault, answer)
    return bank.answersBy === 'redirect' ? redirect(request, answer) : answer
  }
  /** Makes the account's page show later what the answer shows now. */
  const redirect = ({ headers, path }: DemoRequest, answer: DemoAnswer): DemoAnswer => {
    const session = sessions.find(headers.cookie)
    if (session) session.flash = /class="flash">([^<]*)/.exec(String(answer.body))?.[1]
    return { status: 302, headers: { ...answer.headers, location: path }, body: '' }
  }
  const bank: FaultyBank = {
    ...demo,
    sessions,
    route(request) {
      const [panel, section, iban, data] = request.segments
      const isOrder = panel === 'panel' && section === 'banking' && iban && !data && request.method === 'POST'
      if (!isOrder || !sessions.find(request.headers.cookie)?.signedIn) return demo.route(request)
      return order(request, iban)
    },
    faults: [],
    answersBy: 'page',
    orders: [],
  }
  return bank
}
