import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Settlement, Transfer, TransferInput } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { AccountOwner } from './account-owner.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { isEqualTransfer, isOpen, mayHaveMoved } from './settle.ts'
import { checkTransfer } from './validate.ts'

/** A transfer as it will be sent, for the player's last look. Can be sent once. */
export interface TransferDraft extends Transfer {
  id: string
  /** The receiver's name; empty where the player knows none. */
  payee: string
  /** What will be left on the sending account. */
  left?: number
  /** When the same transfer was last made within the hour, or ever if the bank has not told what became of it; epoch ms. */
  repeats?: number
}

/** A review that waits for the player's one confirmation. */
interface PendingDraft extends TransferDraft {
  /** Epoch ms. */
  madeAt: number
  /** Ids of the equal transfers that the review could know of. By id, not by time: clocks are set back. */
  known: readonly string[]
  /** Who reviewed it, as `PlayerAccounts.player` names them. */
  player: string
}

export interface TransferServiceParts {
  journal: Journal
  bank: CommunityProfile['bank']
  owner: AccountOwner
  /** What sends a transfer that is confirmed now: once, and with the session there is now. */
  dispatcher: () => (entry: JournalEntry) => Promise<JournalEntry>
  /** Looks for an open transfer among the bookings, now. @throws Failure `transfer-listed` where one may be its, or why they cannot be read */
  look: (entryId: string) => Promise<void>
  /** Looks for the unknown transfers of an account by and by. */
  follow: (iban: string) => void
  now: () => Date
}

const HOUR = 3_600_000

/** A review older than this says nothing about now. */
const DRAFT_LASTS_MS = 10 * 60_000

/** Reviews that nobody answered or discarded; the oldest give way. */
const MOST_DRAFTS = 20

const timeOf = ({ sentAt, confirmedAt }: JournalEntry) => sentAt ?? confirmedAt

const lastOf = (entries: readonly JournalEntry[]): number | undefined => {
  const times = entries.filter(mayHaveMoved).map(timeOf)
  return times.length === 0 ? undefined : Math.max(...times)
}

/** Where transfers are reviewed, confirmed and settled by the player. Confirmed ones leave one after the other. */
export class TransferService {
  readonly #parts: TransferServiceParts
  /** In the order they were made. None outlives the run. */
  readonly #drafts = new Map<string, PendingDraft>()
  readonly #inTurn = pLimit(1)

  constructor(parts: TransferServiceParts) {
    this.#parts = parts
  }

