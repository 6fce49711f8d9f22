import type { BrowserWindow } from 'electron'
import type { SettingsStore } from '../../settings/index.ts'

/** Lets the window hide in the tray instead of closing or minimising, where the player wants that and there is a tray. */
export function hideInTray(
  window: BrowserWindow,
  settings: SettingsStore,
  can: { hide: () => boolean; isQuitting: () => boolean },
): void {
  window.on('close', (event) => {
    if (can.isQuitting() || !settings.settings.closeToTray || !can.hide()) return
    event.preventDefault()
    window.hide()
  })
  window.on('minimize', () => {
    if (settings.settings.minimiseToTray && can.hide()) window.hide()
  })
}
