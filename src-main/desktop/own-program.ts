import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** The id of the packages. Windows shows a program's notifications only if its shortcut has the same id. */
export const APP_ID = 'dev.loadout.desktop'

/** The name of the Windows login item; the uninstaller removes it (`links.nsh`). */
export const LOGIN_ITEM = 'Loadout'

interface OwnFacts {
  env: Readonly<Record<string, string | undefined>>
  execPath: string
  /** The app's folder, if it runs from source. */
  sourceFolder?: string
}

/**
 * Removes the variables that name another program's file. A program inherits them from the one that starts it: a browser that is an
 * AppImage starts this app when the player follows a link.
 */
export function forgetOthersFile(env: Record<string, string | undefined>, execPath: string): void {
  const { APPDIR = '', PORTABLE_EXECUTABLE_APP_FILENAME = '' } = env
  if (!execPath.includes(`/${basename(APPDIR)}/`)) delete env.APPIMAGE // the folder of a mounted AppImage has a name of its own
  if (PORTABLE_EXECUTABLE_APP_FILENAME.toLowerCase() !== 'loadout') delete env.PORTABLE_EXECUTABLE_FILE
}

/** The file of this program. An AppImage and a portable program run from a temporary folder, and an environment variable names their file. */
export const ownProgram = ({ env, execPath }: OwnFacts): string =>
  env.APPIMAGE ?? env.PORTABLE_EXECUTABLE_FILE ?? execPath

/** The command by which the system starts this program. */
export function ownCommand(facts: OwnFacts): string[] {
  const { env, sourceFolder } = facts
  if (env.FLATPAK_ID) return ['flatpak', 'run', env.FLATPAK_ID]
  return sourceFolder === undefined ? [ownProgram(facts)] : [ownProgram(facts), sourceFolder]
}

/** Quotes one argument of an `Exec` line by the desktop entry specification. */
const quoted = (word: string) =>
  `"${word.replace(/[\\"`$]/g, (sign) => `\\\\${sign === '\\' ? '\\\\' : sign}`).replaceAll('%', '%%')}"`

const execOf = (command: readonly string[]): string => command.map(quoted).join(' ')

const desktopEntry = (exec: string, ...more: readonly string[]): string =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Loadout', `Exec=${exec}`, 'Terminal=false', ...more, ''].join('\n')

/** An autostart entry for Linux desktops. `command` is the program and its arguments. */
export const autostartEntry = (command: readonly string[]): string =>
  desktopEntry(execOf(command), 'X-GNOME-Autostart-enabled=true')

/** The same entry for a program that has another file now, with what the player's desktop has noted in it. */
export const movedEntry = (entry: string, command: readonly string[]): string =>
  entry.replace(/^Exec=.*$/m, () => `Exec=${execOf(command)}`)

export const LINK_ENTRY = 'loadout-links.desktop'

export const entriesFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'applications')

/** Writes the entry in `folder` by which a Linux desktop opens `loadout://` links with `command`. */
export function placeLinkEntry(folder: string, command: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, LINK_ENTRY),
    desktopEntry(`${execOf(command)} %u`, 'NoDisplay=true', 'MimeType=x-scheme-handler/loadout;'),
  )
}

export const removeLinkEntry = (folder: string): void => rmSync(join(folder, LINK_ENTRY), { force: true })

/** True if the app registers its links itself because no installer does. A run from source changes nothing in the system. */
export function linksAreOurs({
  isPackaged,
  platform,
  env,
}: {
  isPackaged: boolean
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
}): boolean {
  if (!isPackaged) return false
  if (platform === 'linux') return env.APPIMAGE !== undefined
  return platform === 'darwin' || env.PORTABLE_EXECUTABLE_FILE !== undefined
}
