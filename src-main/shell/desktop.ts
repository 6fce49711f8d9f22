// Tested in Electron: desktop.spec.ts, mods.spec.ts
import { app, autoUpdater, type BrowserWindow, dialog, Menu, nativeImage, Tray } from 'electron'
import type { Language } from '../../src-preload/contract/languages.ts'
import type { Place } from '../../src-preload/contract/shell.ts'
import {
  appMenu,
  jumpList,
  ownProgram,
  recentMenu,
  type Say,
  trayMenu,
  type WorkProgress,
  zoomBy,
} from '../desktop/index.ts'
import { iconPath } from './app-info.ts'
import type { AppContext } from './context.ts'
import type { AppWindow } from './window/open-window.ts'
import type { AnyPlay } from './wiring/game.ts'

export interface DesktopNeeds {
  context: AppContext
  page: AppWindow
  say: Say
  language: () => Language
  /** Shows a place of the app in the window. */
  goTo: (place: Place) => void
  play: Pick<AnyPlay, 'recent' | 'voice' | 'onEntered'>
  progress: WorkProgress
  /** True if a quit would interrupt work that the player wants to be asked about. */
  mustAsk: () => boolean
}

/** Ends the app with `end`, unless the player wants to be asked before and says no. */
export type Leave = (end: () => void) => void

/** Opens a voice server, or else shows the screen of voice. Without an id, it is the community's first one. */
const openVoice = ({ context: { log }, goTo, play }: DesktopNeeds, voiceId?: number): void =>
  void play.voice.open(voiceId).catch((error: unknown) => {
    log.error('voice could not be joined from outside the window', error)
    goTo({ screen: 'voice' })
  })

/** The recent places as menu items, the same in every menu. They join voice, but only show a server or where the game is started. */
const recentItems = (needs: DesktopNeeds) =>
  recentMenu(needs.play.recent.list, needs.say, (place) => {
    if (place.kind === 'voice') openVoice(needs, place.voiceId)
    else needs.goTo(place.kind === 'server' ? { screen: 'server', id: `${place.serverId}` } : { screen: 'servers' })
  })

/** Puts the icon into the tray; undefined if the desktop has no tray. `refresh` rebuilds its menu. */
function openTray(needs: DesktopNeeds, quit: () => void) {
  const { say, language, progress, goTo } = needs
  const { show } = needs.page
  const actions = {
    open: show,
    openSettings: () => goTo({ screen: 'settings' }),
    joinVoice: () => openVoice(needs),
    quit,
  }
  try {
    const tray = new Tray(nativeImage.createFromPath(iconPath('tray.png')))
    const refresh = () => tray.setContextMenu(Menu.buildFromTemplate(trayMenu(say, recentItems(needs), actions)))
    const showProgress = () => tray.setToolTip(progress.tooltip(say, language()))
    const leave = progress.onChange(showProgress)
    showProgress()
    tray.on('click', show)
    refresh()
    return { refresh, close: () => (leave(), tray.destroy()) }
  } catch {
    return undefined
  }
}

/** Shows the recent places in the jump list of Windows and the dock of macOS. */
function showRecent(needs: DesktopNeeds): void {
  if (process.platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(recentItems(needs)))
  if (process.platform !== 'win32') return
  const start = { program: ownProgram(process), before: app.isPackaged ? [] : [app.getAppPath()] }
  const removed = app.getJumpListSettings().removedItems.flatMap(({ args }) => args ?? [])
  const list = jumpList(needs.play.recent.list, needs.say, start, removed)
  app.setJumpList(list.length > 0 ? list : null)
}

/** Sets the menu bar of macOS, which needs one for the editing keys. Other systems have none. */
function setMenu(say: Say, quit: () => void): void {
  if (process.platform !== 'darwin') return
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: app.name, submenu: appMenu(say, quit) },
      { role: 'editMenu', label: say('menu.edit') },
      { role: 'windowMenu', label: say('menu.window') },
    ]),
  )
}

/** Asks what to do with running work when the window closes. `isForAlways`: the player wants to keep the answer as a setting. */
async function askAtClose(window: BrowserWindow, { say }: DesktopNeeds, hasTray: boolean) {
  const { response, checkboxChecked } = await dialog.showMessageBox(window, {
    type: 'question',
    message: say('close.title'),
    detail: say('close.note'),
    buttons: [say('close.continue', { tray: hasTray ? 'yes' : 'no' }), say('close.quit')],
    defaultId: 0,
    cancelId: 2, // Escape: the window stays open
    checkboxLabel: say('close.always'),
  })
  const wish = (['continue', 'quit'] as const)[response]
  return { wish, isForAlways: checkboxChecked }
}

