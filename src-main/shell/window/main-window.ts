import { BrowserWindow, nativeTheme, type Session } from 'electron'
import type { PlayerSettings } from '../../../src-preload/contract/settings.ts'
import { pagePreferences } from '../security/index.ts'
import { LEAST, type WindowPlace } from './place.ts'

/** What the first paint shows behind the page, so that nothing flashes. */
const background = (theme: PlayerSettings['theme']) =>
  (theme === 'system' ? nativeTheme.shouldUseDarkColors : theme !== 'light') ? '#0e1116' : '#f4f5f7'

/** What the window is made with. */
export interface WindowParts {
  /** Absolute path. */
  preload: string
  session: Session
  place: WindowPlace
  /** Absolute path. */
  icon: string
  theme: PlayerSettings['theme']
}

/** The one window that shows our page. */
export function createMainWindow({ preload, session, place, icon, theme }: WindowParts): BrowserWindow {
  const { maximized, ...bounds } = place
  const window = new BrowserWindow({
    ...bounds,
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    title: 'Loadout',
    icon,
    backgroundColor: background(theme),
    autoHideMenuBar: true,
    webPreferences: pagePreferences({ preload, session }),
  })
  if (maximized) window.once('show', () => window.maximize())
  return window
}
