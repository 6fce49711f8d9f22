import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type bankHandlers,
  KeptBooks,
  openBank,
  openJournal,
  type Bank,
  type Journal,
  type BankLimits,
  type PlayerAccounts,
} from '../../src-main/bank/index.ts'
import { createFaultyBank, type FaultyBank } from '../support/faulty-bank.ts'
import type { DemoRoute } from '../../src-main/demo/index.ts'
import { type DemoService, startDemoService } from '../support/demo-service.ts'
import { createRedactor, jsonFile, type Redactor } from '../../src-main/lib/index.ts'
import { type CommunityProfile, parseGivenProfile } from '../../src-main/settings/index.ts'
import type { Payee } from '../../src-preload/contract/bank.ts'
import { Failure, isFailure } from '../../src-preload/contract/failure.ts'

export const OWN = 'NH100001'
export const OTHER = 'NH200002'
export const SAVINGS = 'NH100003'

/** Short patience: on loopback an answer that takes longer is one that never comes. */
export const limits: BankLimits = { connectMs: 5_000, answerMs: 700, maxBytes: 64 << 20 }

export const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export interface Fixture {
  demo: FaultyBank
  service: DemoService
  bank: Bank
  profile: CommunityProfile
  redactor: Redactor
  /** What the keychain holds, and why it does not give it. */
  kept: { value?: string; refusal?: Error }
  folder: string
  journalPath: string
  signIn(): Promise<void>
  /** The player signs out, which ends the session at the bank. */
  leave(): Promise<void>
  /** A player signs in, with the accounts they may use, and perhaps another phonebook. */
  come(player: string, ibans: string[], payees?: Payee[]): void
  /** The app starts anew: same disk, same keychain. */
  restart(): Promise<Bank>
  /** The app starts anew without having ended: what was on its way is still. */
  crash(): Promise<Bank>
}

const phonebook: Payee[] = [{ iban: OTHER, name: 'Mara Lindqvist', from: 'phonebook' }]

const accountsOf = (demo: FaultyBank, player: string, ibans: string[], payees = phonebook): PlayerAccounts => ({
  player,
  accounts: ibans.map((iban) => ({
    iban,
    balance: demo.ledger.balanceOf(iban),
    kind: 'own',
    label: '',
    isDefault: iban === ibans[0],
  })),
  payees,
  asOf: Date.now(),
  live: true,
})

