import type { RepairOutcome, RepairProgress, RepairState } from '../../../../src-preload/contract/repair.ts'
import pLimit from 'p-limit'
import { AT_REST, type Estimate, PauseGate, steadyNow } from '../../../lib/index.ts'
import { createFinder } from './local-copy.ts'
import { Meter, type SpeedMemory } from '../meter.ts'
import type { RepairNeeds } from '../needs.ts'
import { Nudge, type Throttle } from '../pace.ts'
import type { RunOptions } from './repair-file.ts'
import { runSteps } from './run-steps.ts'
import { hasEnded, type RepairSession, type SessionHead } from '../session.ts'
import { readAddresses, Source } from '../sources.ts'
import { Trouble } from '../trouble.ts'

const PATIENCE = { stallMs: 30_000, slowMs: 60_000 }
const LOCKED_FOR_MS = 10_000
const TRIES = 6
/** The page and the progress bar need no more states than this. */
const SHOWN_EVERY_MS = 100

/** The state of a session that is not running. */
export function restingState(head: SessionHead, phase: 'interrupted' | 'fetching', meter: Meter): RepairState {
  const { modId, modName, id: sessionId } = head
  return {
    modId,
    modName,
    sessionId,
    work: head.kind === 'set-aside' ? 'moving' : (head.work ?? 'repair'),
    phase,
    forGame: false,
    progress: meter.progress(),
    outcome: null,
  }
}

function aboutSource(head: SessionHead, needs: RepairNeeds): Pick<RunOptions, 'sources' | 'listIsCurrent'> {
  const addresses = readAddresses(needs.downloadUrls(head.modId), needs.allowHttp)
  const sources = addresses.ok ? addresses.bases.map((base) => new Source(base)) : []
  return {
    sources() {
      if (!addresses.ok) throw new Trouble({ kind: addresses.refusal })
      return sources
    },
    async listIsCurrent(signal) {
      const version = await needs.listVersion(head.modId, signal)
      return version === undefined || version === head.listVersion
    },
  }
}

export const hasStopped = ({ phase }: RepairState): boolean => phase === 'ended' || phase === 'interrupted'

/** A repair is over only after the check of its mod. Until then its phase is `checking`. */
export const untilChecked = (state: RepairState): RepairState =>
  hasStopped(state) ? { ...state, phase: 'checking', outcome: null } : state

/** The run of a session in this process. It starts at its construction. */
export class RepairRun {
  /** Resolves when it has ended for any reason. */
  readonly ended: Promise<RepairOutcome | undefined>
  readonly #session: RepairSession
  readonly #needs: RepairNeeds
  readonly #onChange: () => void
  readonly #gate = new PauseGate()
  /** Closed while files are fetched during the game. The game may have files open, so none is replaced. */
  readonly #replacing = new PauseGate()
  readonly #nudge = new Nudge()
  readonly #throttle: Throttle
  readonly #stop = new AbortController()
  #state: RepairState
  /** True if the game has paused it. It then resumes after the game, unless the player has paused or resumed it meanwhile. */
  #isForGame = false
  /** True once it only waited for the end of the game. */
  #waitsForGame = false
  #shownAt = -Infinity
  #meter: Meter
  /** True if a limit was in force meanwhile. */
  #wasLimited = false

