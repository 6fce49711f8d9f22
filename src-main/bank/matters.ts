import type { BankMatters } from '../../src-preload/contract/player.ts'
import type { Bank } from './bank.ts'

/** What of an open bank is looked at. */
export type MattersOf = Pick<Bank, 'view' | 'transfers' | 'onChange' | 'onTransfers'>

const mattersOf = ({ view, transfers }: MattersOf): BankMatters => ({
  unsettled: transfers.filter(({ state }) => state === 'unknown').length,
  ranOut: view.session === 'expired',
})

/**
 * Tells what at the bank waits for the player. A bank that is not open holds nothing of theirs but, maybe, an unsettled transfer: only
 * then is it opened, with `open`, because only the bank can tell whose that is.
 */
export function followMatters(hasUnsettled: () => Promise<boolean>, open: () => void) {
  const listeners = new Set<(matters: BankMatters) => void>()
  let bank: MattersOf | undefined
  return {
    /** Hears how things stand now and each change; returns the way to stop. */
    follow(listener: (matters: BankMatters) => void): () => void {
      listeners.add(listener)
      if (bank) listener(mattersOf(bank))
      else
        void hasUnsettled().then((is) => {
          if (bank || !listeners.has(listener)) return
          listener({ unsettled: 0, ranOut: false })
          if (is) open()
        })
      return () => listeners.delete(listener)
    },
    /** The bank was opened. */
    opened(now: MattersOf): void {
      bank = now
      const tell = () => listeners.forEach((listener) => listener(mattersOf(now)))
      now.onChange(tell)
      now.onTransfers(tell)
      tell()
    },
  }
}
