/** Less than this tells nothing of a source's speed. */
const TELLING_BYTES = 256 << 10

const LEAST_SHARE = 1 / 8
/** What it brings meanwhile waits in memory. */
const MOST_SHARE = 2

/** An address that a mod's files come from, and what a repair has seen of it. */
export class Source {
  readonly base: URL
  /** Whether it has block lists; undefined until it was asked for one. */
  hasBlockLists: boolean | undefined
  /** Failures since it last gave what was asked for. */
  #failures = 0
  /** Files that come from it at this moment. */
  #busy = 0
  /** Bytes a millisecond of one transfer, the last ones most. */
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

  /** Counts for its load what `work` takes from it. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++
    try {
      return await work()
    } finally {
      this.#busy--
    }
  }

  /** It gave what was asked for: so many bytes, and it was waited for so many milliseconds. */
  gave(bytes: number, ms: number): void {
    this.#failures = 0
    if (bytes < TELLING_BYTES && this.#speed !== undefined) return
    const speed = bytes / Math.max(ms, 1)
    this.#speed = ((this.#speed ?? speed) + speed) / 2
  }

  /** How much it brings while `other` brings 1; 0 where it fails, or is so slow that it would only be waited for. */
  shareBeside(other: Source): number {
    const [own, others] = [this.#speed, other.#speed]
    const share = own === undefined || others === undefined ? 1 : own / others
    return this.#failures > 0 || share < LEAST_SHARE ? 0 : Math.min(share, MOST_SHARE)
  }

  /** Orders sources: those that fail least, then those whose speed nobody knows yet, then the quickest. */
  static compare(this: void, one: Source, other: Source): number {
    return (
      one.#failures - other.#failures ||
      (other.#speed ?? Infinity) - (one.#speed ?? Infinity) ||
      one.#busy - other.#busy
    )
  }
}

/** The source to ask now, of those that have not refused the file; undefined where all have. */
export const pickSource = (sources: readonly Source[], refused: ReadonlySet<Source>): Source | undefined =>
  sources.filter((source) => !refused.has(source)).sort(Source.compare)[0]
