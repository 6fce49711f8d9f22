import * as v from 'valibot'
import { jsonFile, type Log } from '../../lib/index.ts'
import type { Known } from './watch.ts'

const Stored = v.object({
  launcher: v.optional(v.string()),
  changelogs: v.optional(v.pipe(v.array(v.number()), v.readonly())),
  prices: v.optional(v.pipe(v.array(v.string()), v.readonly()), []),
  lists: v.optional(v.pipe(v.record(v.string(), v.string()), v.readonly()), {}),
})

/** Servers that were offline are not kept: whether they are back is news only while the app was there to see them go. */
const nothing: Known = { offline: [], prices: [], lists: {} }

/** What was known when the app ran last, over restarts. */
export interface KnownFile {
  /** Without a file: nothing, so nothing is told anew. */
  read(): Known
  /** A disk that refuses costs at worst a notice that comes twice or not at all. */
  keep(known: Known): void
}

/** Opens what is known at `path`. */
export function openKnown(path: string, log: Log['error']): KnownFile {
  const file = jsonFile(path, Stored, log)
  return {
    read: () => ({ ...nothing, ...file.readNow() }),
    keep: ({ offline: _offline, ...kept }) => file.keepNow(kept),
  }
}
