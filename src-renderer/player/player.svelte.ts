import { untrack } from 'svelte'
import type { PlayerData, PlayerView } from '../../src-preload/contract/player.ts'
import type { VaultView } from '../../src-preload/contract/vault.ts'
import type { Main } from '#shared/bridge/index.ts'

/** The player as the page holds them: data, never the secret. */
export class PlayerState {
  readonly #main: Main
  #view = $state.raw<PlayerView | undefined>()
  #vault = $state.raw<VaultView | undefined>()
  #isKnown = $state(false)
  #data = $state.raw<PlayerData | undefined>()
  #failure = $state.raw<unknown>()
  #busy = $state(false)
  #locked = $state<boolean | undefined>()

  constructor(main: Main) {
    this.#main = main
    $effect(() => main.player.state((view) => this.#follow(view)))
    $effect(() => main.player.lock(({ locked }) => untrack(() => this.#hearLock(locked))))
    const hear = (vault?: VaultView) => {
      this.#vault = vault
      this.#isKnown = true
    }
    $effect(() => main.vault.state(hear, () => hear()))
  }

  get view() {
    return this.#view
  }
  get vault() {
    return this.#vault
  }
  /** Whether it is known what there is to say of the keychain, which stands above all else. */
  get isKnown() {
    return this.#isKnown
  }
  get data() {
    return this.#data
  }
  get failure() {
    return this.#failure
  }
  /** Main tells no amounts of money. */
  get locked() {
    return this.#locked === true
  }
  get busy() {
    return this.#busy
  }

  #follow(view: PlayerView): void {
    this.#view = view
    if (view.state === 'signed-out') this.#data = undefined
  }

  /** What was read before the lock closed leaves the page; the amounts come back with it open. */
  #hearLock(locked: boolean): void {
    const was = this.#locked
    this.#locked = locked
    if (was === undefined || was === locked || !this.#data) return
    this.#data = undefined
    void this.load()
  }

  readonly load = async (fresh = false): Promise<void> => {
    this.#busy = true
    try {
      this.#data = await this.#main.player.data({ fresh })
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
    } finally {
      this.#busy = false
    }
  }
  /** @throws Failure; the secret is not kept here either way */
  readonly signIn = async (secret: string): Promise<void> => {
    await this.#main.player.signIn({ secret })
    await this.load(true)
  }
  readonly signInAsDemo = async (): Promise<void> => {
    await this.#main.player.signInAsDemo(undefined)
    await this.load(true)
  }
  readonly signOut = async (): Promise<void> => {
    await this.#main.player.signOut(undefined)
    this.#data = undefined
    this.#failure = undefined
  }
  readonly retryKeychain = async (): Promise<void> => {
    this.#vault = await this.#main.vault.retry(undefined)
    if (this.#data === undefined) await this.load()
  }
  readonly keepForThisRun = async (): Promise<void> => {
    this.#vault = await this.#main.vault.keepForThisRun(undefined)
    if (this.#data === undefined) await this.load()
  }
}
