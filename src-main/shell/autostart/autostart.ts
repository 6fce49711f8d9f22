import { app } from 'electron'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Log } from '../../lib/index.ts'
import { desktopEntry } from './desktop-entry.ts'

export interface Autostart {
  withSystem: boolean
  hidden: boolean
}

const entryPath = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart', 'loadout.desktop')

/** The command that starts this program again: an AppImage by its own file, a run from source by its folder. */
const command = (hidden: boolean) => [
  process.env.APPIMAGE ?? process.execPath,
  ...(app.isPackaged ? [] : [app.getAppPath()]),
  ...(hidden ? ['--hidden'] : []),
]

function setLinux({ withSystem, hidden }: Autostart): void {
  const path = entryPath()
  if (!withSystem) return rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, desktopEntry(command(hidden)))
}

/** Makes the system start the app at sign-in, or no longer. A system that refuses is told to the log. */
export function setAutostart(wanted: Autostart, log: Log): void {
  try {
    if (process.platform === 'linux') setLinux(wanted)
    else app.setLoginItemSettings({ openAtLogin: wanted.withSystem, args: wanted.hidden ? ['--hidden'] : [] })
  } catch (error) {
    log.error('autostart could not be changed', error)
  }
}
