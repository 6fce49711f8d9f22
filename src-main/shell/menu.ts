import { Menu } from 'electron'
import type { Say } from './words.ts'

/** Keeps Electron from making its own menu, whose keys open developer tools. Before the app is ready. */
export const refuseStandardMenu = (): void => Menu.setApplicationMenu(null)

/** No menu bar, except on macOS, which needs one for its editing keys. */
export function setMenu(say: Say): void {
  if (process.platform !== 'darwin') return
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { role: 'appMenu' },
      { role: 'editMenu', label: say('menu.edit') },
      { role: 'windowMenu', label: say('menu.window') },
    ]),
  )
}
