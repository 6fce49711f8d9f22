// Tested in Electron: hostile-page.spec.ts
import { BrowserWindow, ipcMain, type WebContents } from 'electron'
import type { BridgeServer, Caller } from '../bridge/index.ts'
import type { DroppedFiles } from '../lib/index.ts'
import { isTrustedSender } from './page-address.ts'

/** Binds a bridge server to Electron's IPC for as long as the app runs. Only this file speaks IPC. `called` hears each call of the page. */
export function bindBridge(
  server: BridgeServer,
  log: (line: string) => void,
  dropped: DroppedFiles,
  called: () => void,
): void {
  const known = new Set<WebContents>()

  const callerOf = (contents: WebContents): Caller => {
    if (!known.has(contents)) watch(contents)
    return {
      id: contents.id,
      send: (channel, payload) => {
        if (!contents.isDestroyed()) contents.send('publish', channel, payload)
      },
    }
  }
  const watch = (contents: WebContents) => {
    const { id } = contents // unreadable once destroyed
    known.add(contents)
    contents.on('destroyed', () => {
      known.delete(contents)
      server.forget({ id })
    })
    contents.on('render-process-gone', () => server.forget({ id }))
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) server.forget({ id })
    })
  }

  ipcMain.handle('invoke', (event, name: unknown, id: unknown, input: unknown) => {
    if (!isTrustedSender(event) || typeof name !== 'string' || typeof id !== 'string' || id.length > 200) {
      log('security: bridge refused a sender')
      throw new Error('forbidden')
    }
    called()
    return server.invoke(callerOf(event.sender), name, id, input)
  })
  // Only the preload speaks on this channel: the page has no function for a path.
  ipcMain.handle('hand-over', (event, path: unknown) => {
    if (!isTrustedSender(event) || typeof path !== 'string') throw new Error('forbidden')
    return dropped.add(path)
  })
  ipcMain.on('cancel', (event, id: unknown) => {
    if (isTrustedSender(event) && typeof id === 'string') server.cancel(callerOf(event.sender), id)
  })
  server.start((name, value) => {
    for (const window of BrowserWindow.getAllWindows())
      if (known.has(window.webContents)) callerOf(window.webContents).send(name, value)
  })
}
