import { asWire, type Failure } from '../../../src-preload/contract/failure.ts'
import {
  joinNumbers,
  type Fix,
  type JoinProgress,
  type JoinStep,
  type JoinStepId,
  type PlayFailures,
} from '../../../src-preload/contract/play.ts'

const ORDER: readonly JoinStepId[] = ['files', 'voice', 'start', 'playing']

const FIXES: Partial<Record<string, Fix>> = {
  'game-not-found': 'choose-install',
  'game-incomplete': 'choose-install',
  'wrong-install': 'choose-install',
  'steam-not-found': 'retry',
  'mods-not-ready': 'repair',
  'mods-unchecked': 'check-files',
  'voice-client-missing': 'get-voice-client',
  'servers-unknown': 'retry',
  'server-offline': 'watch-server',
  'server-full': 'watch-seat',
  'own-mods-kick': 'retry',
  'game-starting': 'retry',
  'game-not-started': 'retry',
  'game-not-seen': 'validate-game',
  'parameters-not-written': 'retry',
  'link-not-opened': 'retry',
} satisfies Partial<Record<keyof PlayFailures, Fix>>

const NUMBERS: Partial<Record<string, string>> = joinNumbers

/** The steps of one join, as the page shows them. */
export class JoinSteps {
  /** The step at which a failure stops the join. */
  at: JoinStepId = 'files'
  readonly #report: (progress: JoinProgress) => void
  #list: JoinStep[] = []

  /** @param report called with the steps at once and after every change */
  constructor(report: (progress: JoinProgress) => void) {
    this.#report = report
    this.#put(ORDER.map((id) => ({ id, state: 'waiting' })))
  }

  become(id: JoinStepId, state: JoinStep['state'], failure?: Failure): void {
    if (state === 'running') this.at = id
    const told = failure && { failure: asWire(failure), number: NUMBERS[failure.code], fix: FIXES[failure.code] }
    this.#put(this.#list.map((step) => (step.id === id ? { id, state, ...told } : step)))
  }

  /** Ends the join. `failure`: what stopped it. */
  end(failure?: Failure): JoinStep[] {
    if (failure) this.become(failure.is('game-not-found') ? 'files' : this.at, 'failed', failure)
    this.#put(this.#list.map((step) => (step.state === 'waiting' ? { ...step, state: 'skipped' } : step)))
    return this.#list
  }

  #put(list: JoinStep[]): void {
    this.#list = list
    this.#report({ steps: list })
  }
}

/** Failures that a player may ignore: they may be out of date, or the game starts in spite of them. */
const PASSABLE: readonly string[] = [
  'mods-not-ready',
  'mods-unchecked',
  'server-offline',
  'server-full',
  'own-mods-kick',
  'wrong-install',
  'game-starting',
] satisfies (keyof PlayFailures)[]

/** True if "join anyway" can work. It leaves out refused mod folders. */
export const isPassable = (failure: Failure): boolean =>
  PASSABLE.includes(failure.code) || (failure.is('server-field-refused') && failure.facts.field === 'StartParameters')
