/** A booking as the bank keeps it. */
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

export type TransferVerdict = 'done' | 'wrong-format' | 'not-enough' | 'no-such-account'

export interface TransferOrder {
  from: string
  to: string
  amount: string
  info: string
  initiator: string
  at: Date
}

/** The demo bank's books: money is neither made nor lost by a transfer. */
export interface Ledger {
  balanceOf(iban: string): number | undefined
  /** The bookings that touch an account, oldest first. */
  bookingsOf(iban: string): LedgerBooking[]
  /** Opens an account, or sets its balance. */
  open(iban: string, balance: number): void
  /** Writes a booking of the past without moving money. */
  record(booking: Omit<LedgerBooking, 'id'>): void
  transfer(order: TransferOrder): TransferVerdict
  readonly total: number
}

const IBAN = /^NH[0-9]{6}$/

/** Opens empty books. */
export function createLedger(): Ledger {
  const balances = new Map<string, number>()
  const bookings: LedgerBooking[] = []
  const byAccount = new Map<string, LedgerBooking[]>()
  const record = (booking: Omit<LedgerBooking, 'id'>) => {
    const kept = { id: bookings.length + 1, ...booking }
    bookings.push(kept)
    for (const iban of new Set([kept.source, kept.destination])) {
      const list = byAccount.get(iban) ?? []
      byAccount.set(iban, list)
      list.push(kept)
    }
  }
  return {
    balanceOf: (iban) => balances.get(iban),
    bookingsOf: (iban) => byAccount.get(iban) ?? [],
    open: (iban, balance) => void balances.set(iban, balance),
    record,
    transfer({ from, to, amount: words, info, initiator, at }) {
      const amount = Number(words)
      const held = balances.get(from)
      if (!IBAN.test(to) || !Number.isInteger(amount) || amount < 1) return 'wrong-format'
      const target = balances.get(to)
      if (target === undefined || held === undefined) return 'no-such-account'
      if (held < amount) return 'not-enough'
      balances.set(from, held - amount)
      balances.set(to, (balances.get(to) ?? 0) + amount)
      record({ source: from, destination: to, amount, type: 'transfer', initiator, info, at })
      return 'done'
    },
    get total() {
      return [...balances.values()].reduce((sum, balance) => sum + balance, 0)
    },
  }
}
