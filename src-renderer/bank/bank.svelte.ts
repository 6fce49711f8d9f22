import { untrack, tick } from 'svelte'
import type { BankAccounts, BankView, ReceiptText, TransferEntry } from '../../src-preload/contract/bank.ts'
import { isFailure, type FailureCode } from '../../src-preload/contract/failure.ts'
import type { Main } from '#shared/bridge/index.ts'
import { noFilter, type Filter } from './filter.ts'
import { readPages, rowsOf, type Bookings } from './rows.ts'
import { TransferState } from './transfer.svelte.ts'

/**
 * Empties records, for whoever still holds them: the engine keeps what was on screen for as long as it likes. Waits until
 * nothing draws them any more.
 */
async function wipe(...lists: (readonly object[] | undefined)[]): Promise<void> {
  await tick()
  for (const item of lists.flatMap((list) => list ?? []))
    for (const key of Object.keys(item)) (item as Record<string, unknown>)[key] = undefined
}

/** What says that accounts which were read are no longer of who is here. */
const nobodyHere: readonly FailureCode[] = ['bank-needs-player', 'bank-no-account']

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
  #locked = $state(false)
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
    $effect(() => (this.#locked ? undefined : main.bank.transfers(follow, () => follow([]))))
  }

  get view() {
    return this.#view
  }
  get locked() {
    return this.#locked
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
    if (!this.#locked) this.#transfers = entries
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
    if (this.#locked) return
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
      const { iban, pages, setAside } = await this.#main.bank.transactions({ iban: this.iban })
      if (round !== this.#round) return
      this.#bookingsFailure = undefined
      // What is shown of this account already stays until all is read; else the newest come first.
      if (this.#bookings?.iban !== iban) this.#bookings = { iban, setAside, rows: rowsOf(pages[0] ?? '[]') }
      const rows = await readPages(pages, () => round === this.#round)
      if (rows) this.#bookings = { iban, setAside, rows }
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
  readonly settle = (entryId: string, as: 'happened' | 'not-happened' | 'override'): Promise<TransferEntry> =>
    this.#main.bank.settle({ entryId, as })
  readonly saveCsv = (ids: string[] | undefined, titles: string[]): Promise<void> =>
    this.#main.bank.saveCsv({ iban: this.iban, ids, titles })
  readonly saveReceipt = (receipt: ReceiptText): Promise<void> => this.#main.bank.saveReceipt(receipt)

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
  /** Empties page memory and shows nothing until the player comes back. A transfer that is on its way goes on. */
  readonly lock = (): void => {
    this.#round++
    this.#busy = false
    this.#forget()
    this.#locked = true
  }
  readonly unlock = (): void => {
    this.#locked = false
    void this.load()
  }
}
