import type { BrowserWindow } from 'electron'
import { collectGarbage, whenCalm } from '../../lib/index.ts'
import { tellRest } from '../ipc.ts'

/** Gives memory back when the app comes to rest, main's own and the page's: once the start is over, and whenever the window is hidden. */
export function restQuietly(window: BrowserWindow): void {
  const giveBack = async () => {
    if ((await collectGarbage()) && !window.isDestroyed()) tellRest(window.webContents)
  }
  // in a turn of its own: what the turn before has settled reaches whoever waits for it first
  const next = () => void setImmediate(() => void giveBack())
  let callOff = whenCalm(next)
  window.on('hide', () => {
    callOff()
    callOff = whenCalm(next)
  })
}
