import type { BankAccounts } from '../../src-preload/contract/bank.ts'
import { Emitter } from '../lib/index.ts'
import type { JournalEntry } from './journal.ts'

export interface PlayerAccounts extends BankAccounts {
  /** Names the player for good at this community: other secrets and names of theirs do not change it. */
  player: string
}

export interface PresentPlayer {
  readonly player: string
  /** All accounts they may use. */
  readonly ibans: ReadonlySet<string>
}

/**
 * True for a transfer of this player. One from before players were written down is theirs whose record lists the account
 * it left from: only that account's own bookings can prove it, whoever reads them.
 */
export const belongsTo = ({ player, from }: JournalEntry, present: PresentPlayer): boolean =>
  player === undefined ? present.ibans.has(from) : player === present.player

const isSame = (a: PresentPlayer | undefined, b: PresentPlayer): boolean =>
  a?.player === b.player && a.ibans.size === b.ibans.size && [...a.ibans].every((iban) => b.ibans.has(iban))

/** Whose the accounts are: remembers who is signed in by the accounts that are read for them. */
export class AccountOwner {
  readonly #read: (fresh: boolean) => Promise<PlayerAccounts>
  readonly #changed = new Emitter()
  #present: PresentPlayer | undefined
  /** Counts departures: what was asked for before one is of somebody who has gone. */
  #departures = 0

  /** Hears when another player is present, or has other accounts. */
  readonly onChange = this.#changed.on

  /** @param read as `BankParts.accounts` */
  constructor(read: (fresh: boolean) => Promise<PlayerAccounts>) {
    this.#read = read
  }

  /** Undefined while nobody is signed in, and until the player's record was read. */
  get present(): PresentPlayer | undefined {
    return this.#present
  }

  readonly isMine = (entry: JournalEntry): boolean => this.#present !== undefined && belongsTo(entry, this.#present)

  /** @throws as `BankParts.accounts` */
  async accounts(fresh: boolean): Promise<BankAccounts> {
    return (await this.#look(fresh)).accounts
  }

  /** The present player, whose record is read where it was not yet. @throws as `BankParts.accounts` */
  async known(): Promise<PresentPlayer> {
    return this.#present ?? (await this.#look(false)).found
  }

  /** The player has gone; what is still being read for them is no longer of who is present. */
  leave(): void {
    this.#departures++
    if (!this.#present) return
    this.#present = undefined
    this.#changed.emit()
  }

  async #look(fresh: boolean): Promise<{ accounts: BankAccounts; found: PresentPlayer }> {
    const before = this.#departures
    const { player, ...accounts } = await this.#read(fresh)
    const found: PresentPlayer = { player, ibans: new Set(accounts.accounts.map(({ iban }) => iban)) }
    if (before === this.#departures && !isSame(this.#present, found)) {
      this.#present = found
      this.#changed.emit()
    }
    return { accounts, found }
  }
}
