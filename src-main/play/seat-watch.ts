import * as v from 'valibot'
import { Emitter, jsonFile, type JsonFile } from '../lib/index.ts'

/** How a server is found. */
export interface FoundSeats {
  name: string
  /** It does not answer, and the service does not list it as online. */
  isDown: boolean
  /** Free seats; undefined when unknown. */
  free: number | undefined
}

/** Why a wait ends: the server has a free seat, or it is back. */
export type SeatNews = 'seat' | 'back'

export interface SeatWatchParts {
  /** Asks a server now; what the service says counts where the server itself is silent. */
  seats(serverId: number): Promise<FoundSeats>
  /** Called once at the end of a wait. */
  notify(serverId: number, name: string, news: SeatNews): void
  /** The time to the next round, read before each round. */
  pollMs: () => number
  now: () => Date
  /** Where waits are kept while the app does not run; absolute. */
  path: string
  /** Called where they cannot be read or written. */
  log(line: string, error: unknown): void
}

const Wait = v.object({
  serverId: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When the player asked for it, ms since 1970. */
  since: v.number(),
  /** The server was offline at some time of the wait: news is that it is back. */
  wasDown: v.boolean(),
})
type Wait = v.InferOutput<typeof Wait>

/** Older waits are not resumed. */
const LONGEST_WAIT_MS = 12 * 3_600_000
const MOST_WAITS = 64

function newsOf({ isDown, free }: FoundSeats, wasDown: boolean): SeatNews | undefined {
  if (isDown) return undefined
  if (wasDown) return 'back'
  return free !== undefined && free > 0 ? 'seat' : undefined
}

/** Waits for free seats, and for servers to be back: notifies once, then stops watching that server. Asks one round at a time. */
export class SeatWatch {
  readonly #parts: SeatWatchParts
  readonly #file: JsonFile<Wait[]>
  readonly #waits: Map<number, Wait>
  readonly #changes = new Emitter<number[]>()
  #timer: NodeJS.Timeout | undefined
  #inRound = false

  /** Resumes the waits of the last run. */
  constructor(parts: SeatWatchParts) {
    this.#parts = parts
    this.#file = jsonFile(parts.path, v.array(Wait), parts.log)
    const time = parts.now().getTime()
    const isRecent = ({ since }: Wait) => since <= time && time - since < LONGEST_WAIT_MS
    const kept = (this.#file.readNow() ?? []).filter(isRecent).slice(0, MOST_WAITS)
    this.#waits = new Map(kept.map((wait) => [wait.serverId, wait]))
    this.#planRound()
  }

  get watched(): number[] {
    return [...this.#waits.keys()]
  }

  readonly onChange = this.#changes.on

  set(serverId: number, on: boolean): void {
    if (on === this.#waits.has(serverId)) return
    if (on) this.#waits.set(serverId, { serverId, since: this.#parts.now().getTime(), wasDown: false })
    else this.#waits.delete(serverId)
    this.#changed()
    this.#planRound()
  }

  /** Stops looking. Resolves when the waits are written. */
  close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#waits.clear()
    return this.#file.written()
  }

  #planRound(): void {
    clearTimeout(this.#timer)
    if (this.#waits.size === 0 || this.#inRound) return
    this.#timer = setTimeout(() => void this.#round(), this.#parts.pollMs())
    this.#timer.unref()
  }

  async #round(): Promise<void> {
    this.#inRound = true
    for (const wait of [...this.#waits.values()]) await this.#lookAt(wait)
    this.#inRound = false
    this.#planRound()
  }

  async #lookAt(wait: Wait): Promise<void> {
    const { serverId } = wait
    const found = await this.#parts.seats(serverId).catch(() => undefined)
    if (!found || this.#waits.get(serverId) !== wait) return // unknown now, or the wait was given up
    if (found.isDown && !wait.wasDown) {
      wait.wasDown = true
      this.#keep()
    }
    const news = newsOf(found, wait.wasDown)
    if (!news) return
    this.#waits.delete(serverId)
    this.#changed()
    this.#parts.notify(serverId, found.name, news)
  }

  #changed(): void {
    this.#keep()
    this.#changes.emit(this.watched)
  }

  #keep(): void {
    void this.#file.keep([...this.#waits.values()])
  }
}
