import { untrack } from 'svelte'
import {
  type Fix,
  type JoinStep,
  modsKey,
  type PreflightCheck,
  type PreflightState,
  type Preflight,
} from '../../src-preload/contract/play.ts'
import type { Main } from '#shared/bridge/index.ts'
import { inPlace } from '#shared/in-place.ts'
import { onScreen } from '#shared/resource/index.ts'
import { checkOf } from './check-of.ts'
import { joinsOf } from './join.svelte.ts'
import type { PlayState } from './play.svelte.ts'
import { seatJoinOf } from './seat-join.svelte.ts'

const urgency: Record<PreflightState, number> = { bad: 0, care: 1, unknown: 2, good: 3 }

/** The most urgent first, whatever its place in the join. */
const byUrgency = (checks: readonly PreflightCheck[]) => checks.toSorted((a, b) => urgency[a.state] - urgency[b.state])
const eachInPlace = () => inPlace(({ id }: PreflightCheck) => id)

/**
 * The checks of one server. They run by themselves when the server is chosen, when the installs change, when a seat was found, when the
 * server becomes full or the community is away or no longer is, and when the game has ended; also on demand, by F5, and when the window
 * gets the focus or the network is back. Create it while a component is set up.
 */
export class PreflightChecks {
  readonly #main: Main
  readonly #playState: PlayState
  readonly #serverId: () => number
  #preflight = $state.raw<Preflight | undefined>()
  #shown = $state.raw<readonly PreflightCheck[]>([])
  #inPlace = eachInPlace()
  #failed = $state.raw<{ serverId: number; why: unknown } | undefined>()
  #control = $state.raw<AbortController | undefined>()

  /** `isFull`: by the server's last answer. `isAway`: the community did not answer. */
  constructor(main: Main, playState: PlayState, server: () => { id: number; isFull: boolean; isAway?: boolean }) {
    this.#main = main
    this.#playState = playState
    this.#serverId = () => server().id
    // The checks follow the chosen server (not each new reading of it), the install in use and the player's own mods there.
    const chosen = $derived(server().id)
    const ownMods = $derived(playState.options?.mods[modsKey(chosen)]?.join())
    $effect(() => {
      void ownMods
      if (playState.installs && !playState.installs.searching) untrack(() => void this.look())
    })
    $effect(() => {
      if (seatJoinOf(main).found?.serverId === chosen) untrack(() => void this.look())
    })
    const told = $derived(`${server().isFull} ${server().isAway}`)
    $effect(() => {
      void told
      untrack(() => this.preflight && this.lookAgain())
    })
    $effect(() => onScreen(this.lookAgain))
    // main sends the installs again after the game has ended, so the earlier checks are out of date
    $effect(() => (playState.game.running ? this.#forget : undefined))
  }

  /** Undefined for another server, and after a failed run. */
  get preflight() {
    const isOfNow = this.failure === undefined && this.#preflight?.serverId === this.#serverId()
    return isOfNow ? this.#preflight : undefined
  }

  get busy() {
    return this.#control !== undefined
  }

  get failure() {
    const own = this.#failed?.serverId === this.#serverId() ? this.#failed?.why : undefined
    return own ?? this.#playState.failure
  }

  /** All checks. The first run sorts them by urgency; after that each keeps its place, whatever a later run finds. */
  get shown(): readonly PreflightCheck[] {
    return this.preflight ? this.#shown : []
  }

  /** The checks that explain what stopped a join; undefined while they load. */
  get told(): readonly PreflightCheck[] | undefined {
    return this.preflight?.checks ?? (this.failure === undefined ? undefined : [])
  }

  /** The checks that these steps of a join show; undefined without steps. */
  toldBy(steps: readonly JoinStep[]): readonly (PreflightCheck | undefined)[] | undefined {
    return steps.length > 0 ? steps.map((step) => checkOf(step, this.shown)) : undefined
  }

  /** The check that must be mended before anything else: without the game, the mod's folder and list or a network, nothing is ready. */
  get blocker(): PreflightCheck | undefined {
    const { checks = [] } = this.preflight ?? {}
    return checks.find(
      ({ id, state, reason, fix }) =>
        (id === 'install' || id === 'mods' || reason === 'server-no-network') &&
        state === 'bad' &&
        fix &&
        fix !== 'repair',
    )
  }

  /** True if a join has found more than these checks, which are on their way again. */
  get isOutdated(): boolean {
    const { serverId, state } = this.preflight ?? {}
    const steps = serverId === undefined ? [] : joinsOf(this.#main).of(serverId).shown
    return this.busy && state !== 'bad' && steps.some((step) => step.state === 'failed')
  }

  /** True if this computer has no network, so that no join is possible. */
  get noNetwork(): boolean {
    return this.preflight?.checks.some(({ reason }) => reason === 'server-no-network') ?? false
  }

  /** True if only the service says that the server runs. */
  get isSilent(): boolean {
    return this.preflight?.checks.some(({ reason }) => reason === 'server-unsure') ?? false
  }

  /** True if the service lists the server as offline and the server itself did not answer. */
  isOffline({ online }: { online: boolean }): boolean {
    return !online && !this.preflight?.checks.some(({ id, state }) => id === 'server' && state === 'good')
  }

  /** True if no seat is free. The server's own answer counts before the service's. */
  isFull({ slots, playerCount }: { slots: number | null; playerCount: number | null }): boolean {
    const seats = this.preflight?.checks.find(({ id }) => id === 'seats')
    return seats ? seats.reason === 'seats-full' : slots !== null && playerCount !== null && playerCount >= slots
  }

  /** True if Loadout already waits for the server or a seat on it, so that it need not be offered. */
  get isWaiting(): boolean {
    const serverId = this.#serverId()
    return this.#playState.isWatched(serverId) || seatJoinOf(this.#main).waitsFor(serverId)
  }

  /** Runs the checks again by itself, but not while the game runs, which needs the disk. */
  readonly lookAgain = (): void => {
    if (!this.#playState.game.running) void this.look()
  }

  /** Applies a fix and runs the checks again. A fix of another screen is passed to `elsewhere`. */
  async mend(fix: Fix, elsewhere: (fix: Fix) => void): Promise<void> {
    const serverId = this.#serverId()
    if (fix !== 'retry' && !(await this.#playState.fix(fix, serverId))) return elsewhere(fix)
    await this.look()
  }

  readonly #forget = (): void => void (this.#preflight = undefined)

  /** Drops the earlier checks, which are out of date, and runs them again. */
  lookAnew(): Promise<void> {
    this.#forget()
    return this.look()
  }

  async look(): Promise<void> {
    const serverId = this.#serverId()
    this.#control?.abort()
    const control = new AbortController()
    this.#control = control
    try {
      const preflight = await this.#main.play.preflight({ serverId })
      if (control.signal.aborted) return
      if (this.#preflight?.serverId !== serverId) this.#inPlace = eachInPlace()
      this.#preflight = preflight
      this.#shown = this.#inPlace(byUrgency(preflight.checks))
      joinsOf(this.#main).settle(preflight) // after a repair, what stopped the last join may be gone
      this.#failed = undefined
    } catch (why) {
      if (!control.signal.aborted) this.#failed = { serverId, why }
    } finally {
      if (this.#control === control) this.#control = undefined
    }
  }
}
