import { app, session } from 'electron'
import { isOurPage } from './protocol.ts'

/** No page of ours leaves its address, opens a window or embeds a webview. Checklist items 12, 13, 14. `log` hears of each refusal. */
export function refuseNavigation(log: (line: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (isOurPage(contents.getURL()) || contents.getURL() === '') {
        if (isOurPage(event.url)) return
        log('navigation refused')
        event.preventDefault()
      }
    })
    contents.setWindowOpenHandler(() => {
      log('window-open refused')
      return { action: 'deny' }
    })
  })
}

/** The page gets no permission at all. Checklist item 5. */
export function refusePermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setDevicePermissionHandler(() => false)
}