/**
 * Hides the window in the tray instead of closing or minimising it, if the player wants that. Asks before it interrupts work. Gives the
 * way to end the app from elsewhere, which asks too.
 */
function watchClose(window: BrowserWindow, needs: DesktopNeeds, hasTray: boolean): Leave {
  const { settings, log } = needs.context
  let isQuitting = false
  let isAsking = false
  app.on('before-quit', () => (isQuitting = true))
  autoUpdater.on('before-quit-for-update', () => (isQuitting = true)) // on macOS it closes the windows first
  const carryOut = (wish: 'continue' | 'quit' | undefined, end: () => void) => {
    if (wish === 'continue' && hasTray) window.hide()
    if (wish === 'quit') end()
  }
  const ask = async (end = () => app.quit()) => {
    if (isAsking) return
    isAsking = true
    await askAtClose(window, needs, hasTray)
      .then(({ wish, isForAlways }) => {
        carryOut(wish, end)
        if (wish && isForAlways) settings.change({ closeWhileBusy: wish })
      })
      .catch((error: unknown) => log.error('what closing is to do could not be asked or kept', error))
    isAsking = false
  }
  window.on('close', (event) => {
    if (isQuitting) return
    const { closeToTray, closeWhileBusy } = settings.settings
    if (closeToTray && hasTray) {
      event.preventDefault()
      window.hide()
    } else if (needs.mustAsk()) {
      event.preventDefault()
      if (closeWhileBusy === 'ask') void ask()
      else if (hasTray) window.hide()
      else window.minimize()
    }
  })
  window.on('minimize', () => {
    if (settings.settings.minimiseToTray && hasTray) window.hide()
  })
  return (end) => {
    if (!needs.mustAsk()) return end()
    needs.page.show()
    void ask(end)
  }
}

/**
 * Ends the app, or hides or minimises the window, when the game has started, as the player wants. Hides it only if there is a tray. Running
 * work continues in the tray, because a question would cover the game.
 */
function leaveForGame(window: BrowserWindow, { play, mustAsk }: DesktopNeeds, hasTray: boolean): () => void {
  return play.onEntered((wish) => {
    if (window.isDestroyed() || wish === 'stay') return
    if (wish === 'close' && !mustAsk()) app.quit()
    else if (wish !== 'minimise' && hasTray) window.hide()
    else window.minimize()
  })
}

/** Changes the scale's setting with Ctrl (or Cmd) and plus, minus or zero. The page scales itself by the setting. */
function bindZoomKeys(window: BrowserWindow, { settings, log }: AppContext): void {
  window.webContents.on('before-input-event', (event, input) => {
    const command = process.platform === 'darwin' ? input.meta : input.control
    if (input.type !== 'keyDown' || !command || input.alt) return
    const percent = zoomBy(input.key, settings.settings.uiScalePercent)
    if (percent === undefined) return
    event.preventDefault()
    try {
      settings.change({ uiScalePercent: percent })
    } catch (error) {
      log.error('the scale could not be kept', error) // if it threw, Electron would show a dialog
    }
  })
}

/** Opens tray and menus, and binds the window to keys and settings. Without a tray, it shows a window that started hidden. */
export function openDesktop(needs: DesktopNeeds): Leave {
  const { context, play, say } = needs
  const { window, show } = needs.page
  let leave: Leave = (end) => end()
  if (window.isDestroyed()) return leave // the player closed it during the start
  const quit = () => leave(() => app.quit())
  setMenu(say, quit)
  const tray = openTray(needs, quit)
  const refresh = () => {
    tray?.refresh()
    showRecent(needs)
  }
  showRecent(needs)
  app.on('activate', show)
  leave = watchClose(window, needs, tray !== undefined)
  bindZoomKeys(window, context)
  const stops = [
    leaveForGame(window, needs, tray !== undefined),
    context.settings.onChange(refresh),
    play.recent.onChange(refresh),
  ]
  context.onQuit(() => {
    stops.forEach((stop) => stop())
    tray?.close()
  })
  if (context.given.hidden && !tray) window.show()
  return leave
}
