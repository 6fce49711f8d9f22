import type { bankContract, ReceiptText, TransferEntry } from '../../src-preload/contract/bank.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { Bank } from './bank.ts'
import { pastedSession, pastedXsrf } from './cookies.ts'
import type { JournalEntry } from './journal.ts'

/** What the bank needs of the desktop. */
export interface BankDesktop {
  /** Opens the community's sign-in; settles when it has led to a session or its window is closed. */
  signIn(): Promise<void>
  /** Writes a file where the player chose. */
  saveFile(path: string, content: string): Promise<void>
  savePdf(path: string, receipt: ReceiptText): Promise<void>
  /** Keeps the app from being updated meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/** What of an entry concerns the page. */
const shown = ({ before: _before, player: _player, ...entry }: JournalEntry): TransferEntry => entry

const allShown = (bank: Bank) => bank.transfers.map(shown).reverse()

/** The bank domain for the bridge. */
export function bankHandlers(
  bank: Bank,
  desktop: BankDesktop,
  { sessionCookie, currency }: CommunityProfile['bank'],
): DomainHandlers<typeof bankContract> {
  return {
    state: (announce) => {
      announce(bank.view)
      return bank.onChange(announce)
    },
    transfers: (announce) => {
      announce(allShown(bank))
      return bank.onTransfers(() => announce(allShown(bank)))
    },
    signIn: async () => {
      await desktop.signIn()
      return bank.view
    },
    pasteCookies: async ({ xsrf, session, token }) =>
      bank.adopt([pastedXsrf(xsrf), pastedSession(session, sessionCookie)], token || undefined),
    signOut: () => bank.signOut(),
    accounts: ({ fresh }) => bank.accounts(fresh),
    transactions: ({ iban }) => bank.transactions(iban),
    async transfer(input) {
      const { id, ...draft } = await bank.draft(input)
      return {
        question: { kind: 'transfer', ...draft, currency },
        yes: () => desktop.during(async () => shown(await bank.send(id))),
        no: () => bank.discard(id),
      }
    },
    check: async ({ entryId }) => shown(await bank.check(entryId)),
    settle: async ({ entryId, as }) => shown(await bank.settle(entryId, as)),
    async saveCsv({ iban, ...csv }) {
      const content = await bank.csv(iban, csv)
      return { dialog: 'save', startsAt: `${iban}.csv`, taken: (path) => desktop.saveFile(path, content) }
    },
    saveReceipt: (receipt) => ({
      dialog: 'save',
      startsAt: `${receipt.title}.pdf`,
      taken: (path) => desktop.savePdf(path, receipt),
    }),
  }
}
