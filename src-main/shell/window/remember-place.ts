import { screen, type BrowserWindow } from 'electron'
import type { JsonFile } from '../../lib/index.ts'
import { placeFor, remember, type SavedPlaces, type WindowPlace } from './place.ts'

type PlacesFile = Pick<JsonFile<SavedPlaces>, 'readNow' | 'keepNow'>

const placesIn = (file: PlacesFile): SavedPlaces => file.readNow() ?? { places: {} }

/** Where the window opens, by what `file` remembers and which displays there are. */
export const rememberedPlace = (file: PlacesFile): WindowPlace =>
  placeFor(placesIn(file), screen.getAllDisplays(), screen.getPrimaryDisplay())

/** Writes the window's place to `file` whenever it is hidden or closed. */
export function rememberPlace(window: BrowserWindow, file: PlacesFile): void {
  const save = () => {
    if (window.isDestroyed()) return
    const bounds = window.getNormalBounds()
    const place = { ...bounds, maximized: window.isMaximized() }
    file.keepNow(remember(placesIn(file), screen.getDisplayMatching(window.getBounds()).id, place))
  }
  window.on('close', save)
  window.on('hide', save)
}
