import pLimit from 'p-limit'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import {
  purposes,
  type HeldCredential,
  type Purpose,
  type vaultContract,
  type VaultView,
} from '../../src-preload/contract/vault.ts'
import { Emitter, type Redactor, type Timing, topicOf } from '../lib/index.ts'
import { dependable, type Keyring, unavailable, whyUnavailable } from './keyring.ts'
import { deletePieces, readPieces, writePieces } from './pieces.ts'

export interface VaultParts {
  keyring: Keyring
  /** Where the present profile's secrets go. What was kept for other hosts is not given out: a profile's file may come from anywhere. */
  hosts: string
  redactor: Redactor
  after: Timing['after']
  /** Hears why the keychain failed, without any value. */
  log: (line: string) => void
}

/** Where one secret rests: the keychain, or memory by the player's choice. */
export interface SecretRest {
  /** @throws Failure `keychain-unavailable` */
  read(): Promise<string | undefined>
  write(secret: string): Promise<void>
  /** @throws Failure `keychain-unavailable` */
  forget(): Promise<void>
}

const accountOf = (profileId: string, purpose: Purpose) => `${profileId}/${purpose}`

/** Stands between the hosts and the value of a kept text; no address has one. Neither is ever kept without the other. */
const BREAK = '\n'

/** The player's secrets: in the system's keychain, or, where that cannot be, in memory. Never on disk. */
export class Vault {
  readonly #keyring: Keyring
  readonly #parts: VaultParts
  /** By account, each bound to its hosts as in the keychain. */
  readonly #memory = new Map<string, string>()
  readonly #changed = new Emitter<VaultView>()
  /** One use of the keychain at a time. */
  readonly #inTurn = pLimit(1)
  #view: VaultView

  /** Calls the listener after every change of the view; returns the way to stop. */
  readonly onChange = this.#changed.on

  /** Touches no keychain yet: that happens when a secret is first needed. */
  constructor(parts: VaultParts) {
    this.#parts = parts
    this.#keyring = dependable(parts.keyring, parts.after)
    this.#view = { place: parts.keyring.place, state: 'unasked', mode: 'keychain', undecided: false }
  }

  get view(): VaultView {
    return this.#view
  }

  /** Nothing where the value was kept for other hosts. @throws Failure `keychain-unavailable` */
  async read(profileId: string, purpose: Purpose): Promise<string | undefined> {
    const kept = await this.#keptFor(accountOf(profileId, purpose))
    const start = this.#parts.hosts + BREAK
    if (!kept?.startsWith(start)) return undefined
    const value = kept.slice(start.length)
    this.#parts.redactor.add(value)
    return value
  }

  /** Keeps a value. Where the keychain refuses, memory holds it until the player has chosen. Never throws for the keychain. */
  async write(profileId: string, purpose: Purpose, value: string): Promise<void> {
    const account = accountOf(profileId, purpose)
    const bound = this.#parts.hosts + BREAK + value
    this.#parts.redactor.add(value)
    this.#memory.set(account, bound)
    if (this.#view.mode === 'keychain') await this.#moveIn(account, bound).catch(() => undefined)
    this.#become({})
  }

  /** @throws Failure `keychain-unavailable` when the keychain may still hold it; memory is emptied in any case */
  async forget(profileId: string, purpose: Purpose): Promise<void> {
    const account = accountOf(profileId, purpose)
    this.#memory.delete(account)
    try {
      await this.#use(() => deletePieces(this.#keyring, account))
    } catch (error) {
      if (this.#view.state !== 'absent') throw error // no keychain holds nothing
    } finally {
      this.#become({})
    }
  }

  /** Lists which of these profiles' secrets exist and where, without their values. */
  async held(profileIds: readonly string[]): Promise<HeldCredential[]> {
    const found: HeldCredential[] = []
    for (const profileId of profileIds)
      for (const purpose of purposes) {
        const account = accountOf(profileId, purpose)
        if (this.#memory.has(account)) found.push({ profileId, purpose, where: 'memory' })
        const kept = await this.#use(() => this.#keyring.get(account)).catch(() => null)
        if (kept !== null) found.push({ profileId, purpose, where: 'keychain' })
      }
    return found
  }

  /** Tries the keychain again and moves the values in memory into it. */
  async retry(): Promise<VaultView> {
    this.#become({ state: 'unasked', mode: 'keychain' })
    try {
      await this.#use(() => this.#keyring.get('probe'))
      for (const [account, bound] of this.#memory) await this.#moveIn(account, bound)
    } catch {
      // the view says why
    }
    this.#become({})
    return this.#view
  }

  /** The player chose memory: secrets are gone when the app ends. */
  keepForThisRun(): VaultView {
    this.#become({ mode: 'session' })
    return this.#view
  }

  #become(change: Partial<VaultView>): void {
    const next = { ...this.#view, ...change }
    next.undecided = next.mode === 'keychain' && this.#memory.size > 0
    if (JSON.stringify(next) === JSON.stringify(this.#view)) return
    this.#view = next
    this.#changed.emit(next)
  }

  /** Uses the keychain when it is free; the outcome is the keychain's state. @throws Failure `keychain-unavailable` */
  #use<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#view.state === 'timed-out') throw unavailable('timed-out')
      try {
        const value = await work()
        this.#become({ state: 'ok' })
        return value
      } catch (error) {
        const state = whyUnavailable(error)
        this.#parts.log(`keychain: ${state} (${error instanceof Error ? error.message : String(error)})`)
        this.#become({ state })
        throw unavailable(state)
      }
    })
  }

  async #keptFor(account: string): Promise<string | undefined> {
    if (this.#memory.has(account) || this.#view.mode === 'session') return this.#memory.get(account)
    return this.#use(() => readPieces(this.#keyring, account))
  }

  /** Moves one value from memory into the keychain; it stays in memory until the keychain has it. */
  async #moveIn(account: string, bound: string): Promise<void> {
    await this.#use(() => writePieces(this.#keyring, account, bound))
    if (this.#memory.get(account) === bound) this.#memory.delete(account)
  }
}

/** The vault domain for the bridge. `profileIds` names every community profile known on this machine. */
export const vaultHandlers = (
  vault: Vault,
  profileIds: () => readonly string[],
  forget: (profileId: string, purpose: Purpose) => Promise<void>,
): DomainHandlers<typeof vaultContract> => ({
  state: topicOf(() => vault.view, vault.onChange),
  retry: () => vault.retry(),
  keepForThisRun: () => vault.keepForThisRun(),
  held: () => vault.held(profileIds()),
  forget: ({ profileId, purpose }) => forget(profileId, purpose),
})
