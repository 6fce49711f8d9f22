import type {
  BankAccounts,
  BankView,
  Payee,
  TransactionsRead,
  TransferDraft,
  TransferInput,
} from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Redactor } from '../lib/index.ts'
import type { CommunityProfile } from '../settings/index.ts'
import { createBankQueue } from './client.ts'
import { openDesk } from './desk.ts'
import { createDrafts } from './drafts.ts'
import type { TakenCookie } from './jar.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { Limits } from './line.ts'
import { openSession, type SessionHandle, type SessionRest } from './session.ts'
import { createReader } from './reader.ts'
import type { ReadOrder } from './reading.ts'
import type { Viewpoint } from './transactions.ts'
import { sendTransfer } from './transfer.ts'
import { wholePattern } from './validate.ts'
import { watchUnknown } from './watch.ts'

export interface BankParts {
  profile: CommunityProfile
  journal: Journal
  rest: SessionRest
  redactor: Redactor
  /** The player's accounts and payees. `fresh`: not from a copy. @throws Failure `bank-needs-player` */
  accounts: (fresh: boolean) => Promise<BankAccounts>
  now: () => Date
  after: (ms: number, run: () => void) => () => void
  limits: Limits
  /** Sent as `user-agent`. */
  agent: string
  /** The built thread that reads large answers; without it they are read in place. */
  thread?: URL
}

/** Online banking of one community. Everything here is asked by the player; nothing is ever sent twice. */
export interface Bank {
  readonly view: BankView
  readonly journal: Journal
  accounts(fresh: boolean): Promise<BankAccounts>
  transactions(iban: string): Promise<TransactionsRead>
  /** An account's bookings as a CSV file: those with these ids, or all. */
  csv(iban: string, csv: NonNullable<ReadOrder['csv']>): Promise<string>
  draft(input: TransferInput): Promise<TransferDraft>
  discard(draftId: string): void
  send(draftId: string): Promise<JournalEntry>
  check(entryId: string): Promise<JournalEntry>
  settle(entryId: string, as: 'happened' | 'not-happened' | 'override'): Promise<JournalEntry>
  /** Takes the two cookies of a sign-in, and a form token if it was pasted. @throws Failure `bank-answer-unusable` without a session cookie */
  adopt(cookies: readonly TakenCookie[], token?: string): Promise<BankView>
  /** Takes a sign-in's cookies if the bank answers to them with bookings; a guest's cookies look the same but do not. Not where the player signed out or in meanwhile. */
  trySignIn(cookies: readonly TakenCookie[]): Promise<boolean>
  /** Where a sign-in begins: the page of the player's first account. @throws Failure `bank-none`, `bank-needs-player` */
  signInAddress(): Promise<URL>
  signOut(): Promise<void>
  onChange(listener: (view: BankView) => void): () => void
  close(): Promise<void>
}

/** A profile without a bank still has a shape; nothing is ever asked of this address. */
const NO_BANK = 'https://no-bank.invalid'

/** What the bank is made of. */
function assemble(parts: BankParts) {
  const { profile, journal, accounts, now, after, limits, agent } = parts
  const { bank } = profile
  const home = new URL(profile.infoUrl ?? NO_BANK)
  const session = openSession(home, wholePattern(bank.sessionCookie), parts.rest, parts.redactor)
  const reader = createReader(profile.timeZone, parts.thread)
  const queue = createBankQueue({ home, bank, session, limits, reader, agent })
  const watch = watchUnknown(journal, queue, now, after)
  const drafts = createDrafts(now)

  /** Sends a confirmed entry while nothing else speaks to the bank, with the session in which it was confirmed. */
  const send = (entry: JournalEntry, confirmedIn: SessionHandle) =>
    queue.alone(async (client) => {
      const sent = await sendTransfer(entry, { client, journal, bank, now })
      if (sent.state === 'refused' && sent.reason === 'signed-out') client.session.expire()
      if (sent.state === 'unknown') watch.follow(sent.from)
      return sent
    }, confirmedIn)
  const dispatcher = () => {
    const confirmedIn = session.current()
    return (entry: JournalEntry) => send(entry, confirmedIn)
  }
  const desk = openDesk({ drafts, journal, bank, accounts: () => accounts(true), now, dispatcher })
  return { session, queue, watch, drafts, desk }
}

type Assembled = ReturnType<typeof assemble>

/** Names and balance for the look at an account; without the player's record both stay unknown. */
async function viewFrom({ accounts }: BankParts, iban: string): Promise<Viewpoint> {
  const told = await accounts(true).catch(() => undefined)
  const names = told?.payees.map((payee) => [payee.iban, payee.name] as const) ?? []
  const balance = told?.live ? told.accounts.find((held) => held.iban === iban)?.balance : undefined
  return { iban, names, known: told && balance !== undefined ? { balance, balanceAt: told.asOf } : undefined }
}

