import * as v from 'valibot'
import type { RecentPlace } from '../../src-preload/contract/play.ts'
import { Emitter, jsonFile, type JsonFile } from '../lib/index.ts'

const MOST = 6

const Stored = v.array(
  v.variant('kind', [
    v.object({ kind: v.literal('server'), serverId: v.number(), name: v.string(), at: v.number() }),
    v.object({ kind: v.literal('game'), name: v.string(), at: v.number() }),
    v.object({ kind: v.literal('voice'), voiceId: v.optional(v.number()), name: v.string(), at: v.number() }),
  ]),
)

const keyOf = (place: RecentPlace) =>
  [place.kind, place.kind === 'server' ? place.serverId : place.kind === 'voice' ? place.voiceId : ''].join(' ')

/** The last places that the player joined, newest first, kept in a file. */
export class Recent {
  readonly #file: JsonFile<RecentPlace[]>
  readonly #changes = new Emitter<RecentPlace[]>()
  #list: RecentPlace[]

  /** `log` is called if the file cannot be written. Then only the list is lost. */
  constructor(path: string, log: (line: string, error: unknown) => void) {
    this.#file = jsonFile(path, Stored, log)
    this.#list = this.#file.readNow()?.slice(0, MOST) ?? []
  }

  get list(): RecentPlace[] {
    return this.#list
  }

  readonly onChange = this.#changes.on

  add(place: RecentPlace): void {
    this.#list = [place, ...this.#list.filter((known) => keyOf(known) !== keyOf(place))].slice(0, MOST)
    void this.#file.keep(this.#list)
    this.#changes.emit(this.#list)
  }

  /** Resolves when the list is written. */
  close(): Promise<void> {
    return this.#file.written()
  }
}
