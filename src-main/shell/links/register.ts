import { app } from 'electron'
import { execFile } from 'node:child_process'
import type { Log } from '../../lib/index.ts'
import { ownCommand, ownProgram } from '../own-command.ts'
import { entriesFolder, LINK_ENTRY, linksAreOurs, placeLinkEntry, removeLinkEntry } from './link-entry.ts'

const SCHEME = 'loadout'

function setLinux(open: boolean, log: Log): void {
  const folder = entriesFolder(process.env)
  if (!open) return removeLinkEntry(folder)
  placeLinkEntry(folder, ownCommand(process))
  execFile('xdg-mime', ['default', LINK_ENTRY, `x-scheme-handler/${SCHEME}`], (error) => {
    if (error) log.error('the desktop was not told who opens loadout:// links', error)
  })
}

/** Makes this program the one that opens `loadout://` links, or no longer, where no installer sees to it. */
export function setLinks(open: boolean, log: Log): void {
  if (!linksAreOurs({ isPackaged: app.isPackaged, platform: process.platform, env: process.env })) return
  const program = ownProgram(process)
  try {
    if (process.platform === 'linux') setLinux(open, log)
    else if (open) app.setAsDefaultProtocolClient(SCHEME, program)
    else app.removeAsDefaultProtocolClient(SCHEME, program)
  } catch (error) {
    log.error('links could not be registered', error)
  }
}

/** Hears links that macOS hands over as events; other systems pass them as arguments. */
export function onOpenUrl(heard: (link: string) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault()
    heard(link)
  })
}
