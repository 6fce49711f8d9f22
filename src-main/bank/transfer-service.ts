import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { accountKind, type Settlement, type Transfer, type TransferInput } from '../../src-preload/contract/bank.ts'
import type { OwnAccount, Question } from '../../src-preload/contract/player-act.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { AccountOwner } from './account-owner.ts'
import type { EntryChange, Journal, JournalEntry } from './journal.ts'
import { isEqualTransfer, isOpen, isSameAccount, mayHaveMoved } from './settle.ts'
import { checkTransfer } from './validate.ts'

/** A transfer as it will be sent, for the player to confirm. It can be sent once. */
export type TransferDraft = { id: string } & Omit<Extract<Question, { kind: 'transfer' }>, 'kind' | 'currency'>

/** A draft that waits for the player's confirmation. */
interface PendingDraft {
  transfer: Transfer & Pick<JournalEntry, 'payee' | 'player'>
  /** Epoch ms. */
  madeAt: number
  /** Ids of the equal transfers at that time. By id, because clocks can be set back. */
  known: readonly string[]
}

export interface TransferServiceParts {
  journal: Journal
  bank: CommunityProfile['bank']
  owner: AccountOwner
  /** Gives the function that sends a transfer once, with the present session. */
  dispatcher: () => (entry: JournalEntry) => Promise<JournalEntry>
  /** Looks for an open transfer among the bookings now. @throws Failure `transfer-listed` if one may belong to it, or why they cannot be read */
  look: (entryId: string) => Promise<void>
  /** Keeps looking for the unknown transfers of an account. */
  follow: (iban: string) => void
  now: () => Date
}

const HOUR = 3_600_000

/** An older draft no longer shows the present balance. */
const DRAFT_LASTS_MS = 10 * 60_000

/** Most drafts that wait; the oldest are dropped. */
const MOST_DRAFTS = 20

const timeOf = ({ sentAt, confirmedAt }: JournalEntry) => sentAt ?? confirmedAt

const lastOf = (entries: readonly JournalEntry[]): number | undefined => {
  const times = entries.filter(mayHaveMoved).map(timeOf)
  return times.length === 0 ? undefined : Math.max(...times)
}

const isUnknown = ({ state }: JournalEntry) => state === 'unknown'

/** The player's decisions: of which transfers they are accepted, and what they change. */
const decisions: Record<Settlement, { of: (entry: JournalEntry) => boolean; change: EntryChange }> = {
  happened: { of: isUnknown, change: { state: 'succeeded', settledBy: 'player' } },
  'not-happened': { of: isUnknown, change: { state: 'refused', reason: 'player', settledBy: 'player' } },
  override: { of: isUnknown, change: { overridden: true } },
  'take-back': {
    of: ({ settledBy }) => settledBy === 'player',
    change: { state: 'unknown', reason: undefined, settledBy: undefined, overridden: false },
  },
  seen: { of: ({ reason }) => reason === 'interrupted', change: { seen: true } },
}

/** Drafts, sends and settles transfers as the player asks. It sends one at a time. */
export class TransferService {
  readonly #parts: TransferServiceParts
  /** Oldest first, in memory only. */
  readonly #drafts = new Map<string, PendingDraft>()
  readonly #inTurn = pLimit(1)
  readonly #sending = new Set<Promise<JournalEntry>>()

  constructor(parts: TransferServiceParts) {
    this.#parts = parts
  }

