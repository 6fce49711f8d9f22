import { randomUUID } from 'node:crypto'
import type { Transfer, TransferDraft, TransferInput } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import pLimit from 'p-limit'
import type { CommunityProfile } from '../settings/index.ts'
import type { Drafts, HeldDraft } from './drafts.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { isEqualTransfer } from './settle.ts'
import { checkTransfer } from './validate.ts'
import type { Whose } from './whose.ts'

export interface DeskParts {
  drafts: Drafts
  journal: Journal
  bank: CommunityProfile['bank']
  whose: Whose
  /** What sends a transfer that is confirmed now: once, and with the session there is now. */
  dispatcher: () => (entry: JournalEntry) => Promise<JournalEntry>
  now: () => Date
}

/** Where transfers are reviewed and confirmed. */
export interface Desk {
  /** @throws Failure `transfer-invalid`, `transfer-blocked`, `bank-needs-player` */
  draft(input: TransferInput): Promise<TransferDraft>
  /** @throws Failure `transfer-draft-gone`, `transfer-outdated`, `transfer-blocked`, `journal-not-written` */
  send(draftId: string): Promise<JournalEntry>
  /** Waits until no transfer is on its way. */
  idle(): Promise<void>
}

const HOUR = 3_600_000

/** States in which money may have moved. */
const counts = new Set(['sending', 'succeeded', 'unknown'])

const equalTo = (entries: readonly JournalEntry[], transfer: Transfer) =>
  entries.filter((entry) => isEqualTransfer(entry, transfer))

const lastOf = (entries: readonly JournalEntry[]): number | undefined => {
  const times = entries.filter(({ state }) => counts.has(state)).map((entry) => entry.sentAt ?? entry.confirmedAt)
  return times.length === 0 ? undefined : Math.max(...times)
}

/** An equal transfer whose outcome nobody knows yet comes first, unless the player said otherwise. */
function refuseBlocked(entries: readonly JournalEntry[], transfer: Transfer): void {
  const open = entries.find(
    (entry) =>
      isEqualTransfer(entry, transfer) &&
      (entry.state === 'sending' || entry.state === 'confirmed' || (entry.state === 'unknown' && !entry.overridden)),
  )
  if (open) throw new Failure('transfer-blocked', { entryId: open.id })
}

/** Opens the desk. Transfers leave it one after the other. */
export function openDesk({ drafts, journal, bank, whose, dispatcher, now }: DeskParts): Desk {
  const inTurn = pLimit(1)
  // Another player's would be a block that nobody here can lift.
  const blockedBy = (transfer: Transfer) => refuseBlocked(journal.entries.filter(whose.isMine), transfer)

  const confirm = async (draft: HeldDraft, dispatch: ReturnType<typeof dispatcher>): Promise<JournalEntry> => {
    const { id: _draftId, madeAt: _madeAt, left: _left, repeats: _repeats, known, ...transfer } = draft
    blockedBy(transfer)
    // The review showed the equal transfers up to then; a later one must be seen too.
    const isNew = ({ id, state }: JournalEntry) => counts.has(state) && !known.includes(id)
    if (equalTo(journal.entries, transfer).some(isNew)) throw new Failure('transfer-outdated', {})
    const entry: JournalEntry = {
      ...transfer,
      id: randomUUID(),
      state: 'confirmed',
      confirmedAt: now().getTime(),
      overridden: false,
    }
    await journal.add(entry)
    return dispatch(entry)
  }
  return {
    async draft(input) {
      const known = await whose.accounts(true)
      const { player } = whose.present ?? {}
      if (player === undefined) throw new Failure('bank-needs-player', {}) // gone while it was read
      const transfer = checkTransfer(input, known.accounts, bank)
      blockedBy(transfer)
      const balance = known.accounts.find(({ iban }) => iban === transfer.from)?.balance
      const equal = equalTo(journal.entries, transfer)
      const before = lastOf(equal)
      const {
        madeAt: _madeAt,
        known: _known,
        player: _player,
        ...draft
      } = drafts.hold(transfer, {
        payee: known.payees.find(({ iban }) => iban === transfer.to)?.name ?? '',
        left: balance === undefined ? undefined : balance - transfer.amount,
        repeats: before !== undefined && now().getTime() - before < HOUR ? before : undefined,
        known: equal.map(({ id }) => id),
        player,
      })
      return draft
    },
    async send(draftId) {
      const draft = drafts.take(draftId) // at once, before any await
      if (draft.player !== whose.present?.player) throw new Failure('transfer-draft-gone', {})
      const dispatch = dispatcher()
      return inTurn(() => confirm(draft, dispatch))
    },
    idle: () => inTurn(() => Promise.resolve()),
  }
}
