import type { Aside } from '../../src-preload/contract/community/index.ts'
import type { SetAsideRow } from '../../src-preload/contract/diagnostics.ts'
import type { Endpoint } from './endpoints.ts'

/** What could not be read of the answers at hand: one row per address that has such entries, newest first. In memory only. */
export interface SetAsideList {
  readonly rows: readonly SetAsideRow[]
  onChange(listener: () => void): () => void
  /** Notes what an answer had; a readable answer takes its row away. `path` tells addresses apart and is never shown. */
  note(endpoint: Endpoint, path: string, aside: Aside, asOf: string): void
  /** Drops the rows of endpoints that need a secret. */
  forgetSecret(): void
}

const MOST_ROWS = 100

/** Makes an empty list. */
export function createSetAside(): SetAsideList {
  const found = new Map<string, { row: SetAsideRow; secret: boolean }>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  return {
    get rows() {
      return [...found.values()].map(({ row }) => row).reverse()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    note(endpoint, path, { count, entries }, asOf) {
      const at = Date.parse(asOf)
      const known = found.get(path)?.row
      if (known?.at === at && known.count === count) return
      found.delete(path)
      if (count > 0) {
        const { name, path: template, secret } = endpoint
        found.set(path, { row: { endpoint: name, path: template, at, count, entries }, secret })
        const [oldest] = found.keys()
        if (found.size > MOST_ROWS && oldest !== undefined) found.delete(oldest)
      }
      if (known || count > 0) tell()
    },
    forgetSecret() {
      for (const [path, { secret }] of found) if (secret) found.delete(path)
      tell()
    },
  }
}
