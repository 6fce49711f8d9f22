import type { Aside } from '../../src-preload/contract/community/index.ts'
import type { SetAsideRow } from '../../src-preload/contract/diagnostics.ts'
import { Emitter } from '../lib/index.ts'
import type { Endpoint } from './endpoints.ts'

const MOST_ROWS = 100

/** Unreadable entries of the last answers: one row per address, in memory only. */
export class SetAsideList {
  readonly #found = new Map<string, { row: SetAsideRow; secret: boolean }>()
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on

  /** Newest first. */
  get rows(): readonly SetAsideRow[] {
    return [...this.#found.values()].map(({ row }) => row).reverse()
  }

  /** Notes an answer's unreadable entries. An answer without any removes its row. `path` is only a key and never shown. */
  note(endpoint: Endpoint, path: string, { count, entries }: Aside, asOf: string): void {
    const at = Date.parse(asOf)
    const known = this.#found.get(path)?.row
    if (known?.at === at && known.count === count) return
    this.#found.delete(path)
    if (count > 0) {
      const { name, path: template, secret } = endpoint
      this.#found.set(path, { row: { endpoint: name, path: template, at, count, entries }, secret })
      const [oldest] = this.#found.keys()
      if (this.#found.size > MOST_ROWS && oldest !== undefined) this.#found.delete(oldest)
    }
    if (known || count > 0) this.#changed.emit()
  }

  forgetSecret(): void {
    for (const [path, { secret }] of this.#found) if (secret) this.#found.delete(path)
    this.#changed.emit()
  }
}
