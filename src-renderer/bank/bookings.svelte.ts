import type { Main } from '#shared/bridge/index.ts'
import { noFilter, type Filter } from './filter.ts'
import { readPages, rowsOf, wipe, type Bookings } from './rows.ts'

/** The bookings of the accounts that were read. */
export class BookingsState {
  readonly #bank: Main['bank']
  #read = $state.raw<readonly Bookings[]>([])
  #failed = $state.raw<{ iban: string; why: unknown } | undefined>()
  filter = $state<Filter>({ ...noFilter })

  constructor(bank: Main['bank']) {
    this.#bank = bank
  }

  /** Undefined until the account's bookings are read. */
  readonly of = (iban: string): Bookings | undefined => this.#read.find((one) => one.iban === iban)
  /** Why the last reading failed, of this account or of any. */
  readonly failureOf = (iban?: string): unknown =>
    iban === undefined || this.#failed?.iban === iban ? this.#failed?.why : undefined

  /** Reads an account's bookings. Drops the answer if it is no longer wanted. */
  async load(iban: string, isWanted: () => boolean): Promise<void> {
    try {
      const { pages, setAside, asOf } = await this.#bank.transactions({ iban })
      if (!isWanted()) return
      if (this.#failed?.iban === iban) this.#failed = undefined
      // Older bookings of this account stay until all are read. Without any, the newest page is shown first.
      if (!this.of(iban)) this.#keep({ iban, setAside, asOf, rows: rowsOf(pages[0] ?? '[]') })
      const rows = await readPages(pages, isWanted)
      if (rows) this.#keep({ iban, setAside, asOf, rows })
    } catch (error) {
      if (isWanted()) this.#failed = { iban, why: error }
    }
  }

  /** Removes all bookings from page memory. */
  forget(): void {
    void wipe(...this.#read.map(({ rows }) => rows))
    this.#read = []
    this.#failed = undefined
    this.filter = { ...noFilter }
  }

  #keep(bookings: Bookings): void {
    this.#read = [...this.#read.filter(({ iban }) => iban !== bookings.iban), bookings]
  }
}
