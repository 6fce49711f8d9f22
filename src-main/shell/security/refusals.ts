// Tested in Electron: hostile-page.spec.ts
import { app, type Session, type WebContents } from 'electron'
import { isOurPage } from '../page-address.ts'

type LogRefusal = (line: string) => void

/** A page gets no permission at all: no camera, location, clipboard, notifications, devices, screen. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}))
}

/** A page saves nothing to disk. What the player exports goes through main, with its own dialog. */
export function refuseDownloads(session: Session, log: LogRefusal): void {
  session.on('will-download', (event) => {
    event.preventDefault()
    log('security: download refused')
  })
}

/** No page of ours leaves its address: not by a link, a form, a script, a frame or a redirect. */
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

/** No page opens a window. Links to the outside go through the bridge's closed `openExternal`. */
export function refuseWindows(contents: WebContents, log: LogRefusal): void {
  contents.setWindowOpenHandler(() => {
    log('security: window refused')
    return { action: 'deny' }
  })
}

/** No page moves or sizes its window, nor keeps it from closing. */
export function refuseHolding(contents: WebContents): void {
  contents.on('content-bounds-updated', (event) => event.preventDefault())
  contents.on('will-prevent-unload', (event) => event.preventDefault()) // which here means: it closes
}

/** No page embeds a webview, whatever options it asks for. */
export function refuseWebviews(contents: WebContents, log: LogRefusal): void {
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    log('security: webview refused')
  })
}

/** What WebRTC sends without asking a proxy does not leave. */
export const refuseUdp = (contents: WebContents): void => contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')

/** No page looks names up ahead, which no policy keeps from one, nor draws over other windows. Must run before `ready`. */
export const refuseHints = (): void =>
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false,pictureInPictureEnabled=false')

/** Chromium's ways to hand a page's content to another program. */
const DEBUG_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
]

/** Keeps other programs from steering a packaged app: the fuses close Node's inspector, this closes Chromium's. Must run before `ready`. */
export function refuseDebugging(): void {
  if (app.isPackaged) for (const name of DEBUG_SWITCHES) app.commandLine.removeSwitch(name)
}
