import type { BankAccounts } from '../../src-preload/contract/bank.ts'
import type { JournalEntry } from './journal.ts'

/** The accounts of one player. */
export interface PlayerAccounts extends BankAccounts {
  /** Names the player for good at this community: other secrets and names of theirs do not change it. */
  player: string
}

/** The player who is signed in. */
export interface Present {
  readonly player: string
  /** All accounts they may use. */
  readonly ibans: ReadonlySet<string>
}

/** Tells whose a transfer is. */
export interface Whose {
  /** Undefined while nobody is signed in, and until the player's record was read. */
  readonly present: Present | undefined
  /** @throws as `BankParts.accounts` */
  accounts(fresh: boolean): Promise<BankAccounts>
  /** The present player, whose record is read where it was not yet. @throws as `BankParts.accounts` */
  known(): Promise<Present>
  isMine(entry: JournalEntry): boolean
  /** The player has gone; what is still being read for them is no longer of who is present. */
  leave(): void
  /** Hears when another player is present, or has other accounts. */
  onChange(listener: () => void): () => void
}

/**
 * True for a transfer of this player. One from before players were written down is theirs whose record lists the account
 * it left from: only that account's own bookings can prove it, whoever reads them.
 */
export const belongsTo = ({ player, from }: JournalEntry, present: Present): boolean =>
  player === undefined ? present.ibans.has(from) : player === present.player

const isSame = (a: Present | undefined, b: Present): boolean =>
  a?.player === b.player && a.ibans.size === b.ibans.size && [...a.ibans].every((iban) => b.ibans.has(iban))

/** Remembers who is present by the accounts that are read for them. */
export function createWhose(read: (fresh: boolean) => Promise<PlayerAccounts>): Whose {
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  let present: Present | undefined
  let stay = 0
  const look = async (fresh: boolean) => {
    const asked = stay
    const { player, ...accounts } = await read(fresh)
    const found: Present = { player, ibans: new Set(accounts.accounts.map(({ iban }) => iban)) }
    if (asked === stay && !isSame(present, found)) {
      present = found
      tell()
    }
    return { accounts, found }
  }
  return {
    get present() {
      return present
    },
    accounts: async (fresh) => (await look(fresh)).accounts,
    known: async () => present ?? (await look(false)).found,
    isMine: (entry) => present !== undefined && belongsTo(entry, present),
    leave() {
      stay++
      if (!present) return
      present = undefined
      tell()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
