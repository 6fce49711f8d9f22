import type { CheckProgress } from '../../../src-preload/contract/mods.ts'
import { AT_REST, Speed, steadyNow } from '../../lib/index.ts'
import type { HashPool } from '../hash/index.ts'

const EVERY_MS = 100

interface Watched {
  filesTotal: number
  filesDone: () => number
  bytesTotal: number
  /** The part of `bytesTotal` that this check hashes. */
  bytesToHash: number
  onProgress: (progress: CheckProgress) => void
}

/** Reports a check's progress ten times a second. */
export class ProgressMeter {
  readonly #pool: HashPool
  readonly #gameDir: string
  readonly #watched: Watched
  readonly #bytesBefore: number
  readonly #timer: NodeJS.Timeout
  readonly #speed = new Speed(steadyNow)
  #hashed = 0

  constructor(pool: HashPool, gameDir: string, watched: Watched) {
    this.#pool = pool
    this.#gameDir = gameDir
    this.#watched = watched
    this.#bytesBefore = pool.bytes
    this.#report()
    this.#timer = setInterval(() => this.#report(), EVERY_MS)
  }

  /** Sends the last report. */
  stop(): void {
    clearInterval(this.#timer)
    this.#report()
  }

  #report(): void {
    const { filesTotal, filesDone, bytesTotal, bytesToHash, onProgress } = this.#watched
    const { paused, currentPath } = this.#pool
    const hashed = Math.min(this.#pool.bytes - this.#bytesBefore, bytesToHash)
    this.#speed.add(hashed - this.#hashed)
    this.#hashed = hashed
    onProgress({
      filesDone: filesDone(),
      filesTotal,
      bytesDone: bytesTotal - bytesToHash + hashed,
      bytesTotal,
      currentFile: paused ? undefined : currentPath?.slice(this.#gameDir.length + 1),
      ...(paused ? AT_REST : this.#speed.tell(bytesToHash - hashed)),
    })
  }
}
