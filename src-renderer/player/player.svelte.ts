import { untrack } from 'svelte'
import type { PlayerData, PlayerView } from '../../src-preload/contract/player.ts'
import type { VaultView } from '../../src-preload/contract/vault.ts'
import type { Main } from '#shared/bridge/index.ts'
import { isUnreachable } from '#shared/failure/describe.ts'
import { onScreen, pageClock, pacer, surroundings } from '#shared/resource/index.ts'

/** The player's data on the page, never the secret. What is shown is read again when it gets stale, and on F5. */
export class PlayerState {
  readonly #main: Main
  #view = $state.raw<PlayerView | undefined>()
  #vault = $state.raw<VaultView | undefined>()
  #isKnown = $state(false)
  #data = $state.raw<PlayerData | undefined>()
  #failure = $state.raw<unknown>()
  #busy = $state(false)
  #locked = $state<boolean | undefined>()
  /** Counts what was asked for or dropped: only the last answer is shown. */
  #round = 0
  /** In a row. */
  #failures = 0
  readonly #pacer = pacer(
    {
      reading: () => this.#data?.player,
      failures: () => this.#failures,
      ask: () => this.#readAgain(false),
      refresh: () => this.#readAgain(true),
    },
    surroundings,
    pageClock,
  )

  constructor(main: Main) {
    this.#main = main
    $effect(() => main.player.state((view) => this.#follow(view)))
    $effect(() => main.player.lock(({ locked }) => untrack(() => this.#hearLock(locked))))
    const show = (vault?: VaultView) => {
      this.#vault = vault
      this.#isKnown = true
    }
    $effect(() => main.vault.state(show, () => show()))
    $effect(() => onScreen(() => this.#readAgain(true)))
    $effect(() => this.#pacer.stop)
  }

  get view() {
    return this.#view
  }
  get vault() {
    return this.#vault
  }
  /** True if a keychain can keep the key. */
  get keepsKey() {
    return this.#vault?.mode === 'keychain' && ['ok', 'unasked'].includes(this.#vault.state)
  }
  /** True when the keychain's state is known. Its notice is above everything else, so the screen waits for it. */
  get isKnown() {
    return this.#isKnown
  }
  get data() {
    return this.#data
  }
  get failure() {
    return this.#failure
  }
  /** True if main withholds all amounts of money. */
  get locked() {
    return this.#locked === true
  }
  get busy() {
    return this.#busy
  }

  #follow(view: PlayerView): void {
    this.#view = view
    if (view.state === 'signed-out') this.#drop()
  }

  /** Drops the data when the lock changes, and reads it again: without amounts while it is locked. */
  #hearLock(locked: boolean): void {
    const was = this.#locked
    this.#locked = locked
    if (was === undefined || was === locked || !(this.#data || this.#busy)) return
    this.#drop()
    void this.load()
  }

  /** Drops the record, and the one that is on its way. */
  #drop(): void {
    this.#round++
    this.#busy = false
    this.#data = undefined
  }

  /** Not without data, and not after a failure that is for the player to mend. */
  #readAgain(fresh: boolean): void {
    if (this.#data && (this.#failure === undefined || isUnreachable(this.#failure))) void this.load(fresh)
  }

  readonly load = async (fresh = false): Promise<void> => {
    const round = ++this.#round
    this.#busy = true
    try {
      const data = await this.#main.player.data({ fresh })
      if (round !== this.#round) return
      this.#data = data
      this.#failure = undefined
      this.#failures = data.player.refreshFailure ? this.#failures + 1 : 0
    } catch (error) {
      if (round !== this.#round) return
      this.#failure = error
      this.#failures++
    } finally {
      if (round === this.#round) this.#busy = false
    }
    if (this.#data) this.#pacer.plan()
  }
  /** @throws Failure. The secret is not kept in either case. */
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
    this.#drop()
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
