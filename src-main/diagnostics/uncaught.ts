import { Failure } from '../../src-preload/contract/failure.ts'
import { Emitter, type Log } from '../lib/index.ts'

/**
 * Errors that no job caught. The job they came from may now wait for ever, so all running jobs end as failed, and the player is told.
 */
export class Uncaught {
  readonly #log: Pick<Log, 'incident' | 'error'>
  readonly #failed = new Emitter<Failure>()
  readonly onFailure = this.#failed.on

  constructor(log: Pick<Log, 'incident' | 'error'>) {
    this.#log = log
  }

  /** To be called with what reached the top. Never throws: that would end the app. */
  readonly hear = (error: unknown): void => {
    try {
      this.#failed.emit(new Failure('work-ended', { incident: this.#log.incident(error) }))
    } catch (another) {
      this.#log.error('what was at work was not ended', another)
    }
  }
}
