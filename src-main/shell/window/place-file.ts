import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import type { SavedPlaces } from './place.ts'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
const Saved = v.object({
  last: v.optional(v.number()),
  places: v.record(
    v.string(),
    v.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximized: v.boolean() }),
  ),
})

/** Reads where the window was. A file that is absent or damaged means: nowhere yet. */
export function readPlaces(path: string): SavedPlaces {
  try {
    const parsed = v.safeParse(Saved, JSON.parse(readFileSync(path, 'utf8')))
    if (parsed.success) return parsed.output
  } catch {
    // the window opens in the middle, which is no loss
  }
  return { places: {} }
}

/** Writes where the window was. Told once, at the end; a disk that refuses costs a window place and nothing more. */
export function writePlaces(path: string, saved: SavedPlaces): void {
  try {
    writeFileSync(path, JSON.stringify(saved))
  } catch {
    // see above
  }
}
