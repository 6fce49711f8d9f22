import { Failure } from '../../src-preload/contract/failure.ts'
import { Emitter, type Log } from '../lib/index.ts'
import type { Say } from '../desktop/index.ts'

/** Errors that no job caught. The job of the error may never end now, so all running jobs fail, and the player is told. */
export class Uncaught {
  readonly #log: Pick<Log, 'incident' | 'error'>
  readonly #failed = new Emitter<Failure>()
  readonly onFailure = this.#failed.on

  constructor(log: Pick<Log, 'incident' | 'error'>) {
    this.#log = log
  }

  /** To be called with each uncaught error. Never throws, since that would end the app. */
  readonly handle = (error: unknown): void => {
    try {
      this.#failed.emit(new Failure('work-ended', { incident: this.#log.incident(error) }))
    } catch (another) {
      this.#log.error('what was at work was not ended', another)
    }
  }
}

interface StartFailureNeeds {
  log: Pick<Log, 'incident'>
  say: Say
  ask: (dialog: ReturnType<typeof dialogOf>) => Promise<{ response: number }>
  /** Shows the simplest dialog, which works even if the other one does not. */
  box: (title: string, text: string) => void
  openLog: () => Promise<unknown>
  restart: () => void
  exit: (code: number) => void
}

const RESTART = 0
const OPEN_LOG = 1
const CLOSE = 2

const dialogOf = (say: Say, detail: string) => ({
  type: 'error' as const,
  title: 'Loadout',
  message: say('start.failed'),
  detail,
  buttons: [say('start.again'), say('start.log'), say('start.close')],
  defaultId: RESTART,
  cancelId: CLOSE,
  noLink: true,
})

/** Logs that the app could not start and shows it in a dialog of the system, then restarts or exits. */
export async function reportStartFailure(error: unknown, needs: StartFailureNeeds): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  const dialog = dialogOf(needs.say, needs.say('start.failed-why', { reason, incident: needs.log.incident(error) }))
  const ask = async (): Promise<number> => {
    const { response } = await needs.ask(dialog)
    if (response !== OPEN_LOG) return response
    await needs.openLog()
    return ask()
  }
  try {
    if ((await ask()) === RESTART) return needs.restart()
  } catch {
    needs.box(dialog.message, dialog.detail)
  }
  needs.exit(1)
}
