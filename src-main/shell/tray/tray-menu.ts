import type { MenuItemConstructorOptions } from 'electron'
import type { Say } from '../words.ts'

export interface TrayActions {
  open(): void
  openSettings(): void
  /** Opens the community's first voice server. */
  joinVoice(): void
  quit(): void
}

/** The tray's menu: open, the places joined last (as menu items), voice, settings, quit. */
export const trayMenu = (
  say: Say,
  recent: readonly MenuItemConstructorOptions[],
  actions: TrayActions,
): MenuItemConstructorOptions[] => [
  { label: say('tray.open'), click: () => actions.open() },
  { type: 'separator' },
  ...(recent.length > 0 ? [{ label: say('tray.recent'), enabled: false }, ...recent] : []),
  { label: say('tray.voice'), click: () => actions.joinVoice() },
  { type: 'separator' },
  { label: say('tray.settings'), click: () => actions.openSettings() },
  { label: say('tray.quit'), click: () => actions.quit() },
]
