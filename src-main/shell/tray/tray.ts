import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import type { Say } from '../words.ts'
import { trayMenu, type TrayActions } from './tray-menu.ts'

export interface TrayIcon {
  /** Builds the menu anew, for a switched language or other servers. */
  refresh(): void
  close(): void
}

/** Puts the icon into the tray. Nothing where the desktop has no tray; then no window may hide in it. */
export function openTray(
  icon: string,
  say: Say,
  recent: () => readonly MenuItemConstructorOptions[],
  actions: TrayActions,
): TrayIcon | undefined {
  try {
    const tray = new Tray(nativeImage.createFromPath(icon))
    const refresh = () => tray.setContextMenu(Menu.buildFromTemplate(trayMenu(say, recent(), actions)))
    tray.setToolTip('Loadout')
    tray.on('click', () => actions.open())
    refresh()
    return { refresh, close: () => tray.destroy() }
  } catch {
    return undefined
  }
}
