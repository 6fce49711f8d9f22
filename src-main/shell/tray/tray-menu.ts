import type { MenuItemConstructorOptions } from 'electron'
import type { Say } from '../words.ts'

/** A server that the tray offers to join again. */
export interface TrayServer {
  id: string
  name: string
}

export interface TrayActions {
  open(): void
  openSettings(): void
  /** Leads to the join question; nothing is joined unasked. */
  join(serverId: string): void
  joinVoice(): void
  quit(): void
}

/** Most servers in the menu. */
const MOST = 5

/** The tray's menu: open, the servers joined last, voice, settings, quit. */
export function trayMenu(say: Say, recent: readonly TrayServer[], actions: TrayActions): MenuItemConstructorOptions[] {
  const servers = recent.slice(0, MOST).map(({ id, name }) => ({
    // An ampersand in a name would underline the next letter.
    label: name.replaceAll('&', '&&'),
    click: () => actions.join(id),
  }))
  return [
    { label: say('tray.open'), click: () => actions.open() },
    { type: 'separator' },
    ...(servers.length > 0 ? [{ label: say('tray.recent'), enabled: false }, ...servers] : []),
    { label: say('tray.voice'), click: () => actions.joinVoice() },
    { type: 'separator' },
    { label: say('tray.settings'), click: () => actions.openSettings() },
    { label: say('tray.quit'), click: () => actions.quit() },
  ]
}
