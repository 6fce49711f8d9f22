/** Fewer bytes than this say nothing about a source's speed. */
const TELLING_BYTES = 256 << 10

const LEAST_SHARE = 1 / 8
/** A limit, because the second source's bytes wait in memory. */
const MOST_SHARE = 2

/** A download address of a mod, with its failures and its speed in this repair. */
export class Source {
  readonly base: URL
  /** True if it has block lists; undefined until one was requested. */
  hasBlockLists: boolean | undefined
  /** The number of failures since its last success. */
  #failures = 0
  /** The number of files that are being fetched from it. */
  #busy = 0
  /** Bytes per millisecond of one transfer. The last transfers count most. */
  #speed: number | undefined

  constructor(base: URL) {
    this.base = base
  }

  get isFine(): boolean {
    return this.#failures === 0
  }

  failed(): void {
    this.#failures++
  }

  /** Counts `work` as a load of this source. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++
    try {
      return await work()
    } finally {
      this.#busy--
    }
  }

  /** Notes a success: the number of bytes, and the milliseconds that it took. */
  gave(bytes: number, ms: number): void {
    this.#failures = 0
    if (bytes < TELLING_BYTES && this.#speed !== undefined) return
    const speed = bytes / Math.max(ms, 1)
    this.#speed = ((this.#speed ?? speed) + speed) / 2
  }

  /** How much it delivers while `other` delivers 1. 0 if it fails, or is so slow that everything would wait for it. */
  shareBeside(other: Source): number {
    const [own, others] = [this.#speed, other.#speed]
    const share = own === undefined || others === undefined ? 1 : own / others
    return this.#failures > 0 || share < LEAST_SHARE ? 0 : Math.min(share, MOST_SHARE)
  }

  /** Orders sources: first those with the fewest failures, then those with an unknown speed, then the fastest. */
  static compare(this: void, one: Source, other: Source): number {
    return (
      one.#failures - other.#failures ||
      (other.#speed ?? Infinity) - (one.#speed ?? Infinity) ||
      one.#busy - other.#busy
    )
  }
}

/** The next source to use, of those that have not refused the file; undefined if all have. */
export const pickSource = (sources: readonly Source[], refused: ReadonlySet<Source>): Source | undefined =>
  sources.filter((source) => !refused.has(source)).sort(Source.compare)[0]
