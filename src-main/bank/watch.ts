import type { BankClient } from './client.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { Booking } from './records.ts'
import { findProof } from './settle.ts'

export interface Watch {
  /** Looks for every unknown transfer among bookings that were just read from one account. */
  compare(iban: string, bookings: readonly Booking[]): Promise<void>
  /** Reads the bookings of an unknown transfer's account now. @throws Failure of the bank */
  check(entryId: string): Promise<JournalEntry>
  /** Looks again by and by until the transfer is settled. */
  follow(entryId: string): void
  stop(): void
}

/** When to look again after an unknown outcome, ms from one look to the next; then the player's own looks settle it. */
const LOOKS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000]

/** Settles unknown transfers by reading bookings: reading only, never sending. */
export function watchUnknown(
  journal: Journal,
  client: BankClient,
  now: () => Date,
  after: (ms: number, run: () => void) => () => void,
): Watch {
  const waiting = new Map<string, () => void>()
  const watch: Watch = {
    async compare(iban, bookings) {
      for (const { id, from, state } of journal.entries) {
        if (state !== 'unknown' || from !== iban) continue
        const entry = journal.find(id)
        const proof = entry && findProof(entry, bookings, journal.entries)
        if (proof)
          await journal.change(id, {
            state: 'succeeded',
            settledBy: 'transactions',
            settledAt: now().getTime(),
            transactionId: proof.id,
          })
      }
    },
    async check(entryId) {
      const entry = journal.find(entryId)
      if (!entry) throw new Error(`no journal entry ${entryId}`)
      if (entry.state !== 'unknown') return entry
      const { bookings } = await client.alone(() => client.bookings(entry.from))
      await watch.compare(entry.from, bookings)
      return journal.find(entryId) ?? entry
    },
    follow(entryId) {
      const look = (turn: number) => {
        const wait = LOOKS[turn]
        if (wait === undefined || journal.find(entryId)?.state !== 'unknown') return waiting.delete(entryId)
        return waiting.set(
          entryId,
          after(
            wait,
            () =>
              void watch
                .check(entryId)
                .catch(() => undefined)
                .then(() => look(turn + 1)),
          ),
        )
      }
      waiting.get(entryId)?.()
      look(0)
    },
    stop() {
      for (const callOff of waiting.values()) callOff()
      waiting.clear()
    },
  }
  return watch
}
