import type { BrowserWindow } from 'electron'
import { collectGarbage, whenCalm } from '../../lib/index.ts'

/** In a turn of its own: what the turn before has settled reaches whoever waits for it first. */
const collectNext = () => void setImmediate(() => void collectGarbage())

/** Gives memory back when the app comes to rest: once the start is over, and whenever the window is hidden. */
export function restQuietly(window: BrowserWindow): void {
  let callOff = whenCalm(collectNext)
  window.on('hide', () => {
    callOff()
    callOff = whenCalm(collectNext)
  })
}
