import type { MessageBoxOptions } from 'electron'
import type { Log } from '../lib/index.ts'
import type { Say } from './words.ts'

/** What telling that the start failed needs. */
export interface StartFailureNeeds {
  log: Pick<Log, 'incident'>
  say: Say
  /** Shows a dialog of the system; the number of the chosen button. */
  ask: (options: MessageBoxOptions) => Promise<{ response: number }>
  /** Shows the least of dialogs, which is there when nothing else is. */
  box: (title: string, text: string) => void
  openLog: () => Promise<unknown>
  restart: () => void
  exit: (code: number) => void
}

const AGAIN = 0
const LOG = 1

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Tells that the app could not start, in the log and in a dialog of the system, with what can be done; then ends or starts anew. */
export async function tellStartFailure(error: unknown, needs: StartFailureNeeds): Promise<void> {
  const { say } = needs
  const message = say('start.failed')
  const detail = say('start.failed-why', { reason: reasonOf(error), incident: needs.log.incident(error) })
  const buttons = [say('start.again'), say('start.log'), say('start.close')]
  const ask = async (): Promise<number> => {
    const options = {
      type: 'error' as const,
      title: 'Loadout',
      message,
      detail,
      buttons,
      defaultId: AGAIN,
      cancelId: 2,
    }
    const { response } = await needs.ask({ ...options, noLink: true })
    if (response !== LOG) return response
    await needs.openLog()
    return ask()
  }
  try {
    if ((await ask()) === AGAIN) return needs.restart()
  } catch {
    needs.box(message, detail)
  }
  needs.exit(1)
}
