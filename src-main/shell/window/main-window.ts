import { BrowserWindow, nativeTheme, type Session } from 'electron'
import { LEAST, type WindowPlace } from './place.ts'

/** What the first paint shows behind the page, so that nothing flashes. */
const background = () => (nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f5f6f8')

/** The one window: sandbox, context isolation, no Node in the page. Spelled out, although today's defaults are the same: docs/security.md names each. */
export function createMainWindow(preload: string, session: Session, place: WindowPlace, icon: string): BrowserWindow {
  const { maximized, ...bounds } = place
  const window = new BrowserWindow({
    ...bounds,
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    title: 'Loadout',
    icon,
    backgroundColor: background(),
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  })
  if (maximized) window.once('show', () => window.maximize())
  return window
}
