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
 * True for a transfer of this player. An old entry names no player: it belongs to everyone who may use the sending account, because
 * only that account's bookings can prove it.
 */
export const belongsTo = ({ player, from }: JournalEntry, present: PresentPlayer): boolean =>
  player === undefined ? present.ibans.has(from) : player === present.player

const isSame = (a: PresentPlayer | undefined, b: PresentPlayer): boolean =>
  a?.player === b.player && a.ibans.size === b.ibans.size && [...a.ibans].every((iban) => b.ibans.has(iban))

/** Remembers which player is signed in, by the accounts that were read for them. */
export class AccountOwner {
  readonly #read: (fresh: boolean) => Promise<PlayerAccounts>
  readonly #changed = new Emitter()
  #present: PresentPlayer | undefined
  /** Counts sign-outs: an answer that was asked for before one belongs to the former player. */
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

  /** The player signed out; answers that are still on their way are not the next player's. */
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
