import type { BankPending } from '../../src-preload/contract/player.ts'
import { Emitter } from '../lib/index.ts'
import type { Bank } from './bank.ts'

/** What of an open bank is looked at. */
export type WatchedBank = Pick<Bank, 'view' | 'transfers' | 'onChange' | 'onTransfers'>

const actionsOf = ({ view, transfers }: WatchedBank): BankPending => ({
  unsettled: transfers.filter(({ state }) => state === 'unknown').length,
  ranOut: view.session === 'expired',
})

/**
 * Tells what at the bank waits for the player. A bank that is not open holds nothing of theirs but, maybe, an unsettled transfer: only
 * then is it opened, because only the bank can tell whose that is.
 */
export class PendingActions {
  readonly #hasUnsettled: () => Promise<boolean>
  readonly #open: () => void
  readonly #changed = new Emitter<BankPending>()
  #bank: WatchedBank | undefined

  constructor(hasUnsettled: () => Promise<boolean>, open: () => void) {
    this.#hasUnsettled = hasUnsettled
    this.#open = open
  }

  /** Tells the listener how things stand now, and each change; returns the way to stop. */
  readonly follow = (listener: (actions: BankPending) => void): (() => void) => {
    const off = this.#changed.on(listener)
    if (this.#bank) {
      listener(actionsOf(this.#bank))
      return off
    }
    let isOff = false
    void this.#hasUnsettled().then((is) => {
      if (this.#bank || isOff) return
      listener({ unsettled: 0, ranOut: false })
      if (is) this.#open()
    })
    return () => {
      isOff = true
      off()
    }
  }

  /** The bank was opened. */
  opened(bank: WatchedBank): void {
    this.#bank = bank
    const tell = () => this.#changed.emit(actionsOf(bank))
    bank.onChange(tell)
    bank.onTransfers(tell)
    tell()
  }
}
