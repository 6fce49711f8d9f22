import books from '../../../resources/demo/bank.json' with { type: 'json' }
import { demoPlayer } from '../demo-player.ts'
import { before, MINUTE } from '../wire.ts'

export interface LedgerBooking {
  id: number
  source: string
  destination: string
  amount: number
  type: 'add' | 'remove' | 'transfer'
  initiator: string
  info: string
  at: Date
}

export type LedgerResult = 'done' | 'wrong-format' | 'not-enough' | 'no-such-account'

export interface TransferOrder {
  from: string
  to: string
  amount: string
  info: string
  initiator: string
  at: Date
}

const IBAN = /^NH[0-9]{6}$/

/** The demo bank's books. A transfer neither creates nor loses money. */
export class Ledger {
  readonly #balances = new Map<string, number>()
  readonly #byAccount = new Map<string, LedgerBooking[]>()
  #lastId = 0

  readonly balanceOf = (iban: string): number | undefined => this.#balances.get(iban)

  /** The bookings that touch an account, oldest first. */
  bookingsOf(iban: string): LedgerBooking[] {
    return this.#byAccount.get(iban) ?? []
  }

  open(iban: string, balance: number): void {
    this.#balances.set(iban, balance)
  }

  /** Adds a booking of the past without moving money. */
  record(booking: Omit<LedgerBooking, 'id'>): void {
    const kept = { id: ++this.#lastId, ...booking }
    for (const iban of new Set([kept.source, kept.destination])) {
      const list = this.#byAccount.get(iban)
      if (list) list.push(kept)
      else this.#byAccount.set(iban, [kept])
    }
  }

  transfer({ from, to, amount: words, info, initiator, at }: TransferOrder): LedgerResult {
    const amount = Number(words)
    const held = this.#balances.get(from)
    if (!IBAN.test(to) || !Number.isInteger(amount) || amount < 1) return 'wrong-format'
    const target = this.#balances.get(to)
    if (target === undefined || held === undefined) return 'no-such-account'
    if (held < amount) return 'not-enough'
    this.#balances.set(from, held - amount)
    this.#balances.set(to, (this.#balances.get(to) ?? 0) + amount)
    this.record({ source: from, destination: to, amount, type: 'transfer', initiator, info, at })
    return 'done'
  }

  get total(): number {
    return [...this.#balances.values()].reduce((sum, balance) => sum + balance, 0)
  }
}

type PastBooking = [
  minutesAgo: number,
  type: LedgerBooking['type'],
  source: string,
  destination: string,
  amount: number,
  initiator: string,
  info: string,
]

/** Opens the demo's accounts with half a year of bookings. */
export function fillBooks(ledger: Ledger, now: Date): void {
  for (const { iban, balance } of [...demoPlayer.accounts, ...demoPlayer.sharedAccounts]) ledger.open(iban, balance)
  for (const [iban, balance] of books.accounts as [string, number][]) ledger.open(iban, balance)
  for (const [minutesAgo, type, source, destination, amount, initiator, info] of books.bookings as PastBooking[])
    ledger.record({ source, destination, amount, type, initiator, info, at: before(now, minutesAgo * MINUTE) })
}
