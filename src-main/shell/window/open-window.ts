import { app, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'
import { imageOriginsOf } from '../csp.ts'
import { PAGE_URL, serveApp } from '../protocol.ts'
import { harden, pageSession } from '../security/index.ts'
import { createMainWindow } from './main-window.ts'
import { rememberedPlace, rememberPlace } from './remember-place.ts'
import { bringToFront } from './show.ts'

/** The one window and its page. */
export interface AppWindow {
  window: BrowserWindow
  /** Brings the window to the front. */
  show(): void
  /** Settles once the page has loaded. */
  loaded: Promise<void>
}

/** A picture of resources/icons: absolute path. */
export const iconPath = (name: string): string => join(app.getAppPath(), 'resources/icons', name)

/** Opens the window on our page, under all rules of docs/security.md; it shows itself with its first picture, unless it starts hidden. */
export function openWindow({ userData, profile, given, log }: AppContext): AppWindow {
  const imageOrigins = () => imageOriginsOf(Object.values(profile.images))
  const session = pageSession()
  harden(session, imageOrigins, log.info)
  serveApp(session, builtPath('renderer'), imageOrigins)

  const places = join(userData, 'window.json')
  const preload = builtPath('preload/index.cjs')
  const window = createMainWindow(preload, session, rememberedPlace(places), iconPath('icon-256.png'))
  rememberPlace(window, places)
  window.once('ready-to-show', () => {
    if (!given.hidden) window.show()
  })
  return { window, show: () => bringToFront(window), loaded: window.loadURL(PAGE_URL) }
}
