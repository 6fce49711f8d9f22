import { app } from 'electron'
import { ownProgram } from './own-command.ts'

/** Starts the app anew without the arguments of this start, which may have named a community or a link. */
export function restart(userData: string): void {
  app.releaseSingleInstanceLock()
  const own = app.isPackaged ? [] : [app.getAppPath()]
  const sandbox = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []
  app.relaunch({ execPath: ownProgram(process), args: [...sandbox, ...own, `--user-data-dir=${userData}`] })
  app.quit()
}
