import * as v from 'valibot'
import type { ModsView } from '../../../src-preload/contract/mods.ts'
import type { BankPending, PlayerView, Upkeep } from '../../../src-preload/contract/player.ts'
import type { ModUpdate, RepairQueueView, RepairState } from '../../../src-preload/contract/repair.ts'
import type { SettingsNotice } from '../../../src-preload/contract/settings.ts'
import type { UpdateState } from '../../../src-preload/contract/updates.ts'
import { noQueue } from '../../mods/standing.ts'
import type { Main } from '#shared/bridge/index.ts'
import { leftNow } from '#shared/ends.ts'
import { Remembered } from '#shared/remembered.svelte.ts'
import { agedAt, onScreen, pageClock, pacer, surroundings } from '#shared/resource/index.ts'

/** Lines that have space. */
export const MOST = 5

/** How many of the lines are shown at first. It never hides exactly one, whose space a button would take. */
export const shownOf = (count: number) => (count === MOST + 1 ? MOST - 1 : Math.min(MOST, count))

/** How long the upkeep is fresh: its hours count from its reading. */
const UPKEEP_FRESH_MS = 10 * 60_000

/** What may need the player, from main's topics. It requests only the data of a player who is already signed in. */
export class PendingActions {
  readonly #main: Main
  #player: PlayerView['state'] = 'unasked'
  #readAt = 0
  /** Counts the readings: only the last answer is shown. */
  #round = 0
  #mods = $state.raw<ModsView | undefined>()
  #repairs = $state.raw<readonly RepairState[] | undefined>()
  #queue = $state.raw<RepairQueueView | undefined>()
  #changes = $state.raw<readonly ModUpdate[] | undefined>()
  #bank = $state.raw<BankPending | undefined>()
  #app = $state.raw<UpdateState | undefined>()
  #upkeep = $state.raw<readonly Upkeep[] | undefined>()
  #notices = $state.raw<readonly SettingsNotice[] | undefined>()
  #failure = $state.raw<unknown>()

  constructor(main: Main) {
    this.#main = main
  }

  /** Follows main; returns a function that stops. */
  readonly follow = (): (() => void) => {
    const { mods, repair, player, updates, settings } = this.#main
    const fail = (failure: unknown) => (this.#failure = failure)
    const meet = () => void this.#meet().then(paces.plan)
    const reading = () => agedAt(this.#readAt, UPKEEP_FRESH_MS)
    const paces = pacer({ reading, failures: () => 0, ask: meet, refresh: meet }, surroundings, pageClock)
    const stops = [
      mods.state((view) => (this.#mods = view), fail),
      repair.states((states) => (this.#repairs = states), fail),
      repair.queue((queue) => (this.#queue = queue), fail),
      repair.updates((changes) => (this.#changes = changes), fail),
      player.bankPending((bank) => (this.#bank = bank), fail),
      player.state(({ state }) => {
        this.#player = state
        meet()
      }, fail),
      onScreen(meet),
      paces.stop,
      updates.state((state) => (this.#app = state), fail),
      settings.state(({ notices }) => (this.#notices = notices), fail),
    ]
    return () => stops.forEach((stop) => stop())
  }

  /** Reads no data before the sign-in is known, so that the start opens no keychain. */
  async #meet(): Promise<void> {
    const round = ++this.#round
    const read = () =>
      this.#main.player.data({ fresh: false }).then(
        ({ upkeep, player }) => upkeep.map((item) => leftNow(item, player.asOf)), // it may be a stored copy
        () => this.#upkeep ?? [], // the player's own screen shows why
      )
    const upkeep = this.#player === 'signed-in' ? await read() : []
    if (round !== this.#round) return // it may be another player's
    this.#upkeep = upkeep
    this.#readAt = pageClock.now()
  }

  /** True until main's topics have sent their first values. Only the service's answers may come later. */
  get isFirst(): boolean {
    const known = [this.#mods, this.#repairs, this.#queue, this.#changes, this.#bank, this.#app, this.#notices]
    return this.#failure === undefined && known.includes(undefined)
  }

  /** True once the player's own data are known, or cannot be. */
  get isMet(): boolean {
    return this.#failure !== undefined || this.#upkeep !== undefined
  }

  /** The first check of a mod is running. */
  get isChecking(): boolean {
    return this.mods.some(
      ({ active, verification: is }) => active && is.state === 'verifying' && !is.last && !is.paused,
    )
  }

  get mods() {
    return this.#mods?.mods ?? []
  }
  get repairs() {
    return this.#repairs ?? []
  }
  get queue() {
    return this.#queue ?? noQueue
  }
  get changes() {
    return this.#changes ?? []
  }
  get bank() {
    return this.#bank
  }
  get app() {
    return this.#app
  }
  get upkeep() {
    return this.#upkeep ?? []
  }
  get notices() {
    return this.#notices ?? []
  }
  /** Why a topic has no values in this run. */
  get failure() {
    return this.#failure
  }
}

/** How many lines have their space; others are shown on request. Create it while a component is set up. */
export class LineRoom {
  readonly #last = new Remembered('home.pending', 0, v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST)))
  #size = $state(this.#last.value)

  /**
   * At the app's start it is the number of last time. When the player comes from another screen, there is space for what is known now.
   * `lines`: their number, undefined while it may change at any moment.
   */
  constructor(pending: PendingActions, lines: () => number | undefined) {
    let isPlaced = !navigator.userActivation?.hasBeenActive
    $effect.pre(() => {
      if (isPlaced || pending.isFirst || !pending.isMet || pending.isChecking) return
      isPlaced = true
      this.#size = shownOf(lines() ?? 0)
    })
    $effect(() => {
      const count = lines()
      if (count !== undefined) this.#last.value = shownOf(count)
    })
  }

  get size() {
    return this.#size
  }
}
