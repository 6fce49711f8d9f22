import { app, type BrowserWindow, type Session } from 'electron'
import { join } from 'node:path'
import type { Play } from '../play/index.ts'
import type { AppArguments } from './arguments.ts'
import { setAutostart } from './autostart/autostart.ts'
import type { AppContext } from './context.ts'
import { parseLink } from './links/parse-link.ts'
import { onOpenUrl, registerLinks } from './links/register.ts'
import { setMenu } from './menu.ts'
import type { Requests } from './requests.ts'
import { onSecondStart } from './single-instance.ts'
import { openTray, type TrayIcon } from './tray/tray.ts'
import type { TrayServer } from './tray/tray-menu.ts'
import { hideInTray } from './window/hide-in-tray.ts'
import { createMainWindow } from './window/main-window.ts'
import { rememberedPlace, rememberPlace } from './window/remember-place.ts'
import { bringToFront } from './window/show.ts'
import { hearZoomKeys } from './window/zoom.ts'
import type { Say } from './words.ts'

/** What the desktop's surfaces need of the rooms. */
export interface DesktopNeeds {
  context: AppContext
  session: Session
  requests: Requests
  say: Say
  play: Pick<Play, 'recent' | 'voice'>
}

export interface Desktop {
  window: BrowserWindow
  /** Brings the window to the front. */
  show(): void
}

const icon = (name: string) => join(app.getAppPath(), 'resources/icons', name)

/** Passes on what an argument or a link asks for. */
function hearArguments(given: AppArguments, requests: Requests): void {
  if (given.link !== undefined) requests.add(parseLink(given.link))
}

/** Servers joined last, latest first. */
const recentServers = ({ recent }: DesktopNeeds['play']): TrayServer[] =>
  recent.list.flatMap((place) => (place.kind === 'server' ? [{ id: String(place.serverId), name: place.name }] : []))

function traySurface({ context, requests, say, play }: DesktopNeeds, show: () => void): TrayIcon | undefined {
  const joinVoice = () =>
    void play.voice.open().catch((error: unknown) => {
      context.log.error('voice could not be joined from the tray', error)
      requests.add({ kind: 'go', place: { screen: 'voice' } })
      show()
    })
  return openTray(icon('tray.png'), say, () => recentServers(play), {
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

/** Keeps autostart and the tray as the settings say; touches the system only when one of them changed. */
function followSettings({ settings, log }: AppContext, changed: () => void): () => void {
  const wanted = () => ({ withSystem: settings.settings.startWithSystem, hidden: settings.settings.startHidden })
  let last = JSON.stringify(wanted())
  return settings.onChange(() => {
    if (JSON.stringify(wanted()) !== last) setAutostart(wanted(), log)
    last = JSON.stringify(wanted())
    changed()
  })
}

/** Opens window, tray and menu, and hears links and later starts. The page is not loaded yet. */
export function openDesktop(needs: DesktopNeeds): Desktop {
  const { context, requests } = needs
  const places = join(context.userData, 'window.json')
  const preload = join(import.meta.dirname, '../preload/index.cjs')
  const window = createMainWindow(preload, needs.session, rememberedPlace(places), icon('icon-256.png'))
  const show = () => bringToFront(window)

  setMenu(needs.say)
  const tray = traySurface(needs, show)
  let isQuitting = false
  app.on('before-quit', () => (isQuitting = true))
  app.on('activate', show)
  hideInTray(window, context.settings, { hide: () => tray !== undefined, isQuitting: () => isQuitting })
  rememberPlace(window, places)
  hearZoomKeys(window, context.settings)
  const stop = followSettings(context, () => tray?.refresh())
  const stopRecent = needs.play.recent.onChange(() => tray?.refresh())
  context.onQuit(() => {
    stop()
    stopRecent()
    tray?.close()
  })

  registerLinks()
  hearArguments(context.given, requests)
  if (context.unreadableProfile) requests.add({ kind: 'ask-add-community', source: context.unreadableProfile })
  onOpenUrl((link) => {
    requests.add(parseLink(link))
    show()
  })
  onSecondStart((given) => {
    hearArguments(given, requests)
    if (given.community) requests.add({ kind: 'ask-add-community', source: given.community })
    if (!given.hidden) show()
  })
  window.once('ready-to-show', () => {
    if (!context.given.hidden || !tray) window.show()
  })
  return { window, show }
}
