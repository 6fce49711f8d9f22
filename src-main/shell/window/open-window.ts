import { app, type BrowserWindow, nativeTheme, type Session } from 'electron'
import { join } from 'node:path'
import { profileView } from '../../settings/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext, Ground } from '../context.ts'
import { imageOriginsOf } from '../csp.ts'
import { nativeLanguage } from '../language.ts'
import { pageHtml } from '../page-html.ts'
import { PAGE_URL, serveApp } from '../protocol.ts'
import { harden, pageSession } from '../security/index.ts'
import { createMainWindow } from './main-window.ts'
import { placesFile } from './place-file.ts'
import { rememberedPlace, rememberPlace } from './remember-place.ts'
import { bringToFront } from './show.ts'

/** The one window and its page. */
export interface AppWindow {
  window: BrowserWindow
  /** Brings the window to the front. */
  show(): void
  /** Settles once the page has loaded. */
  loaded: Promise<void>
  /** Rejects when the page's process ends or its preload fails; never settles otherwise. */
  broken: Promise<never>
}

/** A picture of resources/icons: absolute path. */
export const iconPath = (name: string): string => join(app.getAppPath(), 'resources/icons', name)

/** The document as it is now: with the present settings, profile and language. */
function documentOf({ settings, profile, demo }: AppContext, html: string): string {
  const language = nativeLanguage(settings.settings.language, app.getPreferredSystemLanguages())
  const start = { settings: settings.view, profile: profileView(profile, demo) }
  return pageHtml(html, { start, language, highContrast: nativeTheme.shouldUseHighContrastColors })
}

/** A session that serves our page, under all rules of docs/security.md. Its document waits for the context. */
function openPageSession({ log }: Ground, context: Promise<AppContext>): Session {
  let origins: readonly string[] = [] // no picture is asked for before the document is there
  const document = async (html: string) => {
    const open = await context
    const { baseUrl, infoUrl, images } = open.profile
    origins = imageOriginsOf([baseUrl, infoUrl, ...Object.values(images)]) // the service names pictures of its own, too
    return documentOf(open, html)
  }
  const session = pageSession()
  harden(session, () => origins, log.info)
  serveApp(session, builtPath('renderer'), { imageOrigins: () => origins, document })
  return session
}

function brokenPage({ webContents }: BrowserWindow): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) => reject(new Error(`the page has ended: ${reason}`)))
    webContents.once('preload-error', (_event, _path, error) => reject(error))
  })
  broken.catch(() => undefined) // after the start nobody waits for it
  return broken
}

/** Opens the window on our page; it shows itself with its first paint, unless it starts hidden. */
export function openWindow(ground: Ground, context: Promise<AppContext>): AppWindow {
  const { userData, given, settings, log } = ground
  const places = placesFile(join(userData, 'window.json'), log.error)
  const window = createMainWindow({
    preload: builtPath('preload/index.cjs'),
    session: openPageSession(ground, context),
    place: rememberedPlace(places),
    icon: iconPath('256x256.png'),
    theme: settings.settings.theme,
  })
  rememberPlace(window, places)
  window.once('ready-to-show', () => {
    if (!given.hidden) window.show()
  })
  const broken = brokenPage(window)
  return { window, show: () => bringToFront(window), loaded: window.loadURL(PAGE_URL), broken }
}
