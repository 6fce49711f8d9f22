// Tested in Electron: settings.spec.ts
import { app } from 'electron'
import type { About } from '../../src-preload/contract/shell.ts'
import { ownProgram } from '../desktop/index.ts'

/** The version of this app and of what it runs on. */
export const aboutApp = (): About => ({
  version: app.getVersion(),
  electron: process.versions.electron,
  chromium: process.versions.chrome,
  node: process.versions.node,
  system: `${process.platform} ${process.arch}`,
})

/** Restarts the app without the arguments of this start, which may have named a community or a link. */
export function restart(userData: string): void {
  app.releaseSingleInstanceLock()
  const own = app.isPackaged ? [] : [app.getAppPath()]
  const sandbox = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []
  app.relaunch({ execPath: ownProgram(process), args: [...sandbox, ...own, `--user-data-dir=${userData}`] })
  app.quit()
}
