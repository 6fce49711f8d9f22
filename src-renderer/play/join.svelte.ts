import { isFailure } from '../../src-preload/contract/failure.ts'
import type { GameState, JoinResult, JoinStep, PreflightCheck, Preflight } from '../../src-preload/contract/play.ts'
import { checkToldBy } from './check-of.ts'
import type { Main } from '#shared/bridge/index.ts'

export interface JoinChoices {
  /** The server's name. */
  name: string
  /** The failure that the player was told of before. */
  despite?: 'server-offline' | 'mods-not-ready'
  /** Ignores what the player may ignore. */
  anyway?: boolean
  /** Brings the server's mod up to date first. */
  bringUp?: boolean
}

/** Lets only one join run at a time. `begin` returns false while another one runs. */
interface Turn {
  begin(join: Join): boolean
  end(): void
}

const isOver = ({ state }: JoinStep): boolean => state !== 'running' && state !== 'waiting'

/** The join of one server: its steps and its result. */
export class Join {
  readonly serverId: number
  readonly #main: Main
  readonly #turn: Turn
  #steps = $state.raw<readonly JoinStep[]>([])
  #result = $state.raw<JoinResult | undefined>()
  #failure = $state.raw<unknown>()
  #control = $state.raw<AbortController | undefined>()
  #wish: JoinChoices = { name: '' }
  #bringUp = false

  constructor(main: Main, serverId: number, turn: Turn) {
    this.#main = main
    this.serverId = serverId
    this.#turn = turn
  }

  /** The server's name at the time of the join. */
  get name() {
    return this.#wish.name
  }

  get steps() {
    return this.#steps
  }

  get running() {
    return this.#control !== undefined
  }

  /** The steps to show: all while it runs, afterwards those that failed or have a warning. */
  get shown(): readonly JoinStep[] {
    return this.running ? this.#steps : this.#steps.filter(({ failure }) => failure)
  }

  /** What went wrong on the way into the game. That there is no voice server is said beside the actions, where voice would be. */
  get warned(): readonly JoinStep[] {
    return this.shown.filter(({ state, failure }) => state === 'warned' && failure?.code !== 'voice-not-known')
  }

  get result() {
    return this.#result
  }

  /** A bug of the app, or a cancel. Every expected failure is at its step. */
  get failure() {
    return this.#failure
  }

  /** True if the mod's files stopped the join, because they differ from the community's list. */
  get lacksFiles() {
    return this.#steps.some(({ failure }) => failure?.code === 'mods-not-ready')
  }

  /** True if it stopped although it was to bring the mod's files up to date. */
  get couldNotBringUp() {
    return this.#result?.outcome === 'stopped' && this.#bringUp && this.lacksFiles
  }

  get cancelled() {
    return isFailure(this.#failure) && this.#failure.is('cancelled')
  }

  /** True if the join was cancelled after the game had begun to start. */
  get left() {
    return this.cancelled && this.#steps.some(({ id, state }) => id === 'start' && state !== 'skipped')
  }

  /** Does nothing while this or another server is being joined, because the game must start only once. */
  async run({ name, despite, anyway = false, bringUp = false }: JoinChoices): Promise<void> {
    if (!this.#turn.begin(this)) return
    const control = new AbortController()
    this.#wish = { name, despite }
    this.#bringUp = bringUp
    this.#control = control
    this.#result = undefined
    this.#failure = undefined
    try {
      const watch = { signal: control.signal, onProgress: ({ steps }: { steps: JoinStep[] }) => (this.#steps = steps) }
      const result = await this.#main.play.join({ serverId: this.serverId, despite, anyway, bringUp }, watch)
      this.#steps = result.steps
      this.#result = result
    } catch (error) {
      this.#failure = error
      this.#steps = this.#steps.map((step) => (isOver(step) ? step : { ...step, state: 'skipped' }))
    } finally {
      this.#control = undefined
      this.#turn.end()
    }
  }

  /**
   * Joins again, and ignores what the player may ignore (`anyway`) or brings the mod up to date first (`bringUp`). A mod that is brought up
   * must then be ready, whatever was ignored before.
   */
  again(more: Pick<JoinChoices, 'anyway' | 'bringUp'> = {}): Promise<void> {
    return this.run({ ...this.#wish, ...(more.bringUp && { despite: undefined }), ...more })
  }

  cancel(): void {
    this.#control?.abort()
  }

  /**
   * Forgets a failed join if the check on its failure is good now, or no longer needed, or if the game is gone, so that what it found is no
   * longer true. `checks`: those of this join's server.
   */
  settle(checks: readonly PreflightCheck[]): void {
    const stopped = this.#steps.find(({ state }) => state === 'failed')
    const check = stopped && checkToldBy(stopped)
    const isGood = checks.every(({ id, state }) => id !== check || state === 'good')
    const isGone = checks.some(({ id, state }) => id === 'install' && id !== check && state === 'bad')
    if (check && (isGood || isGone) && !this.running) this.#clear()
  }

  /** True if it brought the player into the game, or asked Steam to start it. */
  get entered() {
    return this.#result !== undefined && this.#result.outcome !== 'stopped'
  }

  /** Forgets the join after the game has ended. */
  leave(): void {
    if (this.entered) this.#clear()
  }

  #clear(): void {
    this.#steps = []
    this.#result = undefined
    this.#failure = undefined
  }
}

/** The page's joins, one for each server. At most one of them runs. */
export class Joins {
  readonly #main: Main
  readonly #byServer: Record<number, Join> = {}
  #running = $state.raw<Join | undefined>()
  #game = $state.raw<GameState>({ running: null, failed: false })
  /** The last join that was not stopped. */
  #entered = $state.raw<Join | undefined>()

  constructor(main: Main) {
    this.#main = main
    let isPlaying = false
    main.play.game((state) => {
      const { running } = state
      this.#game = state
      if (isPlaying && running === false) for (const join of Object.values(this.#byServer)) join.leave()
      isPlaying = running ?? isPlaying // `null`: the game's state is unknown, so it has not ended
    })
  }

  /** The join that runs now, on any server. */
  get running() {
    return this.#running
  }

  /** The join that brought the player into the game, or for which Steam was asked to start it. */
  get entered(): Join | undefined {
    return this.#entered?.entered ? this.#entered : undefined
  }

  /** The game's state from main. Each screen has it from its first frame on. */
  get game() {
    return this.#game
  }

  /** The server on which the player is now. */
  get playingOn(): number | undefined {
    return this.#game.running ? this.entered?.serverId : undefined
  }

  /** Since when the player is on this server; undefined if not. */
  readonly sinceOn = (serverId: number): number | undefined =>
    this.#game.running && this.entered?.serverId === serverId ? this.#game.since : undefined

  /** Forgets a server's failed join if its checks show that the reason is gone. */
  settle({ serverId, checks }: Preflight): void {
    this.#byServer[serverId]?.settle(checks)
  }

  of(serverId: number): Join {
    const begin = (join: Join) => {
      if (this.#running) return false
      this.#running = join
      return true
    }
    const end = () => {
      if (this.#running?.entered) this.#entered = this.#running
      this.#running = undefined
    }
    return (this.#byServer[serverId] ??= new Join(this.#main, serverId, { begin, end }))
  }
}

const made = new WeakMap<Main, Joins>()

/** The page's only instance. Joins go on while the player is on other screens, and are shown again later. */
export function joinsOf(main: Main): Joins {
  const joins = made.get(main) ?? new Joins(main)
  made.set(main, joins)
  return joins
}
