import pLimit from 'p-limit'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import {
  purposes,
  type HeldCredential,
  type Purpose,
  type vaultContract,
  type VaultView,
} from '../../src-preload/contract/vault.ts'
import { Emitter, hidingLast, type Redactor, type Timing, topicOf } from '../lib/index.ts'
import { dependable, type Keyring, unavailable, whyUnavailable } from './keyring.ts'
import { deletePieces, readPieces, writePieces } from './pieces.ts'

export interface VaultParts {
  keyring: Keyring
  /** The hosts that get the present profile's secrets. Secrets of other hosts are not read: a profile may come from anywhere. */
  hosts: string
  redactor: Redactor
  after: Timing['after']
  /** Gets the reasons of the keychain's failures, without any value. */
  log: (line: string) => void
}

const accountOf = (profileId: string, purpose: Purpose) => `${profileId}/${purpose}`

/** Separates hosts and value in a kept text. No address contains it. */
const BREAK = '\n'

/** The player's secrets: in the system's keychain or, if it is not available, in memory. Never on disk. */
export class Vault {
  readonly #keyring: Keyring
  readonly #parts: VaultParts
  /** Kept texts by account, as in the keychain: hosts and value. */
  readonly #memory = new Map<string, string>()
  /** By account, so that a session that changes often does not displace the player's secret. */
  readonly #hides = new Map<string, (secret: string) => void>()
  readonly #changed = new Emitter<VaultView>()
  /** One use of the keychain at a time. */
  readonly #inTurn = pLimit(1)
  #view: VaultView

  readonly onChange = this.#changed.on

  /** Does not use the keychain before a secret is needed. */
  constructor(parts: VaultParts) {
    this.#parts = parts
    this.#keyring = dependable(parts.keyring, parts.after)
    this.#view = { place: parts.keyring.place, state: 'unasked', mode: 'keychain', undecided: false }
  }

  get view(): VaultView {
    return this.#view
  }

  /** Undefined if the value was kept for other hosts. @throws Failure `keychain-unavailable` */
  async read(profileId: string, purpose: Purpose): Promise<string | undefined> {
    const account = accountOf(profileId, purpose)
    const kept = await this.#keptFor(account)
    const start = this.#parts.hosts + BREAK
    if (!kept?.startsWith(start)) return undefined
    const value = kept.slice(start.length)
    this.#hide(account, value)
    return value
  }

  /** Keeps a value. If the keychain refuses, the value stays in memory and the player is asked what to do. */
  async write(profileId: string, purpose: Purpose, value: string): Promise<void> {
    const account = accountOf(profileId, purpose)
    const bound = this.#parts.hosts + BREAK + value
    this.#hide(account, value)
    this.#memory.set(account, bound)
    if (this.#view.mode === 'keychain') await this.#moveIn(account, bound).catch(() => undefined)
    this.#become({})
  }

  placeOf(profileId: string, purpose: Purpose) {
    return {
      /** @throws Failure `keychain-unavailable` */
      read: () => this.read(profileId, purpose),
      write: (value: string) => this.write(profileId, purpose, value),
      /** @throws Failure `keychain-unavailable` */
      forget: () => this.forget(profileId, purpose),
    }
  }

  /** Removes it from memory in any case. @throws Failure `keychain-unavailable` if the keychain may still hold it */
  async forget(profileId: string, purpose: Purpose): Promise<void> {
    const account = accountOf(profileId, purpose)
    this.#memory.delete(account)
    try {
      await this.#use(() => deletePieces(this.#keyring, account))
    } catch (error) {
      if (this.#view.state !== 'absent') throw error // an absent keychain holds nothing
    } finally {
      this.#become({})
    }
  }

  /** Lists the secrets of these profiles and their places, without the values. */
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

  /** Tries the keychain again, and moves the values from memory into it. */
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

  /** The player chooses memory: secrets are gone when the app ends. */
  keepForThisRun(): VaultView {
    this.#become({ mode: 'session' })
    return this.#view
  }

  #hide(account: string, value: string): void {
    const hide = this.#hides.get(account) ?? hidingLast(this.#parts.redactor)
    this.#hides.set(account, hide)
    hide(value)
  }

  #become(change: Partial<VaultView>): void {
    const next = { ...this.#view, ...change }
    next.undecided = next.mode === 'keychain' && this.#memory.size > 0
    if (JSON.stringify(next) === JSON.stringify(this.#view)) return
    this.#view = next
    this.#changed.emit(next)
  }

  /** Uses the keychain, one use after the other, and keeps its state. @throws Failure `keychain-unavailable` */
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

  /** Writes one value from memory to the keychain, then removes it from memory. */
  async #moveIn(account: string, bound: string): Promise<void> {
    await this.#use(() => writePieces(this.#keyring, account, bound))
    if (this.#memory.get(account) === bound) this.#memory.delete(account)
  }
}

/** The place of one secret: the keychain, or memory if the player chose that. */
export type SecretRest = ReturnType<Vault['placeOf']>

/** The vault's handlers. `profileIds` gives all community profiles on this computer. */
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
