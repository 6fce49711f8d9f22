import { app } from 'electron'
import { join } from 'node:path'
import { contract } from '../../src-preload/contract/index.ts'
import { profileView, settingsHandlers } from '../settings/index.ts'
import type { AppArguments } from './arguments.ts'
import { bindBridge } from './bridge/electron.ts'
import { createServer } from './bridge/server.ts'
import { createContext } from './create-context.ts'
import { refuseNavigation, refusePermissions } from './guards.ts'
import { isOurPage, PAGE_URL, serveApp } from './protocol.ts'
import { createMainWindow } from './window.ts'

/** Wires the rooms together and opens the window. Reads like a table of contents; decides nothing. */
export async function startApp(given: AppArguments): Promise<void> {
  const context = await createContext(given, app.getPath('userData'), app.getVersion())
  const { log, settings, profile, demo } = context

  refusePermissions()
  refuseNavigation(log.info)
  serveApp(join(import.meta.dirname, '../renderer'), () =>
    Object.values(profile.images).filter((base) => base !== undefined),
  )

  const handlers = {
    settings: settingsHandlers(settings, profileView(profile, demo)),
  }
  bindBridge(createServer(contract, handlers, log.incident), isOurPage, log.info)

  const window = createMainWindow(join(import.meta.dirname, '../preload/index.cjs'))
  window.once('ready-to-show', () => window.show())
  await window.loadURL(PAGE_URL)
}
