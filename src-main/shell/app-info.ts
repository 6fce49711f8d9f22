// Tested in Electron: settings.spec.ts
import { app, powerMonitor, shell } from 'electron'
import { join } from 'node:path'
import type { About } from '../../src-preload/contract/shell.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { ownProgram } from '../desktop/index.ts'
import type { AppContext } from './context.ts'

export const aboutApp = (): About => ({
  version: app.getVersion(),
  electron: process.versions.electron,
  chromium: process.versions.chrome,
  node: process.versions.node,
  system: `${process.platform} ${process.arch}`,
})

let startsAgain = false

export const isRestart = (): boolean => startsAgain

/** Restarts the app without this start's arguments and environment, which may name a community or a link. */
export function restart(userData: string): void {
  startsAgain = true
  delete process.env.LOADOUT_COMMUNITY
  app.once('quit', () => app.releaseSingleInstanceLock()) // before that, a start by hand would run beside this one
  const own = app.isPackaged ? [] : [app.getAppPath()]
  const sandbox = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []
  app.relaunch({ execPath: ownProgram(process), args: [...sandbox, ...own, `--user-data-dir=${userData}`] })
  app.quit()
}

/** Calls the listener whenever the computer wakes, until the app quits. */
export function onWake({ onQuit }: Pick<AppContext, 'onQuit'>, listener: () => void): void {
  powerMonitor.on('resume', listener)
  onQuit(() => void powerMonitor.off('resume', listener))
}

/** Absolute path of a built file, such as `main/hash-worker.js`. Bundled code cannot find it relative to itself. */
export const builtPath = (name: string): string => join(app.getAppPath(), 'out', name)

/** Absolute path of a picture of resources/icons. */
export const iconPath = (name: string): string => join(app.getAppPath(), 'resources/icons', name)

/** Shows a folder of the game in the file manager. @throws Failure `game-dir-unusable` */
export async function showFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path)
  if (problem) throw new Failure('game-dir-unusable', { path, errno: problem })
}
