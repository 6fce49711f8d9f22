import type { Say } from '../desktop/index.ts'
import type { Log } from '../lib/index.ts'

interface ErrorDialog {
  type: 'error'
  title: string
  message: string
  detail: string
  buttons: string[]
  defaultId: number
  cancelId: number
  noLink: boolean
}

interface StartFailureNeeds {
  log: Pick<Log, 'incident'>
  say: Say
  /** Shows a dialog of the system; answers the number of the chosen button. */
  ask: (dialog: ErrorDialog) => Promise<{ response: number }>
  /** Shows the simplest dialog, which works where the other one does not. */
  box: (title: string, text: string) => void
  openLog: () => Promise<unknown>
  restart: () => void
  exit: (code: number) => void
}

const RESTART = 0
const OPEN_LOG = 1
const CLOSE = 2

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Writes to the log that the app could not start, and says so in a dialog of the system; then restarts or exits. */
export async function tellStartFailure(error: unknown, needs: StartFailureNeeds): Promise<void> {
  const { say } = needs
  const message = say('start.failed')
  const detail = say('start.failed-why', { reason: reasonOf(error), incident: needs.log.incident(error) })
  const buttons = [say('start.again'), say('start.log'), say('start.close')]
  const dialog = { type: 'error' as const, title: 'Loadout', message, detail, buttons, noLink: true }
  const ask = async (): Promise<number> => {
    const { response } = await needs.ask({ ...dialog, defaultId: RESTART, cancelId: CLOSE })
    if (response !== OPEN_LOG) return response
    await needs.openLog()
    return ask()
  }
  try {
    if ((await ask()) === RESTART) return needs.restart()
  } catch {
    needs.box(message, detail)
  }
  needs.exit(1)
}
