import { app } from 'electron'
import type { AppContext } from './context.ts'
import { setMenu } from './menu.ts'
import { type RecentActions, recentMenu } from './recent/recent.ts'
import { showRecent } from './recent/surfaces.ts'
import type { Requests } from './requests.ts'
import type { AnyPlay } from './rooms/game.ts'
import { openTray, type TrayIcon } from './tray/tray.ts'
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
  play: Pick<AnyPlay, 'recent' | 'voice'>
}

/** What choosing a recent place does, from wherever it is chosen. */
const recentActions = ({ context, page: { show }, requests, play }: DesktopNeeds): RecentActions => ({
  showServer(serverId) {
    requests.add({ kind: 'go', place: { screen: 'play', id: String(serverId) } })
    show()
  },
  openVoice: (voiceId) =>
    void play.voice.open(voiceId).catch((error: unknown) => {
      context.log.error('voice could not be joined from outside the window', error)
      requests.add({ kind: 'go', place: { screen: 'voice' } })
      show()
    }),
})

function traySurface(
  { page: { show }, requests, say, play }: DesktopNeeds,
  recent: RecentActions,
): TrayIcon | undefined {
  return openTray(iconPath('tray.png'), say, () => recentMenu(play.recent.list, say, recent), {
    open: show,
    openSettings() {
      requests.add({ kind: 'go', place: { screen: 'settings' } })
      show()
    },
    joinVoice: () => recent.openVoice(undefined),
    quit: () => app.quit(),
  })
}

/** Puts tray and menu around the window, and lets it follow keys and settings. A window that was to start hidden is shown where there is no tray to find it in. */
export function openDesktop(needs: DesktopNeeds): void {
  const { context, play, say } = needs
  const { window, show } = needs.page
  if (window.isDestroyed()) return // closed before its rooms were open: there is nothing to put them around
  setMenu(say)
  const recent = recentActions(needs)
  const tray = traySurface(needs, recent)
  const refresh = () => {
    tray?.refresh()
    showRecent(play.recent.list, say, recent)
  }
  showRecent(play.recent.list, say, recent)
  let isQuitting = false
  app.on('before-quit', () => (isQuitting = true))
  app.on('activate', show)
  hideInTray(window, context.settings, { hide: () => tray !== undefined, isQuitting: () => isQuitting })
  hearZoomKeys(window, context.settings, context.log)
  const stop = context.settings.onChange(refresh)
  const stopRecent = play.recent.onChange(refresh)
  context.onQuit(() => {
    stop()
    stopRecent()
    tray?.close()
  })
  if (context.given.hidden && !tray) window.show()
}
