import * as v from 'valibot'
import { LONGEST_SEAT_WAIT_MS } from '../../src-preload/contract/play.ts'
import { Emitter, jsonFile, type JsonFile } from '../lib/index.ts'

export interface FoundSeats {
  name: string
  /** True if it does not answer and the service does not list it as online. */
  isDown: boolean
  /** Free seats; undefined if unknown. */
  free: number | undefined
}

/** Why a wait ends: the server has a free seat, or it is back. */
export type SeatNews = 'seat' | 'back'

export interface SeatWatchParts {
  /** Queries a server. If it does not answer, the service's list counts. */
  seats(serverId: number): Promise<FoundSeats>
  /** Called once at the end of a wait. */
  notify(serverId: number, name: string, news: SeatNews): void
  /** Time to the next round, read before each round. */
  pollMs: () => number
  now: () => Date
  /** Absolute path of the file that keeps the waits. */
  path: string
  /** Called if the file cannot be read or written. */
  log(line: string, error: unknown): void
}

const Wait = v.object({
  serverId: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The start of the wait, ms since 1970. */
  since: v.number(),
  /** True if the server was offline during the wait. Then the news is that it is back. */
  wasDown: v.boolean(),
})
type Wait = v.InferOutput<typeof Wait>

const MOST_WAITS = 64

function newsOf({ isDown, free }: FoundSeats, wasDown: boolean): SeatNews | undefined {
  if (isDown) return undefined
  if (wasDown) return 'back'
  return free !== undefined && free > 0 ? 'seat' : undefined
}

/** Waits for free seats and for servers that come back. Notifies once per server and then ends its wait. */
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
    const isRecent = ({ since }: Wait) => since <= time && time - since < LONGEST_SEAT_WAIT_MS
    const kept = (this.#file.readNow() ?? []).filter(isRecent).slice(0, MOST_WAITS)
    this.#waits = new Map(kept.map((wait) => [wait.serverId, wait]))
    this.#planRound()
  }

  get watched(): number[] {
    return [...this.#waits.keys()]
  }

  readonly onChange = this.#changes.on

  /** Begins a wait, also again, or ends it. */
  set(serverId: number, on: boolean): void {
    const { wasDown = false } = this.#waits.get(serverId) ?? {}
    if (on) this.#waits.set(serverId, { serverId, since: this.#parts.now().getTime(), wasDown })
    else if (!this.#waits.delete(serverId)) return
    this.#changed()
    this.#planRound()
  }

  /** Stops the rounds. Resolves when the waits are written. */
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
    this.#changes.emit(this.watched) // the page tells when it was
    this.#planRound()
  }

  async #lookAt(wait: Wait): Promise<void> {
    const { serverId, since } = wait
    const isOver = () => this.#waits.get(serverId) !== wait // the player has ended or renewed it, or the app ends
    if (isOver()) return
    if (this.#parts.now().getTime() - since >= LONGEST_SEAT_WAIT_MS) return this.#end(serverId)
    const found = await this.#parts.seats(serverId).catch(() => undefined)
    if (!found || isOver()) return
    if (found.isDown && !wait.wasDown) {
      wait.wasDown = true
      this.#keep()
    }
    const news = newsOf(found, wait.wasDown)
    if (!news) return
    this.#end(serverId)
    this.#parts.notify(serverId, found.name, news)
  }

  #end(serverId: number): void {
    this.#waits.delete(serverId)
    this.#changed()
  }

  #changed(): void {
    this.#keep()
    this.#changes.emit(this.watched)
  }

  #keep(): void {
    void this.#file.keep([...this.#waits.values()])
  }
}
