import { untrack } from 'svelte'
import type { BankAccounts, BankView, Settlement, TransferEntry } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { LockView } from '../../src-preload/contract/player.ts'
import type { Main } from '#shared/bridge/index.ts'
import { BookState } from './book.svelte.ts'
import { BookingsState } from './bookings.svelte.ts'
import { noFilter } from './filter.ts'
import { nobodyHere, wipe } from './rows.ts'
import { NewTransfer, type TransferNeeds } from './transfer.svelte.ts'

/** The page's state of the bank. Locking removes all of the player's data from page memory. */
export class BankState {
  readonly #main: Main
  readonly transfer: NewTransfer
  readonly book: BookState
  readonly #bookings: BookingsState
  #view = $state.raw<BankView | undefined>()
  /** Undefined until main has sent them. */
  #transfers = $state.raw<readonly TransferEntry[] | undefined>()
  #accounts = $state.raw<BankAccounts | undefined>()
  #failure = $state.raw<unknown>()
  #busy = $state(false)
  #lock = $state.raw<LockView | undefined>()
  /** The bank screen is hidden without a lock. */
  #away = $state(false)
  #round = 0
  iban = $state('')

  /** `onoutcome`: as `TransferNeeds`; `iban`: the account to show first */
  constructor(main: Main, onoutcome: TransferNeeds['onoutcome'], iban = '') {
    this.#main = main
    this.iban = iban
    this.#bookings = new BookingsState(main.bank)
    this.book = new BookState(main, () => this.locked)
    this.transfer = new NewTransfer({
      bank: main.bank,
      entries: () => this.transfers,
      onsent: () => void this.load(true),
      onoutcome,
    })
    $effect(() => main.bank.state((view) => untrack(() => this.#show(view))))
    $effect(() => () => this.#forget())
    const follow = (entries: readonly TransferEntry[]) => this.#follow(entries)
    $effect(() => main.player.lock((lock) => untrack(() => this.#hearLock(lock))))
    $effect(() => (this.locked ? undefined : main.bank.transfers(follow, () => follow([]))))
  }

  get view() {
    return this.#view
  }
  /** The player's data is hidden: by the lock, or without one. */
  get locked() {
    return this.#lock?.locked === true || this.#away
  }
  get lock() {
    return this.#lock
  }
  get busy() {
    return this.#busy
  }
  get accounts() {
    return this.#accounts
  }
  /** The bookings of the chosen account; undefined until they are read. */
  get bookings() {
    return this.#bookings.of(this.iban)
  }
  readonly bookingsOf = (iban: string) => this.#bookings.of(iban)
  get filter() {
    return this.#bookings.filter
  }
  set filter(next) {
    this.#bookings.filter = next
  }
  get failure() {
    return this.#failure
  }
  /** @see BookingsState.failureOf */
  readonly bookingsFailureOf = (iban?: string): unknown => this.#bookings.failureOf(iban)
  get transfers() {
    return this.#transfers ?? []
  }
  /** True if the space of the open transfers is known, so that the content below them can be drawn. */
  get areTransfersKnown() {
    return this.#transfers !== undefined
  }
  /** Transfers that need the player's attention: sending, unsettled, or not sent because the app ended. */
  get open() {
    const needed = ['confirmed', 'sending', 'unknown']
    return this.transfers.filter(
      ({ state, reason, seen }) => needed.includes(state) || (reason === 'interrupted' && !seen),
    )
  }

  #follow(entries: readonly TransferEntry[]): void {
    if (!this.locked) this.#transfers = entries
  }

  /** When a session ends, its bookings are dropped. When the first view after the accounts has a session, all is read again. */
  #show(view: BankView): void {
    const before = this.#view?.session
    this.#view = view
    if (before === undefined && view.session === 'signed-in' && this.#accounts) void this.load()
    if (view.session !== 'signed-out' || (before !== 'signed-in' && before !== 'expired')) return
    this.#bookings.forget()
    void this.load()
  }

  /** Reads the accounts and, with a session, the bookings of the chosen one. */
  readonly load = async (fresh = false): Promise<void> => {
    if (this.locked) return
    const round = ++this.#round
    this.#busy = true
    try {
      const accounts = await this.#main.bank.accounts({ fresh })
      if (round !== this.#round) return
      this.#accounts = accounts
      this.#failure = undefined
      if (!accounts.accounts.some(({ iban }) => iban === this.iban)) this.iban = accounts.accounts[0]?.iban ?? ''
      if (this.#view?.session === 'signed-in' && this.iban)
        await this.#bookings.load(this.iban, () => round === this.#round)
    } catch (error) {
      if (round !== this.#round) return
      this.#failure = error
      if (isFailure(error) && nobodyHere.includes(error.code)) this.#forgetAccounts()
    } finally {
      if (round === this.#round) this.#busy = false
    }
  }

  /** Reads the bookings of all accounts, one after the other, for their totals. */
  readonly loadAll = async (): Promise<void> => {
    const round = this.#round
    const isWanted = () => round === this.#round && this.#view?.session === 'signed-in'
    for (const { iban } of this.#accounts?.accounts ?? [])
      if (isWanted() && !this.bookingsOf(iban)) await this.#bookings.load(iban, isWanted)
  }

  readonly choose = (iban: string): void => {
    this.iban = iban
    this.filter = { ...noFilter }
    void this.load()
  }

  readonly signIn = async (): Promise<void> => {
    await this.#main.bank.signIn(undefined)
    await this.load(true)
  }
  readonly paste = async (cookies: { xsrf: string; session: string; token?: string }): Promise<void> => {
    await this.#main.bank.pasteCookies(cookies)
    await this.load(true)
  }
  readonly signOut = (): Promise<void> => this.#main.bank.signOut(undefined)

  readonly check = (entryId: string): Promise<TransferEntry> => this.#main.bank.check({ entryId })
  readonly settle = (entryId: string, as: Settlement): Promise<TransferEntry> => this.#main.bank.settle({ entryId, as })

  #forgetAccounts(): void {
    const { accounts, payees } = this.#accounts ?? {}
    void wipe(accounts, payees)
    this.#accounts = undefined
    this.iban = ''
    this.transfer.close()
    this.book.forget()
    this.#bookings.forget()
  }
  #forget(): void {
    void wipe(this.#transfers)
    this.#transfers = undefined
    this.#failure = undefined
    this.#forgetAccounts()
  }
  /** Empties page memory. A running transfer continues. */
  #empty(): void {
    this.#round++
    this.#busy = false
    this.#forget()
  }
  #hearLock(lock: LockView): void {
    const was = this.locked
    this.#lock = lock
    if (this.locked === was) return
    if (lock.locked) this.#empty()
    else void this.load()
  }
  /** Hides everything until the player comes back: with the lock, or without one if there is none. */
  readonly lockNow = async (): Promise<void> => {
    if (this.#lock && this.#lock.by !== 'nothing') return this.#main.player.lockNow(undefined)
    this.#empty()
    this.#away = true
  }
  /** @throws Failure `lock-refused` */
  readonly unlock = async (pin?: string): Promise<void> => {
    if (this.#lock?.locked) return this.#main.player.unlock({ pin })
    this.#away = false
    await this.load()
  }
}
