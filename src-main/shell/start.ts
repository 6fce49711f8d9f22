import { app } from 'electron'
import { contract } from '../../src-preload/contract/index.ts'
import type { AppArguments } from './arguments.ts'
import { bindBridge } from './bridge/electron.ts'
import { createServer } from './bridge/server.ts'
import { createContext } from './create-context.ts'
import { hearOutside } from './links/hear-outside.ts'
import { isOurPage } from './protocol.ts'
import { createRequests } from './requests.ts'
import { runSmoke } from './smoke.ts'
import { openWindow } from './window/open-window.ts'

/** Opens the window first, then the rooms behind it: what the page asks meanwhile waits in the bridge. */
export async function startApp(given: AppArguments): Promise<void> {
  const context = await createContext(given, app.getPath('userData'), app.getVersion())
  const requests = createRequests()
  const page = openWindow(context)
  hearOutside(context, requests, page.show)

  const rooms = page.loaded.then(async () => {
    const [{ openRooms }] = await Promise.all([import('./rooms/index.ts'), context.loadSettingsWriter()])
    return openRooms({ context, page, requests })
  })
  bindBridge(createServer(contract, rooms, context.log.incident), isOurPage, context.log.info)

  await rooms
  if (given.smoke) await runSmoke(page.window.webContents)
}
