import type {
  BankAccounts,
  BankView,
  ReceiptText,
  TransferDraft,
  TransferEntry,
  TransferInput,
} from '../../src-preload/contract/bank.ts'
import type { Main } from '#shared/bridge/index.ts'
import { noFilter, type Filter } from './filter.ts'
import { readPages, rowsOf, type Bookings } from './rows.ts'
import { wipe } from './wipe.ts'

/** The bank as the page holds it. Everything of the player's leaves page memory when it locks. */
export class BankState {
  readonly #main: Main
  #view = $state.raw<BankView | undefined>()
  #transfers = $state.raw<readonly TransferEntry[]>([])
  #accounts = $state.raw<BankAccounts | undefined>()
  #bookings = $state.raw<Bookings | undefined>()
  #draft = $state.raw<TransferDraft | undefined>()
  #result = $state.raw<TransferEntry | undefined>()
  #failure = $state.raw<unknown>()
  #bookingsFailure = $state.raw<unknown>()
  #sendFailure = $state.raw<unknown>()
  #busy = $state(false)
  #sending = $state(false)
  #locked = $state(false)
  #round = 0
  iban = $state('')
  filter = $state<Filter>({ ...noFilter })

  constructor(main: Main) {
    this.#main = main
    $effect(() => main.bank.state((view) => (this.#view = view)))
    $effect(() => () => this.#forget())
    $effect(() => (this.#locked ? undefined : main.bank.transfers((entries) => this.#follow(entries))))
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
  get sending() {
    return this.#sending
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
  get draft() {
    return this.#draft
  }
  /** The transfer just made, as its record has it now: an unknown one may be settled meanwhile. */
  get result() {
    if (this.#result?.state !== 'unknown') return this.#result
    return this.#transfers.find(({ id }) => id === this.#result?.id) ?? this.#result
  }
  /** Why the last confirmed transfer was not taken. */
  get sendFailure() {
    return this.#sendFailure
  }
  get transfers() {
    return this.#transfers
  }
  get open() {
    return this.transfers.filter(({ state }) => state === 'unknown')
  }

  #follow(entries: readonly TransferEntry[]): void {
    if (!this.#locked) this.#transfers = entries
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
      if (round === this.#round) this.#failure = error
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
  readonly signOut = async (): Promise<void> => {
    await this.#main.bank.signOut(undefined)
    this.#bookings = undefined
  }

  readonly review = async (input: TransferInput): Promise<void> => {
    this.#result = this.#sendFailure = undefined
    this.#draft = await this.#main.bank.draft(input)
  }
  readonly discard = (): void => {
    const draft = this.#draft
    this.#draft = undefined
    if (draft) void this.#main.bank.discard({ draftId: draft.id })
  }
  /** Sends the reviewed draft. The draft is gone from here before main is asked; main would take it only once anyway. */
  readonly send = async (): Promise<void> => {
    const draft = this.#draft
    if (!draft || this.#sending) return
    this.#sending = true
    try {
      const entry = await this.#main.bank.send({ draftId: draft.id })
      if (!this.#locked) this.#result = entry
    } catch (error) {
      if (!this.#locked) this.#sendFailure = error
    } finally {
      this.#draft = undefined
      this.#sending = false
    }
    void this.load(true)
  }
  readonly closeResult = (): void => {
    this.#result = this.#sendFailure = undefined
  }

  readonly check = (entryId: string): Promise<TransferEntry> => this.#main.bank.check({ entryId })
  readonly settle = (entryId: string, as: 'happened' | 'not-happened' | 'override'): Promise<TransferEntry> =>
    this.#main.bank.settle({ entryId, as })
  readonly saveCsv = (ids: string[] | undefined, titles: string[]): Promise<boolean> =>
    this.#main.bank.saveCsv({ iban: this.iban, ids, titles })
  readonly saveReceipt = (receipt: ReceiptText): Promise<boolean> => this.#main.bank.saveReceipt(receipt)

  #forget(): void {
    const { accounts, payees } = this.#accounts ?? {}
    void wipe(this.#bookings?.rows, this.#transfers, accounts, payees)
    this.#accounts = this.#bookings = this.#result = undefined
    this.#failure = this.#bookingsFailure = this.#sendFailure = undefined
    this.#transfers = []
    this.filter = { ...noFilter }
    this.iban = ''
  }
  /** Empties page memory and shows nothing until the player comes back. A transfer that is on its way goes on. */
  readonly lock = (): void => {
    this.discard()
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
