import type { bankContract, ReceiptText, TransferDraft, TransferEntry } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { Bank } from './bank.ts'
import { pastedSession, pastedXsrf } from './cookies.ts'
import type { JournalEntry } from './journal.ts'
import { UserActivation, type OnPress } from './user-activation.ts'

/** What the bank needs of the desktop. */
export interface BankDesktop {
  /** Opens the community's sign-in; settles when it has led to a session or its window is closed. */
  signIn(): Promise<void>
  /** Asks where to save and writes; false when the player changed their mind. */
  saveFile(suggestedName: string, content: string): Promise<boolean>
  savePdf(suggestedName: string, receipt: ReceiptText): Promise<boolean>
  onPress: OnPress
  /** Asks the player outside the page whether a transfer is meant. */
  confirm(draft: TransferDraft): Promise<boolean>
}

/** What of an entry concerns the page. */
function shownBy(bank: Bank) {
  return ({ before: _before, since: _since, player: _player, ...entry }: JournalEntry): TransferEntry => {
    if (entry.state !== 'unknown') return entry
    const likely = bank.candidates(entry.id).slice(-MOST_LIKELY).reverse()
    return { ...entry, likely: likely.map(({ id, at, dateText, info }) => ({ id, at, dateText, info })) }
  }
}

/** Bookings that are shown to be compared with an unknown transfer. */
const MOST_LIKELY = 5

/** While it is locked, the page gets nothing of the player's. */
export interface BankLock {
  readonly view: { readonly locked: boolean }
  readonly onChange: (listener: () => void) => () => void
  /** Runs `work` while open, and answers nothing once it is not. @throws Failure `money-locked` */
  guard<T>(work: () => T | Promise<T>): Promise<T>
}

/** The bank domain for the bridge. `sessionCookie` is the profile's pattern of that cookie's name. */
export function bankHandlers(
  bank: Bank,
  desktop: BankDesktop,
  sessionCookie: string,
  lock: BankLock,
): DomainHandlers<typeof bankContract> {
  const shown = shownBy(bank)
  const allShown = () => (lock.view.locked ? [] : bank.transfers.map(shown).reverse())
  const guarded =
    <I, R, T>(work: (input: I, run: R) => Promise<T>) =>
    (input: I, run: R) =>
      lock.guard(() => work(input, run))
  const activation = new UserActivation(desktop.onPress)
  return {
    state: (announce) => {
      announce(bank.view)
      return bank.onChange(announce)
    },
    transfers: (announce) => {
      announce(allShown())
      const tell = () => announce(allShown())
      const offs = [bank.onTransfers(tell), lock.onChange(tell)]
      return () => offs.forEach((off) => off())
    },
    signIn: guarded(async () => {
      await desktop.signIn()
      return bank.view
    }),
    pasteCookies: guarded(({ xsrf, session, token }) =>
      bank.adopt([pastedXsrf(xsrf), pastedSession(session, sessionCookie)], token || undefined),
    ),
    signOut: () => bank.signOut(),
    accounts: guarded(({ fresh }) => bank.accounts(fresh)),
    transactions: guarded(({ iban }) => bank.transactions(iban)),
    draft: guarded(async (input, { windowId }) => {
      const draft = await bank.draft(input)
      activation.watch(windowId, draft)
      return draft
    }),
    discard: ({ draftId }) => {
      activation.drop(draftId)
      bank.discard(draftId)
    },
    send: guarded(async ({ draftId }, { windowId }) => {
      const taken = activation.take(windowId, draftId)
      // Assistive technology presses without mouse or key, and so does a script: the system's own dialog tells them apart.
      if (taken && (taken.isActivated || (await desktop.confirm(taken.draft)))) return shown(await bank.send(draftId))
      bank.discard(draftId)
      throw new Failure('transfer-draft-gone', {})
    }),
    check: guarded(async ({ entryId }) => shown(await bank.check(entryId))),
    settle: guarded(async ({ entryId, as }) => shown(await bank.settle(entryId, as))),
    saveCsv: guarded(async ({ iban, ...csv }) => desktop.saveFile(`${iban}.csv`, await bank.csv(iban, csv))),
    saveReceipt: guarded(async (receipt) => {
      const entry = bank.transfers.find(({ id }) => id === receipt.entryId)
      // what the bank never told has no receipt
      if (entry?.settledBy === 'player') throw new Failure('transfer-draft-gone', {})
      return desktop.savePdf(`${receipt.title}.pdf`, receipt)
    }),
  }
}
