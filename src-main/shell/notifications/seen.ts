import * as v from 'valibot'
import { jsonFile, type Log } from '../../lib/index.ts'

/** The keys of what was told, over restarts. */
export interface Seen {
  has(key: string): boolean
  add(keys: readonly string[]): void
}

/** Keys kept; older ones are of things long past. */
const MOST = 1_000

/** Opens the keys kept at `path`. A disk that refuses means that they last until the end of this run; at worst something is told again. */
export function openSeen(path: string, log: Log['error']): Seen {
  const file = jsonFile(path, v.array(v.string()), log)
  let keys = file.readNow() ?? []
  const known = new Set(keys)
  return {
    has: (key) => known.has(key),
    add(fresh) {
      for (const key of fresh) known.add(key)
      keys = [...keys, ...fresh].slice(-MOST)
      file.keepNow(keys)
    },
  }
}
