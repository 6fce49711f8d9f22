import { asWire, isFailure, type Failure } from '../../../src-preload/contract/failure.ts'
import {
  joinNumbers,
  type Fix,
  type JoinProgress,
  type JoinStep,
  type JoinStepId,
  type PlayFailures,
} from '../../../src-preload/contract/play.ts'

const ORDER: readonly JoinStepId[] = ['files', 'voice', 'start', 'playing']

const FIXES: Partial<Record<keyof PlayFailures, Fix>> = {
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
}

const isPlayCode = (code: string): code is keyof PlayFailures => code in joinNumbers

function described(failure: Failure): Pick<JoinStep, 'failure' | 'number' | 'fix'> {
  const { code } = failure
  const wire = asWire(failure)
  return isPlayCode(code) ? { failure: wire, number: joinNumbers[code], fix: FIXES[code] } : { failure: wire }
}

/** The steps of one join, as the page shows them. */
export class JoinSteps {
  readonly #report: (progress: JoinProgress) => void
  #list: JoinStep[] = []

  /** @param report called with the steps at once and after every change */
  constructor(report: (progress: JoinProgress) => void) {
    this.#report = report
    this.#put(ORDER.map((id) => ({ id, state: 'waiting' })))
  }

  get list(): JoinStep[] {
    return this.#list
  }

  become(id: JoinStepId, state: JoinStep['state'], failure?: Failure): void {
    this.#put(this.#list.map((step) => (step.id === id ? { id, state, ...(failure && described(failure)) } : step)))
  }

  end(): void {
    this.#put(this.#list.map((step) => (step.state === 'waiting' ? { ...step, state: 'skipped' } : step)))
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
export const isPassable = (error: unknown): boolean =>
  isFailure(error) &&
  (PASSABLE.includes(error.code) || (error.is('server-field-refused') && error.facts.field === 'StartParameters'))
