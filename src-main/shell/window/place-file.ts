import * as v from 'valibot'
import { jsonFile, type JsonFile, type Log } from '../../lib/index.ts'
import type { SavedPlaces } from './place.ts'

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000))
const Saved = v.object({
  last: v.optional(v.number()),
  places: v.record(
    v.string(),
    v.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximized: v.boolean() }),
  ),
})

/** Where the window was. Without the file it opens in the middle, which is no loss. */
export const placesFile = (path: string, log: Log['error']): JsonFile<SavedPlaces> => jsonFile(path, Saved, log)
