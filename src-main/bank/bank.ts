import type {
  BankAccounts,
  BankView,
  CsvRequest,
  Payee,
  Settlement,
  TransactionsRead,
  TransferInput,
} from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { ReadingThread, Redactor } from '../lib/index.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { SecretRest } from '../vault/index.ts'
import { AccountOwner, type PlayerAccounts } from './account-owner.ts'
import { Book, type BookParts, hasReminders } from './book.ts'
import type { Viewpoint } from './bookings.ts'
import { createBankQueue } from './client.ts'
import type { BankLimits } from './connection.ts'
import { csvFile } from './documents.ts'
import type { TakenCookie } from './cookies.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { createBankReader, type ReadOrder } from './read-bookings.ts'
import { BankSession } from './session.ts'
import { termsOf } from './settle.ts'
import { sendTransfer } from './transfer.ts'
import { TransferService } from './transfer-service.ts'
import { wholePattern, withoutFalseNames } from './validate.ts'
import { watchUnknown, type SettlementWatch } from './watch.ts'

export interface BankParts {
  profile: CommunityProfile
  journal: Journal
  rest: SecretRest
  /** Favourites and templates: their file, and what it holds at the start. */
  books: Pick<BookParts, 'file' | 'kept'>
  redactor: Redactor
  /** The player's accounts and payees. `fresh`: not from a copy. @throws Failure `bank-needs-player`, `bank-no-account` */
  accounts: (fresh: boolean) => Promise<PlayerAccounts>
  /** Calls the listener when a player signs in or out. */
  onPlayer: (listener: (signedIn: boolean) => void) => () => void
  now: () => Date
  after: (ms: number, run: () => void) => () => void
  limits: BankLimits
  /** Sent as `user-agent`. */
  agent: string
  /** Reads answers. Without it they are read in this thread. */
  thread?: ReadingThread
}

/** A sign-in under way on the bank's own pages. */
export interface SignIn {
  /** Aborts when the sign-in is no longer useful: the player signed out or signed in another way, or the bank is closed. */
  readonly over: AbortSignal
  /** Gives the page to begin at: that of the player's first account. @throws Failure `bank-none`, `bank-needs-player`, `bank-no-account` */
  start(): Promise<URL>
  /**
   * Takes the cookies if the bank answers to them with bookings. A guest's cookies look the same, but bring no bookings. Takes nothing
   * after `over`. The bank changes cookies with each answer; if they are not taken, `giveBack` gets the changed ones.
   */
  take(
    cookies: readonly TakenCookie[],
    giveBack: (cookies: readonly TakenCookie[]) => Promise<unknown>,
  ): Promise<boolean>
}

/** Stands for the address of a bank in a profile without one. Nothing is ever sent there. */
const NO_BANK = 'https://no-bank.invalid'

function assemble(parts: BankParts, owner: AccountOwner) {
  const { profile, journal, rest, redactor, now, after, limits, agent } = parts
  const { bank } = profile
  const home = new URL(profile.infoUrl ?? NO_BANK)
  const session = new BankSession({
    home,
    sessionName: wholePattern(bank.sessionCookie),
    rest,
    owner: async () => (await owner.known()).player,
    redactor,
  })
  const reader = createBankReader(profile.timeZone, parts.thread)
  const queue = createBankQueue({ home, bank, session, limits, reader, agent })
  const watch = watchUnknown({ journal, queue, owner, session: () => session.current(), after })

  /** Sends a confirmed entry with the session in which it was confirmed. No other request runs meanwhile. */
  const dispatcher = () => {
    const confirmedIn = session.current()
    return (entry: JournalEntry) =>
      queue.alone(async (client) => {
        const sent = await sendTransfer(entry, { client, journal, bank, now })
        if (sent.state === 'refused' && sent.reason === 'signed-out') client.session.expire()
        if (sent.state === 'unknown') watch.follow(sent.from)
        return sent
      }, confirmedIn)
  }
  const look = async (entryId: string) => {
    await watch.check(entryId)
    const count = watch.candidates(entryId).length
    if (count > 0) throw new Failure('transfer-listed', { count })
  }
  const { follow } = watch
  const transfers = new TransferService({ journal, bank, owner, now, dispatcher, look, follow })
  return { session, queue, watch, transfers, owner }
}