/** Asks for an account's bookings first and its balance after: a balance from before them would be of no use. */
async function readList(parts: BankParts, all: Assembled, iban: string, csv?: ReadOrder['csv']) {
  const { queue, watch } = all
  const session = all.session.current()
  const answer = await queue.alone((client) => client.bookings(iban), session)
  const read = await answer.read({ wanted: watch.wanted(iban), view: await viewFrom(parts, iban), csv })
  await watch.compare(iban, read.found)
  session.refuseOver() // whoever is here now did not ask for it
  return read
}

async function readTransactions(parts: BankParts, all: Assembled, iban: string): Promise<TransactionsRead> {
  const { pages, total, setAside } = await readList(parts, all, iban)
  return { iban, pages, total, setAside, asOf: parts.now().getTime() }
}

async function firstIban({ accounts }: BankParts): Promise<string> {
  const [first] = (await accounts(false)).accounts
  if (!first) throw new Failure('bank-needs-player', {})
  return first.iban
}

/** Asks the bank with these cookies alone, in a session that nothing else sees. */
async function wouldWork(parts: BankParts, cookies: readonly TakenCookie[]): Promise<boolean> {
  const nowhere = {
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  }
  const iban = await firstIban(parts)
  const { session, queue } = assemble({ ...parts, rest: nowhere })
  try {
    await session.adopt(cookies)
    await queue.alone((client) => client.bookings(iban).then((answer) => answer.read({ wanted: [] })))
    return true
  } catch {
    return false
  }
}

/** Who money went to before comes after the phonebook. */
function withRecent(known: BankAccounts, journal: Journal): BankAccounts {
  const seen = new Set(known.payees.map(({ iban }) => iban))
  const recent = journal.entries
    .filter(({ state, to }) => state === 'succeeded' && !seen.has(to) && seen.add(to))
    .map(({ to, payee }): Payee => ({ iban: to, name: payee, from: 'recent' }))
  return { ...known, payees: [...known.payees, ...recent.reverse()] }
}

/** Accounts from which a transfer is unsettled. */
const unsettledFrom = (journal: Journal) =>
  new Set(journal.entries.filter(({ state }) => state === 'unknown').map(({ from }) => from))

/** Opens the bank of a profile. Touches neither keychain nor network yet, unless a transfer was left unsettled: then it looks for that one. */
export function openBank(parts: BankParts): Bank {
  const { profile, journal, accounts, now } = parts
  const { ibanPattern, infoMaxLength, currency } = profile.bank
  const all = assemble(parts)
  const { session, watch, drafts, desk } = all
  const hasBank = profile.infoUrl !== undefined
  if (hasBank) for (const iban of unsettledFrom(journal)) watch.follow(iban)
  const view = (): BankView => ({
    session: hasBank ? session.state : 'none',
    ibanPattern,
    infoMaxLength,
    currency,
  })
  /** Runs `work` where there is a bank. */
  const atBank = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!hasBank) throw new Failure('bank-none', {})
    return work()
  }
  return {
    get view() {
      return view()
    },
    journal,
    accounts: (fresh) =>
      atBank(async () => {
        await session.load().catch(() => undefined) // the keychain's trouble shows in the vault's own view
        for (const iban of unsettledFrom(journal)) watch.follow(iban)
        return withRecent(await accounts(fresh), journal)
      }),
    transactions: (iban) => atBank(() => readTransactions(parts, all, iban)),
    csv: (iban, csv) => atBank(async () => (await readList(parts, all, iban, csv)).csv ?? ''),
    draft: (input) => atBank(() => desk.draft(input)),
    discard: drafts.discard,
    send: desk.send,
    check: watch.check,
    settle: (entryId, as) => settleByPlayer(journal, entryId, as, now),
    adopt: (cookies, token) => atBank(() => session.adopt(cookies, token).then(view)),
    trySignIn: (cookies) =>
      atBank(async () => {
        const before = session.current()
        if (!(await wouldWork(parts, cookies)) || before.over) return false // signed out or in anew while it was tried
        await session.adopt(cookies)
        return true
      }),
    signInAddress: () => atBank(async () => new URL(`${profile.infoUrl}/banking/${await firstIban(parts)}`)),
    signOut() {
      drafts.clear()
      return session.signOut()
    },
    onChange: (listener) => session.onChange(() => listener(view())),
    async close() {
      watch.stop()
      await desk.idle() // an answer that still comes is an outcome that need not be looked for
      await session.settled()
    },
  }
}

/** Only an unknown transfer takes the player's word, and only once it can no longer be in flight. */
async function settleByPlayer(
  journal: Journal,
  entryId: string,
  as: 'happened' | 'not-happened' | 'override',
  now: () => Date,
): Promise<JournalEntry> {
  const entry = journal.find(entryId)
  if (entry?.state !== 'unknown') throw new Failure('transfer-draft-gone', {})
  if (as === 'override') return journal.conclude(entryId, { overridden: true })
  const settled = { settledBy: 'player' as const, settledAt: now().getTime() }
  return as === 'happened'
    ? journal.conclude(entryId, { ...settled, state: 'succeeded' })
    : journal.conclude(entryId, { ...settled, state: 'refused', reason: 'player' })
}