/** A demo bank with money on it, and the app's bank against it. `more`: what the profile says of the bank; `before`: routes that come first. */
export async function setup(
  more: Record<string, unknown> = {},
  before: (demo: FaultyBank) => DemoRoute[] = () => [],
  now: () => Date = () => new Date(),
  bankNow: () => Date = now,
): Promise<Fixture> {
  const demo = createFaultyBank({ now: bankNow })
  demo.ledger.open(OWN, 1_000_000)
  demo.ledger.open(OTHER, 500)
  demo.ledger.open(SAVINGS, 2_000)
  const service = await startDemoService({ now, routes: [...before(demo), demo.route] })
  const folder = await mkdtemp(join(tmpdir(), 'loadout-bank-'))
  const { baseUrl, infoUrl } = service
  const { profile } = parseGivenProfile({ id: 'demo', name: 'Demo', baseUrl, infoUrl, bank: more }, '')
  const kept: Fixture['kept'] = {}
  let present: { player: string; ibans: string[]; payees?: Payee[] } | undefined = {
    player: '1',
    ibans: [OWN, SAVINGS],
  }
  const players = new Set<(signedIn: boolean) => void>()
  const accounts = async () => {
    await Promise.resolve() // as long as a copy takes at least
    if (!present) throw new Failure('bank-needs-player', {})
    return accountsOf(demo, present.player, present.ibans, present.payees)
  }
  const redactor = createRedactor()
  const journalPath = join(folder, 'bank', 'transfers.jsonl')
  const journals: Journal[] = []
  const open = async () => {
    const journal = await openJournal(journalPath)
    journals.push(journal)
    const books = jsonFile(join(folder, 'bank', 'templates.json'), KeptBooks, () => undefined)
    return openBank({
      profile,
      journal,
      books: { file: books, kept: (await books.read()) ?? {} },
      rest: {
        read: () => (kept.refusal ? Promise.reject(kept.refusal) : Promise.resolve(kept.value)),
        write: (value) => Promise.resolve(void (kept.value = value)),
        forget: () => Promise.resolve(void (kept.value = undefined)),
      },
      redactor,
      accounts,
      onPlayer: (listener) => {
        players.add(listener)
        return () => players.delete(listener)
      },
      now,
      after,
      limits,
      agent: 'Loadout/test',
    })
  }
  const fixture: Fixture = {
    demo,
    service,
    bank: await open(),
    profile,
    redactor,
    kept,
    folder,
    journalPath,
    signIn: async () => void (await fixture.bank.adopt(browserCookies(demo))),
    leave: () => {
      present = undefined
      players.forEach((listener) => listener(false))
      return fixture.bank.signOut()
    },
    come: (player, ibans, payees) => {
      present = { player, ibans, payees }
      players.forEach((listener) => listener(true))
    },
    async restart() {
      await fixture.bank.close()
      return fixture.crash()
    },
    crash: async () => (fixture.bank = await open()),
  }
  onTestFinished(async () => {
    await fixture.bank.close()
    for (const journal of journals) await journal.close() // a process that crashes lets go of its files, a test does not
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  return fixture
}

/** A date as the bank writes it, an hour before. */
export function hourEarlier(date: string): string {
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = date.split(/\D+/).map(Number)
  const earlier = new Date(Date.UTC(2000 + year, month - 1, day, hour - 1, minute)).toISOString()
  return `${earlier.slice(8, 10)}.${earlier.slice(5, 7)}.${earlier.slice(2, 4)} - ${earlier.slice(11, 16)}`
}

/** A booking as the bank's answer has it. */
export type Told = Record<string, unknown>

/** A bank that tells each booking in its own way. */
export const toldAs =
  (demo: FaultyBank, way: () => (told: Told) => object): DemoRoute =>
  (request) => {
    if (!request.path.endsWith('/data')) return undefined
    const answer = demo.route(request)
    if (!answer || !('body' in answer) || answer.status !== 200) return answer
    const { data } = JSON.parse(String(answer.body)) as { data: Told[] }
    return { ...answer, body: JSON.stringify({ data: data.map(way()) }) }
  }

/** The two cookies a browser has after signing in. */
export function browserCookies(demo: FaultyBank): { name: string; value: string }[] {
  const session = { ...demo.sessions.start(), signedIn: true }
  return demo.sessions.cookies(session).map((line) => {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
}

/** The connections that this process makes from here on, the last one at the end. */
export function dialled(): Socket[] {
  const sockets: Socket[] = []
  const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.client.socket', note)
  onTestFinished(() => void unsubscribe('net.client.socket', note))
  return sockets
}

/** The failure that `work` ends in. */
export async function failureOf(work: Promise<unknown>): Promise<{ code: string; facts: object }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isFailure(error)) throw new Error(`expected a failure, got ${String(error)}`)
  return { code: error.code, facts: error.facts }
}

/** A lock that nobody closes. */
export const neverLocked: Parameters<typeof bankHandlers>[3] = {
  view: { locked: false, by: 'nothing' },
  onChange: () => () => undefined,
  guard: async (work) => work(new AbortController().signal),
}

/** A review of the same transfer each time. */
export const draftOf = (bank: Bank) => bank.draft({ from: OWN, to: OTHER, amount: 9, info: '' })

/** Reviews and confirms a transfer. */
export async function transfer(bank: Bank, amount: number, info = 'Miete', to = OTHER) {
  const draft = await bank.draft({ from: OWN, to, amount, info })
  return bank.send(draft.id)
}
