import { app } from 'electron'
import { asWire } from '../../src-preload/contract/failure.ts'
import { contract } from '../../src-preload/contract/index.ts'
import type { AppArguments } from './arguments.ts'
import { bindBridge } from './bridge/electron.ts'
import { firstQuestion } from './bridge/first-question.ts'
import { createServer } from './bridge/server.ts'
import { openContext, openGround } from './create-context.ts'
import { hearOutside } from './links/hear-outside.ts'
import { openParts } from './parts.ts'
import { isOurPage } from './protocol.ts'
import { createRequests } from './requests.ts'
import { runSmoke } from './smoke.ts'
import { openWindow } from './window/open-window.ts'

/** Opens the window first. The rooms open behind its first paint, with which they would compete: what the page asks meanwhile waits in the bridge. */
export async function startApp(given: AppArguments): Promise<void> {
  const ground = openGround(given, app.getPath('userData'), app.getVersion())
  const requests = createRequests()
  const opening = Promise.resolve(ground).then(openContext) // not before this turn's work, the window, is done
  const page = openWindow(ground, opening)
  hearOutside(given, opening, requests, page.show)

  const part = openParts(ground.log, (failure) => {
    requests.add({ kind: 'tell-failure', failure: asWire(failure) })
    page.show() // also where it was to start hidden: nobody would hear of it
  })
  const first = firstQuestion()
  const asked = Promise.race([first.asked, page.broken])
  const rooms = Promise.all([opening, page.loaded, asked]).then(async ([context]) => {
    const filled = part('demo', context.fill).catch(() => undefined)
    const loading = [import('./rooms/index.ts'), filled, ground.loadSettingsWriter()] as const
    const [{ openRooms }] = await Promise.all(loading)
    return openRooms({ context, page, requests, part })
  })
  bindBridge(first.heardBy(createServer(contract, rooms, ground.log.incident)), isOurPage, ground.log.info)

  try {
    await rooms
  } catch (error) {
    if (page.window.isDestroyed()) return // the player was quicker
    throw error
  }
  if (given.smoke) await runSmoke(page.window.webContents)
}
