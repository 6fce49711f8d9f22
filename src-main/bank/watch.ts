import { Emitter } from '../lib/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { belongsTo, type AccountOwner, type PresentPlayer } from './account-owner.ts'
import type { Booking } from './bookings.ts'
import type { BankQueue } from './client.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { SessionHandle } from './session.ts'
import { findProof, isOpen, termsOf, unclaimedOf } from './settle.ts'

export interface WatchParts {
  journal: Journal
  queue: BankQueue
  owner: AccountOwner
  session: () => SessionHandle
  now: () => Date
  after: (ms: number, run: () => void) => () => void
}

export interface SettlementWatch {
  /** Bookings that may be an unknown transfer's, as the last look found them. */
  candidates(entryId: string): readonly Booking[]
  /** Hears when they change. */
  onCandidates(listener: () => void): () => void
  /** This player's transfers from an account that the bank has not settled: `compare` wants all bookings that fit their terms. */
  wanted(iban: string, present: PresentPlayer): JournalEntry[]
  /** Looks for these transfers among bookings that were just read from their account. */
  compare(wanted: readonly JournalEntry[], bookings: readonly Booking[]): Promise<void>
  /** Reads the bookings of an open transfer's account now, for all of this player that are open there. @throws Failure of the bank */
  check(entryId: string): Promise<JournalEntry>
  /** Looks again by and by until every transfer of this player from this account is settled. */
  follow(iban: string): void
  stop(): void
}

/** When to look again after an unknown outcome, ms from one look to the next; the last one goes on. */
const LOOKS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000]

/**
 * Settles unknown transfers by reading bookings: reading only, never sending, and only those of the player who is signed
 * in. Another's account, asked for with this one's session, tells nothing and may end the session.
 */
export function watchUnknown({ journal, queue, owner, session, now, after }: WatchParts): SettlementWatch {
  const waiting = new Map<string, { callOff?: () => void }>()
  let stopped = false
  const unknownFrom = (iban: string) =>
    journal.entries.filter(({ state, from }) => state === 'unknown' && from === iban)
  const candidates = new Map<string, readonly Booking[]>()
  const changed = new Emitter()
  const readAgain = async (iban: string) => {
    const asking = session() // before the player's record: once they change, this one is over
    const wanted = watch.wanted(iban, await owner.known())
    if (wanted.length === 0) return
    const answer = await queue.alone((client) => client.bookings(iban), asking)
    const { found } = await answer.read({ wanted: wanted.map(termsOf) })
    await watch.compare(wanted, found)
  }
  const watch: SettlementWatch = {
    candidates: (entryId) => candidates.get(entryId) ?? [],
    onCandidates: changed.on,
    wanted: (iban, present) =>
      journal.entries.filter((entry) => entry.from === iban && isOpen(entry) && belongsTo(entry, present)),
    async compare(wanted, bookings) {
      for (const { id } of wanted) {
        const entry = journal.find(id)
        if (!entry || !isOpen(entry)) continue
        const proof = findProof(entry, bookings, journal.entries)
        if (proof) {
          const found = {
            settledBy: 'transactions' as const,
            settledAt: now().getTime(),
            transactionId: proof.id || undefined,
          }
          await journal.conclude(id, { state: 'succeeded', reason: undefined, ...found })
        }
        candidates.set(id, proof ? [] : unclaimedOf(entry, bookings, journal.entries))
      }
      if (wanted.length > 0) changed.emit()
    },
    async check(entryId) {
      const present = await owner.known()
      const entry = journal.find(entryId)
      if (!entry || !belongsTo(entry, present)) throw new Failure('transfer-draft-gone', {})
      if (!isOpen(entry)) return entry
      await readAgain(entry.from)
      return journal.find(entryId) ?? entry
    },
    follow(iban) {
      const isOver = () => !unknownFrom(iban).some((entry) => !owner.present || owner.isMine(entry))
      const own: { callOff?: () => void } = {}
      const look = (turn: number): void => {
        if (waiting.get(iban) !== own) return // another look was planned meanwhile, or all were stopped
        if (isOver()) return void waiting.delete(iban)
        const again = () => {
          const read = readAgain(iban).catch(() => undefined)
          void read.then(() => look(turn + 1))
        }
        own.callOff = after(LOOKS[Math.min(turn, LOOKS.length - 1)] ?? 0, again)
      }
      if (stopped) return
      waiting.get(iban)?.callOff?.()
      waiting.set(iban, own)
      look(0)
    },
    stop() {
      stopped = true
      for (const { callOff } of waiting.values()) callOff?.()
      waiting.clear()
    },
  }
  return watch
}
