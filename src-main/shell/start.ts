import { app } from 'electron'
import { contract } from '../../src-preload/contract/index.ts'
import type { AppArguments } from './arguments.ts'
import { bindBridge } from './bridge/electron.ts'
import { createServer } from './bridge/server.ts'
import { openContext, openGround } from './create-context.ts'
import { hearOutside } from './links/hear-outside.ts'
import { isOurPage } from './protocol.ts'
import { createRequests } from './requests.ts'
import { runSmoke } from './smoke.ts'
import { openWindow } from './window/open-window.ts'

/** Opens the window first, then the rooms behind it: what the page asks meanwhile waits in the bridge. */
export async function startApp(given: AppArguments): Promise<void> {
  const ground = openGround(given, app.getPath('userData'), app.getVersion())
  const requests = createRequests()
  const opening = Promise.resolve(ground).then(openContext) // not before this turn's work, the window, is done
  const page = openWindow(ground, opening)
  hearOutside(given, opening, requests, page.show)

  const rooms = Promise.all([opening, page.loaded]).then(async ([context]) => {
    const [{ openRooms }] = await Promise.all([import('./rooms/index.ts'), ground.loadSettingsWriter()])
    return openRooms({ context, page, requests })
  })
  bindBridge(createServer(contract, rooms, ground.log.incident), isOurPage, ground.log.info)

  await rooms
  if (given.smoke) await runSmoke(page.window.webContents)
}
