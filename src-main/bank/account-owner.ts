import type { BankAccounts } from '../../src-preload/contract/bank.ts'
import { Emitter } from '../lib/index.ts'
import type { JournalEntry } from './journal.ts'

export interface PlayerAccounts extends BankAccounts {
  /** The player's lasting id at this community. A new secret or another name does not change it. */
  player: string
}

export interface PresentPlayer {
  readonly player: string
  /** All accounts they may use. */
  readonly ibans: ReadonlySet<string>
}

/**
 * True for a transfer of this player. An old entry names no player. It belongs to everyone who may use the sending account, because
 * only the bookings of that account can prove it.
 */
export const belongsTo = ({ player, from }: JournalEntry, present: PresentPlayer): boolean =>
  player === undefined ? present.ibans.has(from) : player === present.player

const isSame = (a: PresentPlayer | undefined, b: PresentPlayer): boolean =>
  a?.player === b.player && a.ibans.size === b.ibans.size && [...a.ibans].every((iban) => b.ibans.has(iban))

/** Knows which player is signed in. It learns that when it reads their accounts. */
export class AccountOwner {
  readonly #read: (fresh: boolean) => Promise<PlayerAccounts>
  readonly #changed = new Emitter()
  #present: PresentPlayer | undefined
  /** Counts sign-outs. An answer to a question from before a sign-out belongs to the former player. */
  #departures = 0

  /** Calls the listener when another player is present, or the player has other accounts. */
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

  /** Gives the present player, and reads their record first if necessary. @throws as `BankParts.accounts` */
  async known(): Promise<PresentPlayer> {
    return this.#present ?? (await this.#look(false)).found
  }

  /** The player signs out. Answers that arrive later do not count for the next player. */
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
