import { Failure } from '../../src-preload/contract/failure.ts'
import type { BankQueue } from './client.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { Booking } from './records.ts'
import { findProof, termsOf, type TransferTerms } from './settle.ts'

export interface Watch {
  /** The terms of the unknown transfers from an account: `compare` wants all bookings that fit them. */
  wanted(iban: string): TransferTerms[]
  /** Looks for every unknown transfer among bookings that were just read from one account. */
  compare(iban: string, bookings: readonly Booking[]): Promise<void>
  /** Reads the bookings of an unknown transfer's account now, for all that are unknown there. @throws Failure of the bank */
  check(entryId: string): Promise<JournalEntry>
  /** Looks again by and by until every transfer from this account is settled. */
  follow(iban: string): void
  stop(): void
}

/** When to look again after an unknown outcome, ms from one look to the next; the last one goes on. */
const LOOKS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000]

/** Settles unknown transfers by reading bookings: reading only, never sending. */
export function watchUnknown(
  journal: Journal,
  queue: BankQueue,
  now: () => Date,
  after: (ms: number, run: () => void) => () => void,
): Watch {
  const waiting = new Map<string, () => void>()
  let stopped = false
  const readAgain = async (iban: string) => {
    const answer = await queue.alone((client) => client.bookings(iban))
    const { found } = await answer.read({ wanted: watch.wanted(iban) })
    await watch.compare(iban, found)
  }
  const watch: Watch = {
    wanted: (iban) => journal.entries.filter(({ state, from }) => state === 'unknown' && from === iban).map(termsOf),
    async compare(iban, bookings) {
      for (const { id, from, state } of journal.entries) {
        if (state !== 'unknown' || from !== iban) continue
        const entry = journal.find(id)
        const proof = entry && findProof(entry, bookings, journal.entries)
        if (proof)
          await journal.conclude(id, {
            state: 'succeeded',
            settledBy: 'transactions',
            settledAt: now().getTime(),
            transactionId: proof.id,
          })
      }
    },
    async check(entryId) {
      const entry = journal.find(entryId)
      if (!entry) throw new Failure('transfer-draft-gone', {})
      if (entry.state !== 'unknown') return entry
      await readAgain(entry.from)
      return journal.find(entryId) ?? entry
    },
    follow(iban) {
      const look = (turn: number): void => {
        waiting.delete(iban)
        if (stopped || watch.wanted(iban).length === 0) return
        const again = () => {
          const read = readAgain(iban).catch(() => undefined)
          void read.then(() => look(turn + 1))
        }
        waiting.set(iban, after(LOOKS[Math.min(turn, LOOKS.length - 1)] ?? 0, again))
      }
      waiting.get(iban)?.()
      look(0)
    },
    stop() {
      stopped = true
      for (const callOff of waiting.values()) callOff()
      waiting.clear()
    },
  }
  return watch
}
