import { Emitter } from '../lib/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { belongsTo, type AccountOwner, type PresentPlayer } from './account-owner.ts'
import type { Booking } from './bookings.ts'
import type { BankQueue } from './client.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { SessionHandle } from './session.ts'
import { findProof, isOpen, termsOf, unclaimedOf } from './settle.ts'
import { provenBy } from './transfer-result.ts'

export interface WatchParts {
  journal: Journal
  queue: BankQueue
  owner: AccountOwner
  session: () => SessionHandle
  after: (ms: number, run: () => void) => () => void
}

/** Waits between two looks after an unknown outcome, ms. The last one repeats. */
const LOOKS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000]

/**
 * Settles unknown transfers by reading bookings. It never sends one, and it looks only for those of the signed-in player: another
 * player's account tells nothing with this session, and may end it.
 */
export function watchUnknown({ journal, queue, owner, session, after }: WatchParts) {
  const waiting = new Map<string, { callOff?: () => void }>()
  let stopped = false
  const candidates = new Map<string, readonly Booking[]>()
  const changed = new Emitter()
  const readAgain = async (iban: string) => {
    const asking = session() // before the player's record: another player ends this session
    const wanted = watch.wanted(iban, await owner.known())
    if (wanted.length === 0) return
    const answer = await queue.alone((client) => client.bookings(iban), asking)
    const { found } = await answer.read({ wanted: wanted.map(termsOf) })
    await watch.compare(wanted, found)
  }
  const watch = {
    /** Bookings that may belong to an unknown transfer, as the last look found them. */
    candidates: (entryId: string): readonly Booking[] => candidates.get(entryId) ?? [],
    onCandidates: changed.on,
    /** The open transfers of this player from an account. `compare` needs all bookings that fit their terms. */
    wanted: (iban: string, present: PresentPlayer): JournalEntry[] =>
      journal.entries.filter((entry) => entry.from === iban && isOpen(entry) && belongsTo(entry, present)),
    /** Looks for these transfers among bookings that were just read from their account. */
    async compare(wanted: readonly JournalEntry[], bookings: readonly Booking[]): Promise<void> {
      for (const { id } of wanted) {
        const entry = journal.find(id)
        if (!entry || !isOpen(entry)) continue
        const proof = findProof(entry, bookings, journal.entries)
        if (proof) await journal.conclude(id, { reason: undefined, ...provenBy(proof) })
        candidates.set(id, proof ? [] : unclaimedOf(entry, bookings, journal.entries))
      }
      if (wanted.length > 0) changed.emit()
    },
    /** Looks for an open transfer now, and for all others of this player from its account. @throws Failure of the bank */
    async check(entryId: string): Promise<JournalEntry> {
      const present = await owner.known()
      const entry = journal.find(entryId)
      if (!entry || !belongsTo(entry, present)) throw new Failure('transfer-draft-gone', {})
      if (!isOpen(entry)) return entry
      await readAgain(entry.from)
      return journal.find(entryId) ?? entry
    },
    /** Keeps looking until no transfer of this player from this account is unknown. */
    follow(iban: string): void {
      const isFollowed = (entry: JournalEntry) =>
        entry.state === 'unknown' && entry.from === iban && (!owner.present || owner.isMine(entry))
      const own: { callOff?: () => void } = {}
      const look = (turn: number): void => {
        if (waiting.get(iban) !== own) return // followed anew, or stopped
        if (!journal.entries.some(isFollowed)) return void waiting.delete(iban)
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
    stop(): void {
      stopped = true
      for (const { callOff } of waiting.values()) callOff?.()
      waiting.clear()
    },
  }
  return watch
}

export type SettlementWatch = ReturnType<typeof watchUnknown>