  /** @throws Failure `transfer-invalid`, `transfer-blocked`, `bank-needs-player` */
  async draft(input: TransferInput): Promise<TransferDraft> {
    const { owner, bank, now } = this.#parts
    const known = await owner.accounts(true)
    const { player } = owner.present ?? {}
    if (player === undefined) throw new Failure('bank-needs-player', {}) // signed out meanwhile
    // A balance from a copy says nothing of the present one. The bank refuses what is too much.
    const accounts = known.live ? known.accounts : known.accounts.map((held) => ({ ...held, balance: undefined }))
    const transfer = checkTransfer(input, accounts, bank)
    this.#refuseBlocked(transfer)
    const balance = accounts.find(({ iban }) => iban === transfer.from)?.balance
    const ownAccount = (number: string): OwnAccount | undefined => {
      const account = accounts.find(({ iban }) => iban === number)
      return account && { kind: accountKind(account), label: account.label }
    }
    const payee = known.payees.find(({ iban }) => iban === transfer.to)?.name ?? ''
    const equal = this.#equalTo(transfer)
    const madeAt = now().getTime()
    const draft: TransferDraft = {
      id: randomUUID(),
      ...transfer,
      sender: ownAccount(transfer.from) ?? { kind: 'own', label: '' },
      payee,
      receiver: ownAccount(transfer.to),
      left: balance === undefined ? undefined : balance - transfer.amount,
      repeats: lastOf(equal.filter((entry) => isOpen(entry) || madeAt - timeOf(entry) < HOUR)),
    }
    const waits = { transfer: { ...transfer, payee, player }, madeAt, known: equal.map(({ id }) => id) }
    this.#drafts.set(draft.id, waits)
    const [oldest] = this.#drafts.keys()
    if (this.#drafts.size > MOST_DRAFTS && oldest !== undefined) this.#drafts.delete(oldest)
    return draft
  }

  discard(draftId: string): void {
    this.#drafts.delete(draftId)
  }

  discardAll(): void {
    this.#drafts.clear()
  }

  /** @throws Failure `transfer-draft-gone`, `transfer-outdated`, `transfer-blocked`, `journal-not-written` */
  async send(draftId: string): Promise<JournalEntry> {
    const draft = this.#take(draftId) // at once, before any await
    const { owner, dispatcher, now } = this.#parts
    if (draft.transfer.player !== owner.present?.player) throw new Failure('transfer-draft-gone', {})
    const dispatch = dispatcher()
    const confirmedAt = now().getTime()
    const entry = await this.#inTurn(() => this.#confirm(draft, confirmedAt))
    const sending = dispatch(entry)
    this.#sending.add(sending)
    return sending.finally(() => this.#sending.delete(sending))
  }

  /**
   * Takes the player's word on an unknown transfer of theirs, or takes it back. "It did not happen" is accepted only if a look at
   * the bookings now finds none that may belong to it.
   * @throws Failure `transfer-draft-gone` for any other transfer, `transfer-listed`, or why the bookings cannot be read
   */
  async settle(entryId: string, as: Settlement): Promise<JournalEntry> {
    const { journal, owner, look, follow } = this.#parts
    await owner.known()
    if (as === 'not-happened') await look(entryId)
    const entry = journal.find(entryId)
    if (!entry || !owner.isMine(entry)) throw new Failure('transfer-draft-gone', {})
    if (as === 'not-happened' && entry.settledBy === 'transactions') return entry // just found
    const { of, change } = decisions[as]
    if (!of(entry)) throw new Failure('transfer-draft-gone', {})
    const settled = journal.conclude(entryId, change)
    return as === 'take-back' ? settled.finally(() => follow(entry.from)) : settled
  }

  /** Waits until no transfer is being sent. */
  async idle(): Promise<void> {
    await this.#inTurn(() => undefined)
    await Promise.allSettled(this.#sending)
  }

  /** Takes a draft, once: a second call fails. @throws Failure `transfer-draft-gone` */
  #take(id: string): PendingDraft {
    const draft = this.#drafts.get(id)
    this.#drafts.delete(id) // no await before this, so that nobody else can take the same draft
    if (!draft || this.#parts.now().getTime() - draft.madeAt > DRAFT_LASTS_MS)
      throw new Failure('transfer-draft-gone', {})
    return draft
  }

  /** Transfers that this one would repeat: from the same account, or waiting or open ones from the player's other accounts. */
  #equalTo({ from, to, amount }: Transfer): JournalEntry[] {
    const { journal, owner } = this.#parts
    return journal.entries.filter(
      (entry) =>
        entry.amount === amount &&
        isSameAccount(entry.to, to) &&
        (entry.from === from || ((isOpen(entry) || entry.state === 'confirmed') && owner.isMine(entry))),
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

  /** Writes down a transfer before its turn comes, which may be much later. */
  async #confirm({ transfer, known }: PendingDraft, confirmedAt: number): Promise<JournalEntry> {
    const { journal } = this.#parts
    this.#refuseBlocked(transfer)
    // The draft showed the equal transfers of its time. The player must see a later one, too.
    const isNew = (entry: JournalEntry) => mayHaveMoved(entry) && !known.includes(entry.id)
    if (this.#equalTo(transfer).some(isNew)) throw new Failure('transfer-outdated', {})
    const entry: JournalEntry = {
      ...transfer,
      id: randomUUID(),
      state: 'confirmed',
      confirmedAt,
      overridden: false,
    }
    await journal.add(entry)
    return entry
  }
}
