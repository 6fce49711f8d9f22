import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import type { Known } from './watch.ts'

const Stored = v.object({
  launcher: v.optional(v.string()),
  changelogs: v.optional(v.array(v.number())),
  prices: v.optional(v.array(v.string()), []),
  lists: v.optional(v.record(v.string(), v.string()), {}),
})

/** Servers that were offline are not kept: whether they are back is news only while the app was there to see them go. */
const nothing: Known = { offline: [], prices: [], lists: {} }

/** Reads what was known when the app ran last. A file that is absent or damaged means: nothing, so nothing is told anew. */
export function readKnown(path: string): Known {
  try {
    return { ...nothing, ...v.parse(Stored, JSON.parse(readFileSync(path, 'utf8'))) }
  } catch {
    return nothing
  }
}

/** Keeps what is known. A disk that refuses costs at worst a notice that comes twice or not at all. */
export function writeKnown(path: string, { offline: _offline, ...kept }: Known): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.tmp`, JSON.stringify(kept))
    renameSync(`${path}.tmp`, path)
  } catch {
    // see above
  }
}
