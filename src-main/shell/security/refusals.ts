// Tested in Electron: hostile-page.spec.ts
import { app, type Session, type WebContents } from 'electron'
import { isOurPage } from '../page-address.ts'

type LogRefusal = (line: string) => void

/** Refuses all permissions: camera, location, clipboard, notifications, devices, screen. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}))
}

/** Refuses downloads. Exports go through main, with the system's dialog. */
export function refuseDownloads(session: Session, log: LogRefusal): void {
  session.on('will-download', (event) => {
    event.preventDefault()
    log('security: download refused')
  })
}

/** Keeps a session from fetching dictionaries from Google, as it does even while its spell checker is switched off. */
export const refuseDictionaries = (session: Session): void => session.setSpellCheckerLanguages([])

/** Keeps our pages at their address: no link, form, script, frame or redirect leads away. */
export function refuseNavigation(contents: WebContents, log: LogRefusal): void {
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && isOurPage(event.url)) return
    event.preventDefault()
    log('security: navigation refused')
  })
  contents.on('will-redirect', (event) => {
    event.preventDefault()
    log('security: redirect refused')
  })
}

/** Keeps a page to itself: no window or webview of its own, no hold on the player's window, and no UDP of WebRTC that bypasses the proxy. */
export function refuseEscapes(contents: WebContents, log: LogRefusal): void {
  // External links go through the bridge's `openLink`.
  contents.setWindowOpenHandler(() => {
    log('security: window refused')
    return { action: 'deny' }
  })
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    log('security: webview refused')
  })
  contents.on('content-bounds-updated', (event) => event.preventDefault())
  contents.on('will-prevent-unload', (event) => event.preventDefault()) // lets the window close
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** Gives no site a certificate of the player's. Electron would give the first one, which may have their name, without a question. */
export const refuseCertificates = (): void =>
  void app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault()
    choose()
  })

/** Disables DNS prefetching, which no policy can forbid, and picture-in-picture windows. Must run before `ready`. */
export const refuseHints = (): void =>
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false,pictureInPictureEnabled=false')

/** Chromium's switches that give other programs access to a page. */
const DEBUG_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
]

/** Keeps other programs from controlling a packaged app through Chromium's debugger; the fuses disable Node's. Must run before `ready`. */
export function refuseDebugging(): void {
  if (app.isPackaged) for (const name of DEBUG_SWITCHES) app.commandLine.removeSwitch(name)
}