type Assembled = ReturnType<typeof assemble>

/** Names and balance for an account's list. Without the player's record both are unknown. */
async function viewFrom(owner: AccountOwner, iban: string): Promise<Viewpoint> {
  const known = await owner.accounts(true).catch(() => undefined)
  const names = known?.payees.map((payee) => [payee.iban, payee.name] as const) ?? []
  const balance = known?.live ? known.accounts.find((held) => held.iban === iban)?.balance : undefined
  return { iban, names, known: known && balance !== undefined ? { balance, balanceAt: known.asOf } : undefined }
}

/** Reads an account's bookings first and its balance afterwards: an older balance would not fit them. */
async function readList({ queue, watch, owner, ...all }: Assembled, iban: string, csv?: ReadOrder['csv']) {
  const session = all.session.current()
  const present = await owner.known().catch(() => undefined)
  const answer = await queue.alone((client) => client.bookings(iban), session)
  const wanted = present ? watch.wanted(iban, present) : []
  const read = await answer.read({ wanted: wanted.map(termsOf), view: await viewFrom(owner, iban), csv })
  await watch.compare(wanted, read.found)
  session.refuseOver() // another player may be here by now
  return read
}

async function readTransactions(parts: BankParts, all: Assembled, iban: string): Promise<TransactionsRead> {
  const { pages, total, setAside } = await readList(all, iban)
  return { iban, pages, total, setAside, asOf: parts.now().getTime() }
}

/** Reads one account after the other: the bank gets one request at a time. */
async function readCsv({ profile }: BankParts, all: Assembled, request: CsvRequest): Promise<string> {
  const { accounts, separator, kinds } = request
  const lines: string[] = []
  for (const { iban, keys } of accounts) lines.push((await readList(all, iban, { keys, separator, kinds })).csv ?? '')
  return csvFile(lines, request, profile.timeZone)
}

async function firstIban(owner: AccountOwner): Promise<string> {
  const [first] = (await owner.accounts(false)).accounts
  if (!first) throw new Failure('bank-no-account', {})
  return first.iban
}

const takeSignIn =
  ({ session, queue, owner }: Assembled, over: AbortSignal): SignIn['take'] =>
  async (cookies, giveBack) => {
    if (over.aborted) return false
    try {
      const iban = await firstIban(owner)
      const candidate = await session.candidate(cookies)
      const works = await queue
        .alone((client) => client.bookings(iban), candidate.handle)
        .then((answer) => answer.read({ wanted: [] }))
        .catch(() => undefined)
      if (over.aborted) return false
      if (works) await candidate.takeOver()
      else await giveBack(await candidate.cookies())
      return works !== undefined
    } catch {
      return false
    }
  }

/** Adds those who were paid before, after the phonebook. */
function withRecent(known: BankAccounts, transfers: readonly JournalEntry[]): BankAccounts {
  const seen = new Set(known.payees.map(({ iban }) => iban))
  const recent = transfers
    .filter(({ state, to }) => state === 'succeeded' && !seen.has(to) && seen.add(to))
    .map(({ to, payee }): Payee => ({ iban: to, name: payee, from: 'recent' }))
  return { ...known, payees: [...known.payees, ...recent.reverse()] }
}

/** Follows the unknown transfers of every account. */
function followAll(journal: Journal, watch: SettlementWatch): void {
  const unsettled = journal.entries.filter(({ state }) => state === 'unknown')
  new Set(unsettled.map(({ from }) => from)).forEach(watch.follow)
}

