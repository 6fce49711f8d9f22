import type { bankContract, ReceiptText, TransferEntry } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import { topicOf } from '../lib/index.ts'
import type { MoneyLock } from '../player/index.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { Bank } from './bank.ts'
import { pastedSession, pastedXsrf } from './cookies.ts'
import type { JournalEntry } from './journal.ts'

export interface BankDesktop {
  /** Opens the community's sign-in. Settles when it has led to a session or its window is closed; `over` closes it. */
  signIn(over: AbortSignal): Promise<void>
  saveFile(path: string, content: string): Promise<void>
  savePdf(path: string, receipt: ReceiptText): Promise<void>
  /** Runs work that no update may interrupt. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/** The part of an entry that the page gets. */
function shownBy(bank: Bank) {
  return ({ before: _before, since: _since, player: _player, ...entry }: JournalEntry): TransferEntry => {
    if (entry.state !== 'unknown') return entry
    const likely = bank.candidates(entry.id).slice(-MOST_LIKELY).reverse()
    return { ...entry, likely: likely.map(({ id, at, dateText, info }) => ({ id, at, dateText, info })) }
  }
}

/** Bookings that the page shows beside an unknown transfer. */
const MOST_LIKELY = 5

/** While the player's money is locked, the page gets none of the player's data. */
export type BankLock = Pick<MoneyLock, 'view' | 'onChange' | 'guard'>

export function bankHandlers(
  bank: Bank,
  desktop: BankDesktop,
  { sessionCookie, currency }: CommunityProfile['bank'],
  lock: BankLock,
): DomainHandlers<typeof bankContract> {
  const shown = shownBy(bank)
  const allShown = () => (lock.view.locked ? [] : bank.transfers.map(shown).reverse())
  const guarded =
    <I, T>(work: (input: I, over: AbortSignal) => T | Promise<T>) =>
    (input: I) =>
      lock.guard((over) => work(input, over))
  return {
    state: topicOf(() => bank.view, bank.onChange),
    transfers: topicOf(allShown, bank.onTransfers, lock.onChange),
    book: topicOf(
      () => (lock.view.locked ? { favourites: [], templates: [] } : bank.book.view),
      bank.book.onChange,
      lock.onChange,
    ),
    setFavourite: guarded(({ iban, is }) => bank.book.setFavourite(iban, is)),
    saveTemplate: guarded((template) => bank.book.save(template)),
    removeTemplate: guarded(({ id }) => bank.book.remove(id)),
    skipReminder: guarded(({ id }) => bank.book.skip(id)),
    signIn: guarded(async (_input, over) => {
      await desktop.signIn(over)
      return bank.view
    }),
    pasteCookies: guarded(({ xsrf, session, token }) =>
      bank.adopt([pastedXsrf(xsrf), pastedSession(session, sessionCookie)], token || undefined),
    ),
    signOut: () => bank.signOut(),
    accounts: guarded(({ fresh }) => bank.accounts(fresh)),
    transactions: guarded(({ iban }) => bank.transactions(iban)),
    transfer: guarded(async (input, over) => {
      const { id, ...draft } = await bank.draft(input)
      return {
        question: { kind: 'transfer', ...draft, currency },
        over,
        // the money may be locked by now
        yes: () => lock.guard(() => desktop.during(async () => shown(await bank.send(id)))),
        no: () => bank.discard(id),
      }
    }),
    check: guarded(async ({ entryId }) => shown(await bank.check(entryId))),
    settle: guarded(async ({ entryId, as }) => shown(await bank.settle(entryId, as))),
    saveCsv: guarded(async (request) => {
      const content = await bank.csv(request)
      return {
        dialog: 'save',
        startsAt: `${request.name}.csv`,
        taken: guarded((path) => desktop.saveFile(path, content)),
      }
    }),
    saveReceipt: guarded((receipt) => {
      const entry = bank.transfers.find(({ id }) => id === receipt.entryId)
      // no receipt without the bank's own word
      if (entry?.settledBy === 'player') throw new Failure('transfer-draft-gone', {})
      return {
        dialog: 'save',
        startsAt: `${receipt.title}.pdf`,
        taken: guarded((path) => desktop.savePdf(path, receipt)),
      }
    }),
  }
}
