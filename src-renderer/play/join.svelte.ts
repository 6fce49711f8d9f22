import { isFailure } from '../../src-preload/contract/failure.ts'
import type { GameState, JoinResult, JoinStep, PreflightCheck, Preflight } from '../../src-preload/contract/play.ts'
import { checkToldBy } from './check-of.ts'
import type { Main } from '#shared/bridge/index.ts'

/** What a player wants of a join. */
export interface JoinWish {
  /** The server's name. */
  name: string
  /** Opens voice on the way. */
  voice: boolean
  /** The player knows that the server is called offline. */
  offlineToo?: boolean
  /** Goes on over what can be gone over. */
  anyway?: boolean
  /** Brings the server's mod up to date first. */
  bringUp?: boolean
}

/** What the joins have in common. */
interface Turn {
  begin(join: Join): boolean
  end(): void
}

const isOver = ({ state }: JoinStep): boolean => state !== 'running' && state !== 'waiting'

/** The join of one server: its steps as they come, and how it ended. */
export class Join {
  readonly serverId: number
  readonly #main: Main
  readonly #turn: Turn
  #steps = $state.raw<readonly JoinStep[]>([])
  #result = $state.raw<JoinResult | undefined>()
  #failure = $state.raw<unknown>()
  #control = $state.raw<AbortController | undefined>()
  #wish: JoinWish = { name: '', voice: true }

  constructor(main: Main, serverId: number, turn: Turn) {
    this.#main = main
    this.serverId = serverId
    this.#turn = turn
  }

  /** The server's name when it was joined. */
  get name() {
    return this.#wish.name
  }

  get steps() {
    return this.#steps
  }

  get running() {
    return this.#control !== undefined
  }

  get result() {
    return this.#result
  }

  /** A mistake of ours, or a cancel; everything expected stands at its step. */
  get failure() {
    return this.#failure
  }

  /** The files stopped it: they are not as the community's list says. */
  get lacksFiles() {
    return this.#steps.some(({ failure }) => failure?.code === 'mods-not-ready')
  }

  get cancelled() {
    return isFailure(this.#failure) && this.#failure.is('cancelled')
  }

  /** Cancelled when the game was already on its way. */
  get left() {
    return this.cancelled && this.#steps.some(({ id, state }) => id === 'start' && state !== 'skipped')
  }

  /** Does nothing while this or another server is being joined: the game is started once. */
  async run({ name, voice, offlineToo = false, anyway = false, bringUp = false }: JoinWish): Promise<void> {
    if (!this.#turn.begin(this)) return
    const control = new AbortController()
    this.#wish = { name, voice, offlineToo }
    this.#control = control
    this.#result = undefined
    this.#failure = undefined
    try {
      const watch = { signal: control.signal, onProgress: ({ steps }: { steps: JoinStep[] }) => (this.#steps = steps) }
      const result = await this.#main.play.join({ serverId: this.serverId, voice, offlineToo, anyway, bringUp }, watch)
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

  /** The same once more, over what can be gone over, or with what it needs brought up to date first. */
  again(more: Pick<JoinWish, 'anyway' | 'bringUp'> = {}): Promise<void> {
    return this.run({ ...this.#wish, ...more })
  }

  cancel(): void {
    this.#control?.abort()
  }

  /** Forgets a join that the files or the server stopped, once these checks, its server's, show that they would not any more. */
  settle(checks: readonly PreflightCheck[]): void {
    const stopped = this.#steps.find(({ state }) => state === 'failed')
    const check = stopped && checkToldBy(stopped)
    const isGood = checks.some(({ id, state }) => id === check && state === 'good')
    if (isGood && !this.running) this.#clear()
  }

  /** Forgets that the player is in: the game has ended. */
  leave(): void {
    if (this.#result && this.#result.outcome !== 'stopped') this.#clear()
  }

  #clear(): void {
    this.#steps = []
    this.#result = undefined
    this.#failure = undefined
  }
}

/** The page's joins, one for each server; of them at most one runs. */
export class Joins {
  readonly #main: Main
  readonly #byServer: Record<number, Join> = {}
  #running = $state.raw<Join | undefined>()
  #game = $state.raw<GameState>({ running: null, failed: false })
  /** The last that was begun. */
  #entered = $state.raw<Join | undefined>()

  constructor(main: Main) {
    this.#main = main
    let isPlaying = false
    main.play.game((state) => {
      const { running } = state
      this.#game = state
      if (isPlaying && running === false) for (const join of Object.values(this.#byServer)) join.leave()
      isPlaying = running ?? isPlaying // out of sight is not at its end
    })
  }

  /** The join that runs now, of whatever server. */
  get running() {
    return this.#running
  }

  /** The join by which the player is in, or by which Steam was asked to start the game. */
  get entered(): Join | undefined {
    return this.#entered?.result && this.#entered.result.outcome !== 'stopped' ? this.#entered : undefined
  }

  /** The game, as main last told of it: each screen knows it from its first frame on. */
  get game() {
    return this.#game
  }

  /** The server on which the player is now. */
  get playingOn(): number | undefined {
    return this.#game.running ? this.entered?.serverId : undefined
  }

  /** Forgets what stopped the join of a server where its checks show that it would not any more. */
  settle({ serverId, checks }: Preflight): void {
    this.#byServer[serverId]?.settle(checks)
  }

  of(serverId: number): Join {
    const begin = (join: Join) => {
      if (this.#running) return false
      this.#running = this.#entered = join
      return true
    }
    const end = () => (this.#running = undefined)
    return (this.#byServer[serverId] ??= new Join(this.#main, serverId, { begin, end }))
  }
}

const made = new WeakMap<Main, Joins>()

/** The page's one set of joins: they go on, and are seen again, when the player looks at other screens meanwhile. */
export function joinsOf(main: Main): Joins {
  const joins = made.get(main) ?? new Joins(main)
  made.set(main, joins)
  return joins
}