async function readAccounts(journal: Journal, all: Assembled, fresh: boolean): Promise<BankAccounts> {
  const { session, owner, watch } = all
  await session.load().catch(() => undefined) // the vault's own view shows why the keychain fails
  const known = await owner.accounts(fresh)
  followAll(journal, watch)
  if (known.accounts.length === 0) throw new Failure('bank-no-account', {})
  return withRecent(known, journal.entries.filter(owner.isMine))
}

/**
 * Opens online banking of one community. It acts only when the player asks, and never sends a transfer twice. It uses neither keychain nor
 * network yet, unless a transfer is unsettled: then it looks for that one.
 */
export function openBank(parts: BankParts) {
  const { profile, journal } = parts
  const owner = new AccountOwner(async (fresh) => {
    const known = await parts.accounts(fresh)
    return { ...known, payees: withoutFalseNames(known.payees, profile.bank) }
  })
  const all = assemble(parts, owner)
  const { session, watch, transfers } = all
  const closing = new AbortController()
  const hasBank = profile.infoUrl !== undefined
  const book = new Book({ ...parts, ...parts.books, owner })
  const offPlayer = parts.onPlayer((signedIn) => {
    if (!signedIn) owner.leave()
    else if (hasBank) followAll(journal, watch)
  })
  if (hasBank) followAll(journal, watch)
  if (hasBank && hasReminders(parts.books.kept, parts.now())) void owner.known().catch(() => undefined)
  const { infoMaxLength } = profile.bank
  const view = (): BankView => ({ session: hasBank ? session.state : 'none', infoMaxLength })
  const atBank = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!hasBank) throw new Failure('bank-none', {})
    return work()
  }
  const beginSignIn = (): SignIn => {
    const over = AbortSignal.any([session.current().signal, closing.signal])
    return {
      over,
      start: () => atBank(async () => new URL(`${profile.infoUrl}/banking/${await firstIban(owner)}`)),
      take: takeSignIn(all, over),
    }
  }
  return {
    get view(): BankView {
      return view()
    },
    /** All transfers that any player has confirmed here. */
    journal,
    /** Transfers of the signed-in player, in the order of confirmation. Empty until their record is read. */
    get transfers(): readonly JournalEntry[] {
      return journal.entries.filter(owner.isMine)
    },
    book,
    isMine: owner.isMine,
    accounts: (fresh: boolean) => atBank(() => readAccounts(journal, all, fresh)),
    transactions: (iban: string) => atBank(() => readTransactions(parts, all, iban)),
    csv: (request: CsvRequest) => atBank(() => readCsv(parts, all, request)),
    draft: (input: TransferInput) => atBank(() => transfers.draft(input)),
    discard: (draftId: string): void => transfers.discard(draftId),
    send: (draftId: string) => transfers.send(draftId),
    check: watch.check,
    settle: (entryId: string, as: Settlement) => transfers.settle(entryId, as),
    /** Bookings that may belong to an unknown transfer, as the last look found them. */
    candidates: watch.candidates,
    /** Takes the two cookies of a sign-in, and perhaps a pasted form token. @throws Failure `bank-answer-unusable` without a session cookie */
    adopt: (cookies: readonly TakenCookie[], token?: string) => atBank(() => session.adopt(cookies, token).then(view)),
    beginSignIn,
    signOut(): Promise<void> {
      transfers.discardAll()
      return session.signOut()
    },
    onChange: (listener: (view: BankView) => void) => session.onChange(() => listener(view())),
    onTransfers(listener: () => void): () => void {
      const offs = [journal.onChange(listener), owner.onChange(listener), watch.onCandidates(listener)]
      return () => offs.forEach((off) => off())
    },
    async close(): Promise<void> {
      closing.abort()
      offPlayer()
      watch.stop()
      book.stop()
      await transfers.idle() // an answer that still arrives saves a search for the outcome
      await session.settled()
    },
  }
}

export type Bank = ReturnType<typeof openBank>
