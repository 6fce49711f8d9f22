import type { CheckProgress } from '../../../src-preload/contract/mods.ts'
import type { HashPool } from '../hash/index.ts'

const EVERY_MS = 100
/** The speed is that of the last few seconds, so that one slow file does not make the number jump. */
const WINDOW_MS = 3_000

interface Watched {
  filesTotal: number
  filesDone: () => number
  bytesTotal: number
  /** Of them those that are read now. */
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
  readonly #marks: { bytes: number; atMs: number }[] = []

  constructor(pool: HashPool, gameDir: string, watched: Watched) {
    this.#pool = pool
    this.#gameDir = gameDir
    this.#watched = watched
    this.#bytesBefore = pool.bytes
    this.#report()
    this.#timer = setInterval(() => this.#report(), EVERY_MS)
  }

  /** Reports once more, and ends. */
  stop(): void {
    clearInterval(this.#timer)
    this.#report()
  }

  #report(): void {
    const { filesTotal, filesDone, bytesTotal, bytesToHash, onProgress } = this.#watched
    const { paused, currentPath } = this.#pool
    const hashed = Math.min(this.#pool.bytes - this.#bytesBefore, bytesToHash)
    const rate = this.#rate(hashed)
    onProgress({
      filesDone: filesDone(),
      filesTotal,
      bytesDone: bytesTotal - bytesToHash + hashed,
      bytesTotal,
      currentFile: paused ? undefined : currentPath?.slice(this.#gameDir.length + 1),
      bytesPerSecond: paused ? 0 : rate,
    })
  }

  #rate(bytes: number): number {
    const atMs = performance.now()
    const marks = this.#marks
    marks.push({ bytes, atMs })
    while (marks.length > 2 && atMs - (marks[0]?.atMs ?? atMs) > WINDOW_MS) marks.shift()
    const first = marks[0]
    return !first || atMs <= first.atMs ? 0 : Math.max(0, ((bytes - first.bytes) / (atMs - first.atMs)) * 1000)
  }
}
