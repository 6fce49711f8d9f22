import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'

/** The keys of what was told, over restarts. */
export interface Seen {
  has(key: string): boolean
  add(keys: readonly string[]): void
}

/** Keys kept; older ones are of things long past. */
const MOST = 1_000

const Keys = v.array(v.string())

function read(path: string): string[] {
  try {
    return v.parse(Keys, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return [] // absent or damaged: at worst something is told again
  }
}

/** Opens the keys kept at `path`. A disk that refuses means that they last until the end of this run. */
export function openSeen(path: string): Seen {
  let keys = read(path)
  const known = new Set(keys)
  return {
    has: (key) => known.has(key),
    add(fresh) {
      for (const key of fresh) known.add(key)
      keys = [...keys, ...fresh].slice(-MOST)
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(`${path}.tmp`, JSON.stringify(keys))
        renameSync(`${path}.tmp`, path)
      } catch {
        // see above
      }
    },
  }
}
