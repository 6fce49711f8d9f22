import { untrack } from 'svelte'
import { onScreen, type ResourceStatus } from '#shared/resource/index.ts'
import type { Mods } from './mods.svelte.ts'

/** Reloads the list of mods for the screen that shows it: on demand, by F5, and by itself if no list could be loaded so far. */
export class ListRefresh implements ResourceStatus {
  readonly #mods: Mods
  readonly #unread = $derived.by(() => this.#mods.view?.asOf === null)
  #busy = $state(false)
  #failure = $state.raw<unknown>()

  constructor(mods: Mods) {
    this.#mods = mods
    mods.lookAnew()
    $effect(() => onScreen(this.refresh))
    // The app loads the list once, at its start. If that failed, nothing else would load it.
    $effect(() => {
      if (this.#unread) untrack(this.refresh)
    })
  }

  get busy() {
    return this.#busy
  }
  get failure() {
    return this.#failure ?? this.#mods.view?.refreshFailure ?? undefined
  }
  /** True before the first list or the first failure. */
  get isFirst() {
    return this.#mods.view === undefined || (this.#unread && this.#failure === undefined)
  }
  /** True if there is a list, even if it is only a stored copy. */
  get hasList() {
    return !this.#unread
  }

  /** The list as a reading, from which the screen's header takes its age. */
  get reading() {
    const { view } = this.#mods
    if (!view || view.asOf === null) return undefined
    const { mods: value, asOf } = view
    const refreshFailure = view.refreshFailure ?? undefined
    const source = refreshFailure ? ('stored' as const) : ('live' as const)
    return { value, asOf, source, refreshFailure, state: 'ok' as const, aside: { count: 0, entries: [] } }
  }
  get state() {
    return 'ready' as const
  }

  readonly refresh = (): void => void this.#read()

  async #read(): Promise<void> {
    this.#busy = true
    this.#mods.lookAnew(0)
    this.#failure = await this.#mods.refresh().then(
      () => undefined,
      (error: unknown) => error,
    )
    this.#busy = false
  }
}
