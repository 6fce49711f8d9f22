import { screen, type BrowserWindow } from 'electron'
import { placeFor, remember, type WindowPlace } from './place.ts'
import { readPlaces, writePlaces } from './place-file.ts'

/** Where the window opens, by what `path` remembers and which displays there are. */
export const rememberedPlace = (path: string): WindowPlace =>
  placeFor(readPlaces(path), screen.getAllDisplays(), screen.getPrimaryDisplay())

/** Writes the window's place to `path` whenever it is hidden or closed. */
export function rememberPlace(window: BrowserWindow, path: string): void {
  const save = () => {
    if (window.isDestroyed()) return
    const bounds = window.getNormalBounds()
    const place = { ...bounds, maximized: window.isMaximized() }
    writePlaces(path, remember(readPlaces(path), screen.getDisplayMatching(window.getBounds()).id, place))
  }
  window.on('close', save)
  window.on('hide', save)
}
