import { app } from 'electron'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Log } from '../../lib/index.ts'
import { LOGIN_ITEM } from '../app-id.ts'
import { ownCommand, ownProgram } from '../own-command.ts'
import { desktopEntry } from './desktop-entry.ts'

export interface Autostart {
  withSystem: boolean
  hidden: boolean
}

/** A Flatpak's own configuration folder is not the desktop's. */
const configFolder = () =>
  (process.env.FLATPAK_ID ? undefined : process.env.XDG_CONFIG_HOME) || join(homedir(), '.config')

const entryPath = () => join(configFolder(), 'autostart', 'loadout.desktop')

function setLinux({ withSystem, hidden }: Autostart): void {
  const path = entryPath()
  if (!withSystem) return rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  const { env, execPath } = process
  const own = ownCommand({ env, execPath, sourceFolder: app.isPackaged ? undefined : app.getAppPath() })
  writeFileSync(path, desktopEntry([...own, ...(hidden ? ['--hidden'] : [])]))
}

/** Makes the system start the app at sign-in, or no longer. A system that refuses is told to the log. */
export function setAutostart(wanted: Autostart, log: Log): void {
  try {
    if (process.platform === 'linux') setLinux(wanted)
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
