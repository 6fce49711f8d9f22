import type { bankContract, ReceiptText, TransferEntry } from '../../src-preload/contract/bank.ts'
import type { DomainHandlers } from '../../src-preload/contract/kit.ts'
import type { Bank } from './bank.ts'
import { bookingsCsv } from './csv.ts'
import type { TakenCookie } from './jar.ts'
import { XSRF_COOKIE } from './jar.ts'
import type { Journal, JournalEntry } from './journal.ts'

/** What the bank needs of the desktop. */
export interface BankDesktop {
  /** Opens the community's sign-in; the cookies of a finished one, or undefined when it was closed. */
  signIn(): Promise<void>
  /** Asks where to save and writes; false when the player changed their mind. */
  saveFile(suggestedName: string, content: string): Promise<boolean>
  savePdf(suggestedName: string, receipt: ReceiptText): Promise<boolean>
}

/** What of an entry concerns the page. */
const shown = ({ before: _before, ...entry }: JournalEntry): TransferEntry => entry

const allShown = (journal: Journal) => journal.entries.map(shown).reverse()

/** `name=value` as a browser shows it, or the bare value under the standard name. */
function sessionCookie(pasted: string): TakenCookie {
  const [, name, value] = /^([A-Za-z0-9_.-]+_session)=(.+)$/.exec(pasted) ?? []
  return name && value ? { name, value } : { name: 'laravel_session', value: pasted }
}

/** The bank domain for the bridge. */
export function bankHandlers(bank: Bank, desktop: BankDesktop, timeZone: string): DomainHandlers<typeof bankContract> {
  return {
    state: (announce) => {
      announce(bank.view)
      return bank.onChange(announce)
    },
    transfers: (announce) => {
      announce(allShown(bank.journal))
      return bank.journal.onChange(() => announce(allShown(bank.journal)))
    },
    signIn: async () => {
      await desktop.signIn()
      return bank.view
    },
    pasteCookies: ({ xsrf, session, token }) =>
      bank.adopt(
        [{ name: XSRF_COOKIE, value: xsrf.replace(/^XSRF-TOKEN=/, '') }, sessionCookie(session)],
        token || undefined,
      ),
    signOut: () => bank.signOut(),
    accounts: ({ fresh }) => bank.accounts(fresh),
    transactions: ({ iban }) => bank.transactions(iban),
    draft: (input) => bank.draft(input),
    discard: ({ draftId }) => bank.discard(draftId),
    send: async ({ draftId }) => shown(await bank.send(draftId)),
    check: async ({ entryId }) => shown(await bank.check(entryId)),
    settle: async ({ entryId, as }) => shown(await bank.settle(entryId, as)),
    saveCsv: async ({ iban, ids, titles }) => {
      const { rows } = await bank.transactions(iban)
      const wanted = ids && new Set(ids)
      const chosen = wanted ? rows.filter(({ id }) => wanted.has(id)) : rows
      return desktop.saveFile(`${iban}.csv`, bookingsCsv(chosen, titles, timeZone))
    },
    saveReceipt: (receipt) => desktop.savePdf(`${receipt.title}.pdf`, receipt),
  }
}
