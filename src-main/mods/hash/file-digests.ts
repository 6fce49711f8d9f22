import type { Algorithm } from '../list/index.ts'
import { HashPool } from './pool.ts'

/** The threads end after this time without a request. */
const IDLE_MS = 5_000

/** Digests of single files. The threads start with the first request. */
export class FileDigests {
  readonly #url: URL
  readonly #hangsAfterMs: number | undefined
  #pool: HashPool | undefined
  #open = 0
  #idle: NodeJS.Timeout | undefined

  /** The parameters are those of {@link HashPool}. */
  constructor(url: URL, hangsAfterMs?: number) {
    this.#url = url
    this.#hangsAfterMs = hangsAfterMs
  }

  /** @see HashPool.digestOf */
  readonly digestOf = async (path: string, algorithm: Algorithm, signal: AbortSignal): Promise<string> => {
    clearTimeout(this.#idle)
    this.#pool ??= new HashPool(this.#url, undefined, this.#hangsAfterMs)
    this.#open++
    try {
      return await this.#pool.digestOf(path, algorithm, signal)
    } finally {
      if (--this.#open === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  /** @see HashPool.close */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const pool = this.#pool
    this.#pool = undefined
    await pool?.close()
  }
}
