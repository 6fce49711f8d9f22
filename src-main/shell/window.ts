import { BrowserWindow, nativeTheme, type Session } from 'electron'

/** What the first paint shows behind the page, so that nothing flashes. */
const background = () => (nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f5f6f8')

/** The one window. Fits 1366 × 768 at 125 %. Sandbox, context isolation, no Node in the page. Spelled out, although today's defaults are the same: docs/security.md names each. */
export function createMainWindow(preload: string, session: Session): BrowserWindow {
  return new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 940,
    minHeight: 560,
    show: false,
    title: 'Loadout',
    backgroundColor: background(),
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      webviewTag: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
    },
  })
}
