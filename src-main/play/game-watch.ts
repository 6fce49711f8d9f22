import { realpath } from 'node:fs/promises'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { GameState } from '../../src-preload/contract/play.ts'
import { Emitter, oneFlight, type Playing, SLOW_TIMES, untilAborted, withResolvers } from '../lib/index.ts'
import type { GamePlatform, RunningProcess } from './platform/index.ts'

export interface GameTimes {
  /** Time between two looks, ms. It is longer if a look starts a program. */
  pollMs?: number
  /** Time between two looks while a start is awaited, ms. */
  startPollMs?: number
  /** How long the game may take to appear, ms. */
  timeoutMs?: number
}

export interface GameWatchParts extends GameTimes {
  platform: GamePlatform
  names: readonly string[]
  now: () => Date
}

/** After so many failed looks in a row, a game no longer counts as running. */
const MOST_FAILED = 20
/** Looks of `sure` until one succeeds. */
const SURE_LOOKS = 2
/** How long the player's word that the game is closed counts. A repair may take that long. */
const SAID_CLOSED_MS = 5 * 60_000

const realOf = async (path: string | undefined): Promise<string | undefined> =>
  path === undefined ? undefined : realpath(path).catch(() => undefined)

export class GameWatch {
  readonly timeoutMs: number
  readonly #platform: GamePlatform
  readonly #names: ReadonlySet<string>
  readonly #now: () => Date
  readonly #pollMs: number
  readonly #startPollMs: number
  readonly #changes = new Emitter<GameState>()
  #state: GameState = { running: null, failed: false }
  #runsFrom: string | undefined
  #failedLooks = 0
  #saidClosedAt: number | undefined
  #startedAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #awaitedStarts = 0
  #isClosed = false

  constructor({ platform, names, now, pollMs = 5_000, startPollMs = 1_000, timeoutMs = 180_000 }: GameWatchParts) {
    this.#platform = platform
    this.#names = new Set(names.map((name) => name.split(/[\\/]/).at(-1)?.toLowerCase() ?? ''))
    this.#now = now
    this.#pollMs = platform.listsByProgram ? pollMs * SLOW_TIMES : pollMs
    this.#startPollMs = startPollMs
    this.timeoutMs = timeoutMs
    this.#poll()
  }

  get state(): GameState {
    return this.#state
  }

  /** Real path of the running game's program, if it is known. A sandboxed Steam has paths of its own. */
  get runsFrom(): string | undefined {
    return this.#runsFrom
  }

  readonly onChange = this.#changes.on

  /** True if the last look saw the game. */
  get runs(): boolean {
    return this.#state.running === true
  }

  /** Whether the game runs. The app is quiet while it does. */
  get playing(): Playing {
    const now = () => this.runs
    return {
      get now() {
        return now()
      },
      onChange: (listener) => {
        let before = now()
        return this.#changes.on(() => {
          if (before !== now()) listener((before = now()))
        })
      },
    }
  }

  /** Looks now. A failed look changes nothing, unless many fail in a row. */
  readonly look = oneFlight(() => this.#see())

  /**
   * Looks now, and again if that fails. `running` is `null` if the system does not list its processes and the player has not said that
   * the game is closed.
   */
  async sure(): Promise<GameState> {
    for (let tries = 0; tries < SURE_LOOKS; tries++) {
      const seen = await this.look()
      if (this.#failedLooks > 0) continue
      if (seen.running) this.#saidClosedAt = undefined // the player's word was wrong
      return seen
    }
    const saidAgoMs = this.#agoMs(this.#saidClosedAt)
    if (saidAgoMs === undefined || Math.abs(saidAgoMs) >= SAID_CLOSED_MS)
      return this.#state.running ? this.#state : { running: null, failed: true }
    if (this.#state.running) this.#become({ running: null, failed: true })
    return { running: false }
  }

  /** The player says that the game is closed. This counts for some minutes if looks fail. */
  sayClosed(): void {
    this.#saidClosedAt = this.#now().getTime()
  }

  /** Notes that the app has started the game. The player's earlier word that it is closed no longer counts. */
  noteStart(): void {
    this.#saidClosedAt = undefined
    this.#startedAt = this.#now().getTime()
  }

  /**
   * Whole seconds since a start whose game was not seen yet; undefined if there is none that may still appear. It keeps a second join from
   * starting the game twice.
   */
  get startedAgo(): number | undefined {
    const ms = this.#agoMs(this.#startedAt)
    return ms !== undefined && ms < this.timeoutMs ? Math.max(0, Math.round(ms / 1000)) : undefined
  }

  /** Waits until a look sees the game, whoever asked for the look. @throws Failure `game-not-seen`, the signal's reason */
  async awaitGame(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise: ended, resolve: end } = withResolvers()
    const stopHearing = this.#changes.on(({ running }) => running && end())
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, this.timeoutMs)
    this.#awaitedStarts++
    this.#planPoll()
    try {
      void this.look().then(({ running }) => running && end())
      await untilAborted(ended, signal)
    } finally {
      this.#awaitedStarts--
      clearTimeout(timer)
      stopHearing()
    }
    if (isLate) throw new Failure('game-not-seen', { seconds: Math.round(this.timeoutMs / 1000) })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #poll(): void {
    void this.look().finally(() => this.#planPoll())
  }

  #planPoll(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#poll(), this.#awaitedStarts > 0 ? this.#startPollMs : this.#pollMs)
    this.#timer.unref()
  }

  async #see(): Promise<GameState> {
    const processes = await this.#platform.processes().catch(() => undefined)
    this.#failedLooks = processes ? 0 : this.#failedLooks + 1
    const before = this.#state
    if (!processes) {
      const isNews = before.running ? this.#failedLooks >= MOST_FAILED : before.running === null && !before.failed
      if (isNews) this.#become({ running: null, failed: true })
      return this.#state
    }
    const game = processes.find((process) => this.#isGame(process))
    if (game && !before.running) {
      this.#runsFrom = await realOf(game.path)
      this.#become({ running: true, since: this.#now().getTime() })
      if (game.path === undefined) void this.#askPath(game.names[0] ?? '')
    } else if (!game && before.running !== false) {
      this.#become({ running: false })
    }
    return this.#state
  }

  /** Asks the system where the game's program is. That may take seconds, and the game counts as running meanwhile. */
  async #askPath(name: string): Promise<void> {
    const state = this.#state
    const path = await realOf(await this.#platform.pathOfProcess?.(name).catch(() => undefined))
    if (path === undefined || this.#state !== state) return
    this.#runsFrom = path
    this.#changes.emit(state)
  }

  #isGame({ names }: RunningProcess): boolean {
    return names.some((name) => this.#names.has(name.toLowerCase()))
  }

  #become(state: GameState): void {
    this.#state = state
    if (state.running) {
      this.#saidClosedAt = undefined
      this.#startedAt = undefined
    } else {
      this.#runsFrom = undefined
    }
    this.#changes.emit(state)
  }

  #agoMs(time: number | undefined): number | undefined {
    return time === undefined ? undefined : this.#now().getTime() - time
  }
}

export interface GameLook {
  sure(): Promise<Pick<GameState, 'running'>>
}

/** Refuses while the game may run. @throws Failure `game-running`; `game-unseen` if it is unknown */
export async function mustBeClosed(game: GameLook): Promise<void> {
  const { running } = await game.sure()
  if (running === null) throw new Failure('game-unseen', {})
  if (running) throw new Failure('game-running', {})
}
