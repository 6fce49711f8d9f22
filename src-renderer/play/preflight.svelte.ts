import { untrack } from 'svelte'
import {
  type Fix,
  modsKey,
  type PreflightCheck,
  type PreflightState,
  type Preflight,
} from '../../src-preload/contract/play.ts'
import type { Main } from '#shared/bridge/index.ts'
import { inPlace } from '#shared/in-place.ts'
import { joinsOf } from './join.svelte.ts'
import type { PlayState } from './play.svelte.ts'

const urgency: Record<PreflightState, number> = { bad: 0, care: 1, unknown: 2, good: 3 }

/** What is in the way comes first, whatever its place on the way into the game. */
const byUrgency = (checks: readonly PreflightCheck[]) => checks.toSorted((a, b) => urgency[a.state] - urgency[b.state])
const eachInPlace = () => inPlace(({ id }: PreflightCheck) => id)

/**
 * The checks of one server, looked at by themselves when the server is chosen, when the installs change, and when the game has ended;
 * on demand, and when the window gets the focus. Make them at a component's top.
 */
export class PreflightChecks {
  readonly #main: Main
  readonly #playState: PlayState
  readonly #serverId: () => number | undefined
  #preflight = $state.raw<Preflight | undefined>()
  #shown = $state.raw<readonly PreflightCheck[]>([])
  #inPlace = eachInPlace()
  #failed = $state.raw<{ serverId: number; why: unknown } | undefined>()
  #control = $state.raw<AbortController | undefined>()

  constructor(main: Main, playState: PlayState, serverId: () => number | undefined) {
    this.#main = main
    this.#playState = playState
    this.#serverId = serverId
    // They follow which server is chosen, not each new reading of it, the install in use, and the player's own mods there.
    const chosen = $derived(serverId())
    const ownMods = $derived(playState.options?.mods[modsKey(chosen)]?.join())
    $effect(() => {
      void ownMods
      if (chosen !== undefined && playState.installs && !playState.installs.searching) untrack(() => void this.look())
    })
    // main tells of the installs anew when the game has ended: what was seen of before is of yesterday
    $effect(() => (playState.game.running ? this.#forget : undefined))
  }

  /** Of the chosen server, never of another, nor of before a look that failed. */
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

  /** All of them: most urgent first by the first look, and each stays there, whatever a later look finds. */
  get shown(): readonly PreflightCheck[] {
    return this.preflight ? this.#shown : []
  }

  /** True where the service calls the server offline and the server itself did not say otherwise. */
  isOffline({ online }: { online: boolean }): boolean {
    return !online && !this.preflight?.checks.some(({ id, state }) => id === 'server' && state === 'good')
  }

  /** True where no seat is free: as the server itself says, or else the service. */
  isFull({ slots, playerCount }: { slots: number | null; playerCount: number | null }): boolean {
    const seats = this.preflight?.checks.find(({ id }) => id === 'seats')
    return seats ? seats.reason === 'seats-full' : slots !== null && playerCount !== null && playerCount >= slots
  }

  /** Looks again for whoever comes back to the window; while the game runs it has the disk for itself. */
  readonly lookAgain = (): void => {
    if (!this.#playState.game.running) void this.look()
  }

  /** Does what mends a check and looks again; what only another screen can mend is handed to `elsewhere`. */
  async mend(fix: Fix, elsewhere: (fix: Fix) => void): Promise<void> {
    const serverId = this.#serverId()
    if (serverId === undefined) return
    if (fix !== 'retry' && !(await this.#playState.fix(fix, serverId))) return elsewhere(fix)
    await this.look()
  }

  readonly #forget = (): void => void (this.#preflight = undefined)

  /** Looks at what has become another one: what was seen of it before is no longer told. */
  lookAnew(): Promise<void> {
    this.#forget()
    return this.look()
  }

  async look(): Promise<void> {
    const serverId = this.#serverId()
    if (serverId === undefined) return
    this.#control?.abort()
    const control = new AbortController()
    this.#control = control
    try {
      const preflight = await this.#main.play.preflight({ serverId })
      if (control.signal.aborted) return
      if (this.#preflight?.serverId !== serverId) this.#inPlace = eachInPlace()
      this.#preflight = preflight
      this.#shown = this.#inPlace(byUrgency(preflight.checks))
      joinsOf(this.#main).settle(preflight) // a repair since then makes what stopped the last join untrue
      this.#failed = undefined
    } catch (why) {
      if (!control.signal.aborted) this.#failed = { serverId, why }
    } finally {
      if (this.#control === control) this.#control = undefined
    }
  }
}
