import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { quoted } from '../autostart/desktop-entry.ts'

export const LINK_ENTRY = 'loadout-links.desktop'

/** The player's folder of desktop entries. */
export const entriesFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'applications')

/** Leaves an entry in `folder` by which a Linux desktop opens `loadout://` links with `command`. */
export function placeLinkEntry(folder: string, command: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Loadout',
    `Exec=${command.map(quoted).join(' ')} %u`,
    'Terminal=false',
    'NoDisplay=true',
    'MimeType=x-scheme-handler/loadout;',
    '',
  ]
  writeFileSync(join(folder, LINK_ENTRY), lines.join('\n'))
}

export const removeLinkEntry = (folder: string): void => rmSync(join(folder, LINK_ENTRY), { force: true })

/** Who registers the links: an installer, which also takes them away again, or the app itself. Runs from source leave the system alone. */
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
