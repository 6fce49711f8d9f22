import { app } from 'electron'
import { join } from 'node:path'
import { contract } from '../../src-preload/contract/index.ts'
import { profileView, settingsHandlers } from '../settings/index.ts'
import type { AppArguments } from './arguments.ts'
import { bindBridge } from './bridge/electron.ts'
import { createServer } from './bridge/server.ts'
import { createContext } from './create-context.ts'
import { imageOriginsOf } from './csp.ts'
import { openCommunityRoom } from './rooms/community.ts'
import { isOurPage, PAGE_URL, serveApp } from './protocol.ts'
import { harden, pageSession } from './security/index.ts'
import { createMainWindow } from './window.ts'

/** Wires the rooms together and opens the window. Reads like a table of contents; decides nothing. */
export async function startApp(given: AppArguments): Promise<void> {
  const context = await createContext(given, app.getPath('userData'), app.getVersion())
  const { log, settings, profile, demo } = context

  const imageOrigins = () => imageOriginsOf(Object.values(profile.images))
  const session = pageSession()
  harden(session, imageOrigins, log.info)
  serveApp(session, join(import.meta.dirname, '../renderer'), imageOrigins)

  const community = openCommunityRoom(context)

  const handlers = {
    settings: settingsHandlers(settings, profileView(profile, demo)),
    community: community.handlers,
  }
  bindBridge(createServer(contract, handlers, log.incident), isOurPage, log.info)

  const window = createMainWindow(join(import.meta.dirname, '../preload/index.cjs'), session)
  window.once('ready-to-show', () => window.show())
  await window.loadURL(PAGE_URL)
}
