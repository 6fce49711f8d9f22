import { untrack } from 'svelte'
import type { BankAccounts, BankView, Settlement, TransferEntry } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { LockView } from '../../src-preload/contract/player.ts'
import type { Main } from '#shared/bridge/index.ts'
import { noFilter, type Filter } from './filter.ts'
import { nobodyHere, readPages, rowsOf, wipe, type Bookings } from './rows.ts'
import { TransferState } from './transfer.svelte.ts'

/** The bank as the page holds it. Everything of the player's leaves page memory when it locks. */
export class BankState {
  readonly #main: Main
  readonly transfer: TransferState
  #view = $state.raw<BankView | undefined>()
  /** Undefined until they were told. */
  #transfers = $state.raw<readonly TransferEntry[] | undefined>()
  #accounts = $state.raw<BankAccounts | undefined>()
  #bookings = $state.raw<Bookings | undefined>()
  #failure = $state.raw<unknown>()
  #bookingsFailure = $state.raw<unknown>()
  #busy = $state(false)
  #lock = $state.raw<LockView | undefined>()
  /** Emptied without a lock. */
  #away = $state(false)
  #round = 0
  iban = $state('')
  filter = $state<Filter>({ ...noFilter })

  constructor(main: Main) {
    this.#main = main
    this.transfer = new TransferState({
      bank: main.bank,
      entries: () => this.transfers,
      onsent: () => void this.load(true),
    })
    $effect(() => main.bank.state((view) => untrack(() => this.#hear(view))))
    $effect(() => () => this.#forget())
    const follow = (entries: readonly TransferEntry[]) => this.#follow(entries)
    $effect(() => main.player.lock((lock) => untrack(() => this.#hearLock(lock))))
    $effect(() => (this.locked ? undefined : main.bank.transfers(follow, () => follow([]))))
  }

  get view() {
    return this.#view
  }
  /** Nothing of the player's is shown: it is locked, or was put away. */
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
  get bookings() {
    return this.#bookings
  }
  get failure() {
    return this.#failure
  }
  get bookingsFailure() {
    return this.#bookingsFailure
  }
  get transfers() {
    return this.#transfers ?? []
  }
  /** What stands below open transfers can be laid out. */
  get areTransfersKnown() {
    return this.#transfers !== undefined
  }
  get open() {
    return this.transfers.filter(({ state }) => state === 'unknown')
  }

  #follow(entries: readonly TransferEntry[]): void {
    if (!this.locked) this.#transfers = entries
  }

  /** Whoever ended the session, and wherever: what was read in it goes. A session first told of after the accounts is read now. */
  #hear(view: BankView): void {
    const before = this.#view?.session
    this.#view = view
    if (before === undefined && view.session === 'signed-in' && this.#accounts) void this.load()
    if (view.session !== 'signed-out' || (before !== 'signed-in' && before !== 'expired')) return
    this.#forgetBookings()
    void this.load()
  }

  /** Reads accounts and, where there is a session, the chosen account's bookings. */
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
      if (this.#view?.session === 'signed-in') await this.#readBookings(round)
    } catch (error) {
      if (round !== this.#round) return
      this.#failure = error
      if (isFailure(error) && nobodyHere.includes(error.code)) this.#forgetAccounts()
    } finally {
      if (round === this.#round) this.#busy = false
    }
  }

  async #readBookings(round: number): Promise<void> {
    if (!this.iban) return
    try {
      const { iban, pages, setAside, asOf } = await this.#main.bank.transactions({ iban: this.iban })
      if (round !== this.#round) return
      this.#bookingsFailure = undefined
      // What is shown of this account already stays until all is read; else the newest come first.
      if (this.#bookings?.iban !== iban) this.#bookings = { iban, setAside, asOf, rows: rowsOf(pages[0] ?? '[]') }
      const rows = await readPages(pages, () => round === this.#round)
      if (rows) this.#bookings = { iban, setAside, asOf, rows }
    } catch (error) {
      if (round === this.#round) this.#bookingsFailure = error
    }
  }

  readonly choose = (iban: string): void => {
    this.iban = iban
    this.#bookings = undefined
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

  #forgetBookings(): void {
    void wipe(this.#bookings?.rows)
    this.#bookings = this.#bookingsFailure = undefined
    this.filter = { ...noFilter }
  }
  #forgetAccounts(): void {
    const { accounts, payees } = this.#accounts ?? {}
    void wipe(accounts, payees)
    this.#accounts = undefined
    this.iban = ''
    this.#forgetBookings()
  }
  #forget(): void {
    void wipe(this.#transfers)
    this.#transfers = undefined
    this.#failure = undefined
    this.transfer.forget()
    this.#forgetAccounts()
  }
  /** Empties page memory. A transfer that is on its way goes on. */
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
  /** Shows nothing until the player comes back: locked, or where there is nothing to lock with only put away. */
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
  /** @throws Failure `lock-refused` */
  readonly setPin = (pin: string, present: string): Promise<void> => this.#main.player.setPin({ pin, present })
}
