import type { BankMatters } from '../../src-preload/contract/player.ts'
import type { Bank } from './bank.ts'
import { countUnsettled } from './unsettled.ts'

/** What of an open bank is looked at. */
type Looked = Pick<Bank, 'view' | 'onChange'> & { journal: Pick<Bank['journal'], 'entries' | 'onChange'> }

const mattersOf = ({ view, journal }: Looked): BankMatters => ({
  unsettled: journal.entries.filter(({ state }) => state === 'unknown').length,
  ranOut: view.session === 'expired',
})

/**
 * Tells what at the bank waits for the player: by the journal at `path` alone while the bank is not open, since that needs none of its
 * code and no keychain, and by the bank itself once it is.
 */
export function followMatters(path: string) {
  const listeners = new Set<(matters: BankMatters) => void>()
  let bank: Looked | undefined
  return {
    /** Hears how things stand now and each change; returns the way to stop. */
    follow(listener: (matters: BankMatters) => void): () => void {
      listeners.add(listener)
      if (bank) listener(mattersOf(bank))
      else
        void countUnsettled(path).then((unsettled) => {
          if (!bank && listeners.has(listener)) listener({ unsettled, ranOut: false })
        })
      return () => listeners.delete(listener)
    },
    /** The bank was opened. */
    opened(now: Looked): void {
      bank = now
      const tell = () => listeners.forEach((listener) => listener(mattersOf(now)))
      now.onChange(tell)
      now.journal.onChange(tell)
      tell()
    },
  }
}
