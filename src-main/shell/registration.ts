// Tested in Electron: desktop.spec.ts
import { app } from 'electron'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  autostartEntry,
  entriesFolder,
  LINK_ENTRY,
  linksAreOurs,
  LOGIN_ITEM,
  movedEntry,
  ownCommand,
  ownProgram,
  placeLinkEntry,
  removeLinkEntry,
} from '../desktop/index.ts'
import type { Log } from '../lib/index.ts'
import type { AppContext } from './context.ts'

interface Autostart {
  withSystem: boolean
  hidden: boolean
}

/** A Flatpak's own configuration folder is not the desktop's. */
const configFolder = () =>
  (process.env.FLATPAK_ID ? undefined : process.env.XDG_CONFIG_HOME) || join(homedir(), '.config')

const linuxEntry = () => join(configFolder(), 'autostart', 'loadout.desktop')

function startCommand(hidden: boolean): string[] {
  const { env, execPath } = process
  const own = ownCommand({ env, execPath, sourceFolder: app.isPackaged ? undefined : app.getAppPath() })
  return [...own, ...(hidden ? ['--hidden'] : [])]
}

function setLinuxAutostart({ withSystem, hidden }: Autostart): void {
  const path = linuxEntry()
  if (!withSystem) return rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, autostartEntry(startCommand(hidden)))
}

/** Corrects the entry on Linux. An update renames an AppImage's file. */
function renewAutostart({ withSystem, hidden }: Autostart, log: Log): void {
  const path = linuxEntry()
  if (process.platform !== 'linux' || !withSystem || !existsSync(path)) return
  try {
    writeFileSync(path, movedEntry(readFileSync(path, 'utf8'), startCommand(hidden)))
  } catch (error) {
    log.error('autostart could not be renewed', error)
  }
}

/** Makes the system start the app at sign-in, or not. Notes a failure in the log. */
function setAutostart(wanted: Autostart, log: Log): void {
  try {
    if (process.platform === 'linux') setLinuxAutostart(wanted)
    else
      app.setLoginItemSettings({
        openAtLogin: wanted.withSystem,
        path: ownProgram(process),
        name: LOGIN_ITEM,
        args: wanted.hidden ? ['--hidden'] : [],
      })
  } catch (error) {
    log.error('autostart could not be changed', error)
  }
}

/** Keeps the autostart equal to the settings. Adds or removes it only when the settings change. */
export function syncAutostart({ settings, log }: AppContext): void {
  const wanted = () => ({ withSystem: settings.settings.startWithSystem, hidden: settings.settings.startHidden })
  renewAutostart(wanted(), log)
  settings.onChangeOf(wanted, (autostart) => setAutostart(autostart, log))
}

const SCHEME = 'loadout'

function setLinuxLinks(open: boolean, log: Log): void {
  const folder = entriesFolder(process.env)
  if (!open) return removeLinkEntry(folder)
  placeLinkEntry(folder, ownCommand(process))
  execFile('xdg-mime', ['default', LINK_ENTRY, `x-scheme-handler/${SCHEME}`], (error) => {
    if (error) log.error('the desktop did not register loadout:// links', error)
  })
}

/** Registers this program for `loadout://` links, or removes the registration, unless an installer does that. */
function setLinks(open: boolean, log: Log): void {
  if (!linksAreOurs({ isPackaged: app.isPackaged, platform: process.platform, env: process.env })) return
  const program = ownProgram(process)
  try {
    if (process.platform === 'linux') setLinuxLinks(open, log)
    else if (open) app.setAsDefaultProtocolClient(SCHEME, program)
    else app.removeAsDefaultProtocolClient(SCHEME, program)
  } catch (error) {
    log.error('links could not be registered', error)
  }
}

/** Keeps the registration of links equal to the settings. */
export function syncLinks({ settings, log }: AppContext): void {
  const wanted = () => settings.settings.openLinks
  setLinks(wanted(), log)
  settings.onChangeOf(wanted, (open) => setLinks(open, log))
}
