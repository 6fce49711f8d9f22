import type { BankPending } from '../../src-preload/contract/player.ts'
import { Emitter } from '../lib/index.ts'
import type { Bank } from './bank.ts'
import type { BankLock } from './handlers.ts'

/** The parts of an open bank that are watched. */
export type WatchedBank = Pick<Bank, 'view' | 'transfers' | 'onChange' | 'onTransfers'> & {
  book: Pick<Bank['book'], 'view' | 'onChange'>
}

/** While the money is locked, a due reminder shows only its day, and a transfer only its time. */
const actionsOf = ({ view, transfers, book }: WatchedBank, { locked }: BankLock['view']): BankPending => ({
  unsettled: transfers
    .filter(({ state }) => state === 'unknown')
    .map(({ id, payee, amount, confirmedAt: at }) => ({
      id,
      at,
      ...(locked ? { payee: '', amount: null } : { payee, amount }),
    })),
  ranOut: view.session === 'expired',
  due: book.view.templates
    .flatMap(({ id, name, amount, due: day }) =>
      day === undefined ? [] : [locked ? { id, day, name: '', amount: null } : { id, day, name, amount }],
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1)),
})

/**
 * What the player has to do at the bank. The bank is opened for it only if there is an unsettled transfer or a reminder, because only
 * an open bank can publish whose it is.
 */
export class PendingActions {
  readonly #hasLeft: () => Promise<boolean>
  readonly #open: () => void
  readonly #changed = new Emitter<BankPending>()
  /** Present once the bank is open. */
  #actions: (() => BankPending) | undefined

  constructor(hasLeft: () => Promise<boolean>, open: () => void) {
    this.#hasLeft = hasLeft
    this.#open = open
  }

  /** Calls the listener with the present actions and after each change. */
  readonly follow = (listener: (actions: BankPending) => void): void => {
    this.#changed.on(listener)
    if (this.#actions) return listener(this.#actions())
    void this.#hasLeft().then((is) => {
      if (this.#actions) return
      listener({ unsettled: [], ranOut: false, due: [] })
      if (is) this.#open()
    })
  }

  opened(bank: WatchedBank, lock: Pick<BankLock, 'view' | 'onChange'>): void {
    const actions = () => actionsOf(bank, lock.view)
    this.#actions = actions
    const publish = () => this.#changed.emit(actions())
    for (const onChange of [bank.onChange, bank.onTransfers, bank.book.onChange, lock.onChange]) onChange(publish)
    publish()
  }
}
