import { Menu } from 'electron'
import type { Say } from './words.ts'

/** No menu bar. macOS needs one for its editing keys. */
export function setMenu(say: Say): void {
  if (process.platform !== 'darwin') return Menu.setApplicationMenu(null)
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { role: 'appMenu' },
      { role: 'editMenu', label: say('menu.edit') },
      { role: 'windowMenu', label: say('menu.window') },
    ]),
  )
}
