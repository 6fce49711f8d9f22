import * as v from 'valibot'
import { jsonFile, type JsonFile, type Log } from '../lib/index.ts'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
/** In scale-independent pixels. */
const WindowPlace = v.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximized: v.boolean() })
export type WindowPlace = v.InferOutput<typeof WindowPlace>
export type Rectangle = Omit<WindowPlace, 'maximized'>

interface DisplayView {
  id: number
  /** The display without task bars. */
  workArea: Rectangle
}

const SavedPlaces = v.object({
  last: v.optional(v.number()),
  /** By display. */
  places: v.record(v.string(), WindowPlace),
})
/** The window's last place on each display. */
export type SavedPlaces = v.InferOutput<typeof SavedPlaces>

/** Smallest window: fits 1366 × 768 at 125 % with a task bar (1092 × 574). */
export const LEAST = { width: 940, height: 560 }
const STANDARD = { width: 1280, height: 800 }
/** So much of the window must be on a display, so that the player can reach it. */
const REACHABLE = 80

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

const centred = (area: Rectangle): WindowPlace => {
  const width = Math.min(STANDARD.width, area.width)
  const height = Math.min(STANDARD.height, area.height)
  const x = area.x + Math.round((area.width - width) / 2)
  return { x, y: area.y + Math.round((area.height - height) / 2), width, height, maximized: false }
}

const isReachable = (place: Rectangle, area: Rectangle) =>
  Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x) >= REACHABLE &&
  place.y >= area.y - 8 &&
  place.y <= area.y + area.height - REACHABLE

/** Where to open the window: at its last place if that is still visible enough, otherwise in the middle of the primary display. */
export function placeFor(saved: SavedPlaces, displays: readonly DisplayView[], primary: DisplayView): WindowPlace {
  const display = displays.find(({ id }) => id === saved.last) ?? primary
  const place = saved.places[String(display.id)]
  const area = display.workArea
  if (!place || !isReachable(place, area)) return centred(area)
  return {
    ...place,
    width: clamp(place.width, Math.min(LEAST.width, area.width), area.width),
    height: clamp(place.height, Math.min(LEAST.height, area.height), area.height),
  }
}

const MOST_DISPLAYS = 8

export function remember(saved: SavedPlaces, display: number, place: WindowPlace): SavedPlaces {
  const others = Object.entries(saved.places).filter(([id]) => id !== String(display))
  return { last: display, places: Object.fromEntries([...others.slice(1 - MOST_DISPLAYS), [String(display), place]]) }
}

export type PlacesFile = Pick<JsonFile<SavedPlaces>, 'readNow' | 'keepNow'>

export const placesFile = (path: string, log: Log['error']): PlacesFile => jsonFile(path, SavedPlaces, log)

const ZOOM_STEPS = [80, 90, 100, 110, 125, 150]

/** The scale after a zoom key; undefined for another key, and at either end. */
export function zoomBy(key: string, percent: number): number | undefined {
  if (key === '0') return 100
  if (key === '+' || key === '=') return ZOOM_STEPS.find((step) => step > percent)
  if (key === '-') return ZOOM_STEPS.findLast((step) => step < percent)
  return undefined
}