  /**
   * `throttle`: the limit for all repairs together. `onChange` is called at once for a new phase, and for progress at most ten times a second.
   * `before`: the progress of an earlier run.
   */
  constructor(
    session: RepairSession,
    needs: RepairNeeds,
    throttle: Throttle,
    onChange: () => void,
    before?: RepairProgress,
  ) {
    this.#session = session
    this.#needs = needs
    this.#throttle = throttle
    this.#onChange = onChange
    this.#meter = new Meter(session.head.steps, needs.clock.now)
    const state = restingState(session.head, 'fetching', this.#meter)
    this.#state = { ...state, progress: before ?? state.progress }
    this.ended = this.#run()
  }

  get state(): RepairState {
    return this.#state
  }

  estimate(bytesLeft: number): Estimate {
    return this.#meter.estimate(bytesLeft, this.#throttle.limit)
  }

  noteSpeed(memory: SpeedMemory): Promise<void> {
    return memory.note(this.#meter.measured, this.#wasLimited)
  }

  pause(paused: boolean): void {
    if (!paused && this.#isForGame) this.#replacing.resume()
    const waitsAgain = this.#waitsForGame && this.#replacing.paused
    this.#setPaused(paused || waitsAgain, !paused)
  }

  gameRuns(runs: boolean): void {
    if (!runs) this.#replacing.resume()
    const { playing = 0 } = this.#needs.limits()
    if (runs && playing > 0) return this.#replacing.pause()
    if (runs ? this.#gate.paused : !this.#isForGame) return
    if (!runs) this.#nudge.give() // after a long game, the source has closed the connection
    this.#setPaused(runs, true)
  }

  /** Drops connections that may be dead, and repeats their requests. */
  reconnect(): void {
    this.#nudge.give()
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Pauses if the player no longer wants it to fetch while the game runs, and goes on if the player wants it now. */
  limitsChanged(): void {
    const { playing = 0 } = this.#needs.limits()
    if (this.#replacing.paused) {
      if (playing > 0 || this.#gate.paused) return
      this.#setPaused(true, true)
      this.#replacing.resume() // the other gate keeps everything
    } else if (playing > 0 && this.#isForGame && this.#needs.game.runs) {
      this.#replacing.pause()
      this.#nudge.give() // meanwhile, the source has closed the connection
      this.#setPaused(false, false)
    }
  }

  #setPaused(paused: boolean, isForGame: boolean): void {
    this.#isForGame = paused && isForGame
    if (paused) this.#gate.pause()
    else this.#gate.resume()
    if (this.#state.phase === 'fetching' || this.#state.phase === 'paused') this.#show(this.#state.progress, 'fetching')
  }

  #show(progress: RepairProgress, phase: RepairState['phase'], outcome: RepairOutcome | null = null): void {
    const isPaused = this.#gate.paused && phase === 'fetching'
    const forGame = isPaused && this.#isForGame
    const shown = isPaused || phase !== 'fetching' ? { ...progress, ...AT_REST } : progress
    const before = this.#state
    this.#state = { ...before, progress: shown, phase: isPaused ? 'paused' : phase, outcome, forGame }
    const isNews = this.#state.phase !== before.phase || forGame !== before.forGame
    if (!isNews && steadyNow() - this.#shownAt < SHOWN_EVERY_MS) return // the next progress comes soon
    this.#shownAt = steadyNow()
    this.#onChange()
  }

  #tools(): RunOptions['tools'] {
    return {
      ...this.#needs,
      lockedForMs: LOCKED_FOR_MS,
      patience: PATIENCE,
      tries: TRIES,
      throttle: this.#throttle,
      gate: this.#gate,
      nudge: this.#nudge,
      inTurn: pLimit(Math.max(1, this.#needs.limits().concurrency)),
      signal: this.#stop.signal,
    }
  }

  async #work(): Promise<RepairOutcome> {
    const needs = this.#needs
    const { head, gameDir } = this.#session
    const roots = [gameDir, ...(await needs.otherFolders())]
    return runSteps(this.#session, {
      tools: this.#tools(),
      finder: createFinder(needs.disk, roots, head.steps, this.#stop.signal),
      ...aboutSource(head, needs),
      replacing: this.#replacing,
      waitsForGame: () => {
        this.#waitsForGame = true
        this.#setPaused(true, true)
      },
      onProgress: (meter, phase) => {
        this.#meter = meter
        this.#wasLimited ||= this.#throttle.limit > 0
        this.#show(meter.progress(this.#throttle.limit), phase)
      },
    })
  }

  async #run(): Promise<RepairOutcome | undefined> {
    try {
      const outcome = await this.#work()
      this.#show(this.#state.progress, outcome.stopped === 'by-player' ? 'interrupted' : 'ended', outcome)
      return outcome
    } catch (error) {
      this.#needs.failed(error)
      this.#show(this.#state.progress, 'interrupted')
      return undefined
    } finally {
      await this.#session.close().catch(() => undefined)
      if (!hasEnded(this.#session.journal)) await this.#needs.keepParts?.()
    }
  }
}
