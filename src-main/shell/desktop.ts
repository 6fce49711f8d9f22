import { app } from 'electron'
import type { Play } from '../play/index.ts'
import type { AppContext } from './context.ts'
import { setMenu } from './menu.ts'
import type { Requests } from './requests.ts'
import { openTray, type TrayIcon } from './tray/tray.ts'
import type { TrayServer } from './tray/tray-menu.ts'
import { hideInTray } from './window/hide-in-tray.ts'
import { type AppWindow, iconPath } from './window/open-window.ts'
import { hearZoomKeys } from './window/zoom.ts'
import type { Say } from './words.ts'

/** What the desktop's surfaces need of the rooms. */
export interface DesktopNeeds {
  context: AppContext
  page: AppWindow
  requests: Requests
  say: Say
  play: Pick<Play, 'recent' | 'voice'>
}

/** Servers joined last, latest first. */
const recentServers = ({ recent }: DesktopNeeds['play']): TrayServer[] =>
  recent.list.flatMap((place) => (place.kind === 'server' ? [{ id: String(place.serverId), name: place.name }] : []))

function traySurface({ context, page: { show }, requests, say, play }: DesktopNeeds): TrayIcon | undefined {
  const joinVoice = () =>
    void play.voice.open().catch((error: unknown) => {
      context.log.error('voice could not be joined from the tray', error)
      requests.add({ kind: 'go', place: { screen: 'voice' } })
      show()
    })
  return openTray(iconPath('tray.png'), say, () => recentServers(play), {
    open: show,
    openSettings() {
      requests.add({ kind: 'go', place: { screen: 'settings' } })
      show()
    },
    join(serverId) {
      requests.add({ kind: 'ask-join', serverId })
      show()
    },
    joinVoice,
    quit: () => app.quit(),
  })
}

/** Puts tray and menu around the window, and lets it follow keys and settings. A window that was to start hidden is shown where there is no tray to find it in. */
export function openDesktop(needs: DesktopNeeds): void {
  const { context, play, say } = needs
  const { window, show } = needs.page
  setMenu(say)
  const tray = traySurface(needs)
  let isQuitting = false
  app.on('before-quit', () => (isQuitting = true))
  app.on('activate', show)
  hideInTray(window, context.settings, { hide: () => tray !== undefined, isQuitting: () => isQuitting })
  hearZoomKeys(window, context.settings)
  const stop = context.settings.onChange(() => tray?.refresh())
  const stopRecent = play.recent.onChange(() => tray?.refresh())
  context.onQuit(() => {
    stop()
    stopRecent()
    tray?.close()
  })
  if (context.given.hidden && !tray) window.show()
}
