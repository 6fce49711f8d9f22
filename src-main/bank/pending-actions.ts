import type { BankPending } from '../../src-preload/contract/player.ts'
import { Emitter } from '../lib/index.ts'
import type { Bank } from './bank.ts'

/** What of an open bank is looked at. */
export type WatchedBank = Pick<Bank, 'view' | 'transfers' | 'onChange' | 'onTransfers'> & {
  book: Pick<Bank['book'], 'view' | 'onChange'>
}

const actionsOf = ({ view, transfers, book }: WatchedBank): BankPending => ({
  unsettled: transfers.filter(({ state }) => state === 'unknown').length,
  ranOut: view.session === 'expired',
  due: book.view.templates
    .flatMap(({ id, name, amount, due }) => (due === undefined ? [] : [{ id, name, amount, day: due }]))
    .sort((a, b) => (a.day < b.day ? -1 : 1)),
})

/**
 * Tells what at the bank waits for the player. A bank that is not open holds nothing of theirs but, maybe, an unsettled transfer or a
 * reminder: only then is it opened, because only the bank can tell whose that is.
 */
export class PendingActions {
  readonly #hasLeft: () => Promise<boolean>
  readonly #open: () => void
  readonly #changed = new Emitter<BankPending>()
  #bank: WatchedBank | undefined

  constructor(hasLeft: () => Promise<boolean>, open: () => void) {
    this.#hasLeft = hasLeft
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
    void this.#hasLeft().then((is) => {
      if (this.#bank || isOff) return
      listener({ unsettled: 0, ranOut: false, due: [] })
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
    bank.book.onChange(tell)
    tell()
  }
}
