import type { Main } from '#shared/bridge/index.ts'
import { noFilter, type Filter } from './filter.ts'
import { readPages, rowsOf, wipe, type Bookings } from './rows.ts'

/** The accounts' bookings as they were read. */
export class BookingsState {
  readonly #bank: Main['bank']
  #read = $state.raw<readonly Bookings[]>([])
  #failure = $state.raw<unknown>()
  filter = $state<Filter>({ ...noFilter })

  constructor(bank: Main['bank']) {
    this.#bank = bank
  }

  /** Undefined until the account's bookings were read. */
  readonly of = (iban: string): Bookings | undefined => this.#read.find((one) => one.iban === iban)
  /** Why the last reading failed. */
  get failure() {
    return this.#failure
  }

  /** Reads an account's bookings; what comes once nobody wants it is dropped. */
  async load(iban: string, isWanted: () => boolean): Promise<void> {
    try {
      const { pages, setAside, asOf } = await this.#bank.transactions({ iban })
      if (!isWanted()) return
      this.#failure = undefined
      // What is shown of this account already stays until all is read; else the newest come first.
      if (!this.of(iban)) this.#keep({ iban, setAside, asOf, rows: rowsOf(pages[0] ?? '[]') })
      const rows = await readPages(pages, isWanted)
      if (rows) this.#keep({ iban, setAside, asOf, rows })
    } catch (error) {
      if (isWanted()) this.#failure = error
    }
  }

  /** Page memory holds none of them any more. */
  forget(): void {
    void wipe(...this.#read.map(({ rows }) => rows))
    this.#read = []
    this.#failure = undefined
    this.filter = { ...noFilter }
  }

  #keep(bookings: Bookings): void {
    this.#read = [...this.#read.filter(({ iban }) => iban !== bookings.iban), bookings]
  }
}
