// Tested in Electron: window.spec.ts, desktop.spec.ts
import { app, BrowserWindow, nativeTheme, screen, type Session } from 'electron'
import { join } from 'node:path'
import type { PlayerSettings } from '../../../src-preload/contract/settings.ts'
import {
  imageOriginsOf,
  LEAST,
  linksAreOurs,
  nativeLanguage,
  pageHtml,
  placeFor,
  placesFile,
  type PlacesFile,
  remember,
  type SavedPlaces,
  type WindowPlace,
} from '../../desktop/index.ts'
import { after, steadyNow } from '../../lib/index.ts'
import { profileView } from '../../settings/index.ts'
import { builtPath, iconPath } from '../app-info.ts'
import type { AppContext, BaseContext } from '../context.ts'
import { PAGE_URL } from '../page-address.ts'
import { serveApp } from '../protocol.ts'
import { closeExcept, harden, pagePreferences, pageSession } from '../security/index.ts'

function documentOf({ settings, profile, demo }: AppContext, html: string): string {
  const language = nativeLanguage(settings.settings.language, app.getPreferredSystemLanguages())
  const start = {
    settings: settings.view,
    profile: profileView(profile, demo),
    ownLinks: linksAreOurs({ isPackaged: app.isPackaged, platform: process.platform, env: process.env }),
  }
  return pageHtml(html, { start, language, highContrast: nativeTheme.shouldUseHighContrastColors })
}

/** A session that serves our page under all rules of docs/security.md. Its document waits for the context. */
function openPageSession({ log }: BaseContext, context: Promise<AppContext>): Session {
  let origins: readonly string[] = [] // until the document is served, no picture is requested
  let isDemo = false
  const document = async (html: string) => {
    const open = await context
    const { baseUrl, infoUrl, images } = open.profile
    isDemo = open.demo
    origins = imageOriginsOf([baseUrl, infoUrl, ...Object.values(images).flat()]) // the service's records name pictures, too
    await closeExcept(session, origins)
    return documentOf(open, html)
  }
  const session = pageSession()
  const imageOrigins = () => origins
  harden(session, imageOrigins, () => isDemo, log.info)
  serveApp(session, builtPath('renderer'), { imageOrigins, document })
  return session
}

/** The window's colour before the page's first paint. */
const background = (theme: PlayerSettings['theme']) =>
  (theme === 'system' ? nativeTheme.shouldUseDarkColors : theme !== 'light') ? '#0e1116' : '#f4f5f7'

function createMainWindow(
  session: Session,
  { maximized, ...bounds }: WindowPlace,
  theme: PlayerSettings['theme'],
): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    title: 'Loadout',
    icon: iconPath('256x256.png'),
    backgroundColor: background(theme),
    autoHideMenuBar: true,
    webPreferences: pagePreferences({ preload: builtPath('preload/index.cjs'), session }),
  })
  if (maximized) window.once('show', () => window.maximize())
  return window
}

const placesIn = (file: PlacesFile): SavedPlaces => file.readNow() ?? { places: {} }

/** The window's place, by the saved places and the present displays. */
const rememberedPlace = (file: PlacesFile): WindowPlace =>
  placeFor(placesIn(file), screen.getAllDisplays(), screen.getPrimaryDisplay())

/** Saves the window's place when it is hidden or closed. */
function rememberPlace(window: BrowserWindow, file: PlacesFile): void {
  const save = () => {
    if (window.isDestroyed()) return
    const bounds = window.getNormalBounds()
    const place = { ...bounds, maximized: window.isMaximized() }
    file.keepNow(remember(placesIn(file), screen.getDisplayMatching(window.getBounds()).id, place))
  }
  window.on('close', save)
  window.on('hide', save)
}

function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function brokenPage({ webContents }: BrowserWindow): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) => reject(new Error(`the page has ended: ${reason}`)))
    webContents.once('preload-error', (_event, _path, error) => reject(error))
  })
  broken.catch(() => undefined) // nothing waits for it after the start
  return broken
}

/** The least time from one reload of the page to the next, if its process keeps ending. */
const LEAST_LIFE_MS = 60_000

/** Loads the page again whenever its process ends, as when it is out of memory. */
function recoverPage({ webContents }: BrowserWindow, log: BaseContext['log']): void {
  let nextAt = steadyNow()
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.info(`the page has ended: ${reason}`)
    const waitMs = Math.max(0, nextAt - steadyNow())
    nextAt = steadyNow() + waitMs + LEAST_LIFE_MS
    after(waitMs, () => {
      if (!webContents.isDestroyed()) webContents.reload()
    })
  })
}

/** Opens the window with our page. It is shown with its first paint, unless it starts hidden. */
export function openWindow(base: BaseContext, context: Promise<AppContext>) {
  const { userData, given, settings, log } = base
  const places = placesFile(join(userData, 'window.json'), log.error)
  const window = createMainWindow(openPageSession(base, context), rememberedPlace(places), settings.settings.theme)
  rememberPlace(window, places)
  window.once('ready-to-show', () => {
    if (!given.hidden) window.show()
  })
  return {
    window,
    show: () => bringToFront(window),
    /** Rejects when the page's process ends or its preload fails. Otherwise it never settles. */
    broken: brokenPage(window),
    /** To be called after the start. */
    recover: () => recoverPage(window, log),
    /** Settles once the page has loaded. */
    loaded: window.loadURL(PAGE_URL),
  }
}

export type AppWindow = ReturnType<typeof openWindow>
