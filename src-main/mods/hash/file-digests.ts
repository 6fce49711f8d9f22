import type { Algorithm } from '../list/index.ts'
import { HashPool } from './pool.ts'

/** The threads end when nothing was asked for so long. */
const IDLE_MS = 5_000

/** Digests of single files, by threads that come up when the first one is asked for. */
export class FileDigests {
  readonly #url: URL
  #pool: HashPool | undefined
  #open = 0
  #idle: NodeJS.Timeout | undefined

  /** @param url the built `hash-worker` */
  constructor(url: URL) {
    this.#url = url
  }

  /** @see HashPool.digestOf */
  readonly digestOf = async (path: string, algorithm: Algorithm, signal: AbortSignal): Promise<string> => {
    clearTimeout(this.#idle)
    this.#pool ??= new HashPool(this.#url)
    this.#open++
    try {
      return await this.#pool.digestOf(path, algorithm, signal)
    } finally {
      if (--this.#open === 0) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    }
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#pool?.close()
    this.#pool = undefined
  }
}