  /** @throws Failure `transfer-invalid`, `transfer-blocked`, `bank-needs-player` */
  async draft(input: TransferInput): Promise<TransferDraft> {
    const { owner, bank, now } = this.#parts
    const known = await owner.accounts(true)
    const { player } = owner.present ?? {}
    if (player === undefined) throw new Failure('bank-needs-player', {}) // gone while it was read
    const transfer = checkTransfer(input, known.accounts, bank)
    this.#refuseBlocked(transfer)
    const balance = known.accounts.find(({ iban }) => iban === transfer.from)?.balance
    const equal = this.#equalTo(transfer)
    const madeAt = now().getTime()
    const draft: TransferDraft = {
      id: randomUUID(),
      ...transfer,
      payee: known.payees.find(({ iban }) => iban === transfer.to)?.name ?? '',
      left: balance === undefined ? undefined : balance - transfer.amount,
      repeats: lastOf(equal.filter((entry) => isOpen(entry) || madeAt - timeOf(entry) < HOUR)),
    }
    this.#drafts.set(draft.id, { ...draft, madeAt, known: equal.map(({ id }) => id), player })
    const [oldest] = this.#drafts.keys()
    if (this.#drafts.size > MOST_DRAFTS && oldest !== undefined) this.#drafts.delete(oldest)
    return draft
  }

  discard(draftId: string): void {
    this.#drafts.delete(draftId)
  }

  /** Forgets all drafts, for the next player. */
  discardAll(): void {
    this.#drafts.clear()
  }

  /** @throws Failure `transfer-draft-gone`, `transfer-outdated`, `transfer-blocked`, `journal-not-written` */
  async send(draftId: string): Promise<JournalEntry> {
    const draft = this.#take(draftId) // at once, before any await
    const { owner, dispatcher } = this.#parts
    if (draft.player !== owner.present?.player) throw new Failure('transfer-draft-gone', {})
    const dispatch = dispatcher()
    return this.#inTurn(() => this.#confirm(draft, dispatch))
  }

  /**
   * Takes the player's word on an unknown transfer of theirs, or takes it back. That it did not happen is believed only where a
   * look at the bookings, now, finds none that may be its.
   * @throws Failure `transfer-draft-gone` for any other transfer, `transfer-listed`, or why the bookings cannot be read
   */
  async settle(entryId: string, as: Settlement): Promise<JournalEntry> {
    const { journal, owner, look, now } = this.#parts
    await owner.known()
    if (as === 'not-happened') await look(entryId)
    const entry = journal.find(entryId)
    if (!entry || !owner.isMine(entry)) throw new Failure('transfer-draft-gone', {})
    if (as === 'not-happened' && entry.settledBy === 'transactions') return entry // just found
    if (as === 'take-back' && entry.settledBy === 'player') return this.#reopen(entry)
    if (as === 'seen' && entry.reason === 'interrupted') return journal.conclude(entryId, { seen: true })
    if (entry.state !== 'unknown' || as === 'take-back' || as === 'seen') throw new Failure('transfer-draft-gone', {})
    if (as === 'override') return journal.conclude(entryId, { overridden: true })
    const settled = { settledBy: 'player' as const, settledAt: now().getTime() }
    return as === 'happened'
      ? journal.conclude(entryId, { ...settled, state: 'succeeded' })
      : journal.conclude(entryId, { ...settled, state: 'refused', reason: 'player' })
  }

  #reopen({ id, from }: JournalEntry): Promise<JournalEntry> {
    const { journal, follow } = this.#parts
    const unsettled = { reason: undefined, settledBy: undefined, settledAt: undefined, overridden: false }
    return journal.conclude(id, { ...unsettled, state: 'unknown' }).finally(() => follow(from))
  }

  /** Waits until no transfer is on its way. */
  idle(): Promise<void> {
    return this.#inTurn(() => Promise.resolve())
  }

  /** Takes a draft, once: a second call fails. @throws Failure `transfer-draft-gone` */
  #take(id: string): PendingDraft {
    const draft = this.#drafts.get(id)
    this.#drafts.delete(id) // no await between look and removal: two windows cannot both have it
    if (!draft || this.#parts.now().getTime() - draft.madeAt > DRAFT_LASTS_MS)
      throw new Failure('transfer-draft-gone', {})
    return draft
  }

  /** Transfers that this one would repeat: from the same account, or unconfirmed ones from the player's other accounts. */
  #equalTo({ from, to, amount }: Transfer): JournalEntry[] {
    const { journal, owner } = this.#parts
    return journal.entries.filter(
      (entry) =>
        entry.to === to && entry.amount === amount && (entry.from === from || (isOpen(entry) && owner.isMine(entry))),
    )
  }

  /** Refuses a transfer while the outcome of an equal one of this player is unknown, unless the player overrode that. */
  #refuseBlocked(transfer: Transfer): void {
    const { journal, owner } = this.#parts
    const isBlocking = ({ state, overridden }: JournalEntry) =>
      state === 'sending' || state === 'confirmed' || (state === 'unknown' && !overridden)
    const open = journal.entries.find(
      (entry) => owner.isMine(entry) && isEqualTransfer(entry, transfer) && isBlocking(entry),
    )
    if (open) throw new Failure('transfer-blocked', { entryId: open.id })
  }

  async #confirm(draft: PendingDraft, dispatch: (entry: JournalEntry) => Promise<JournalEntry>): Promise<JournalEntry> {
    const { journal, now } = this.#parts
    const { id: _draftId, madeAt: _madeAt, left: _left, repeats: _repeats, known, ...transfer } = draft
    this.#refuseBlocked(transfer)
    // The review showed the equal transfers up to then; a later one must be seen too.
    const isNew = (entry: JournalEntry) => mayHaveMoved(entry) && !known.includes(entry.id)
    if (this.#equalTo(transfer).some(isNew)) throw new Failure('transfer-outdated', {})
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
}
