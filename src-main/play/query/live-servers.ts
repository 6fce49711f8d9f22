import type { ServerLive } from '../../../src-preload/contract/play.ts'
import pLimit, { type LimitFunction } from 'p-limit'
import { SingleFlight } from '../../lib/index.ts'
import { safeHost, safePort } from '../launch/server-fields.ts'
import { askInfo, askKeys, type QueryPatience } from './a2s.ts'

/** Where a server is asked. */
export interface LiveTarget {
  serverId: number
  host: string
  /** The game's port; queries go to the next one. */
  port: number
}

export interface LiveServersParts {
  now: () => Date
  patience: QueryPatience
  /** Most queries at a time: home routers lose track of many. */
  most: number
  /** An answer this young is given again. */
  freshMs: number
}

/** Asks servers what they say themselves. Keeps answers for a moment, and one query per server at a time. */
export class LiveServers {
  readonly #parts: LiveServersParts
  readonly #limit: LimitFunction
  readonly #last = new Map<number, ServerLive>()
  readonly #flights = new SingleFlight<string, ServerLive>()

  constructor(parts: LiveServersParts) {
    this.#parts = parts
    this.#limit = pLimit(parts.most)
  }

  ask(targets: readonly LiveTarget[]): Promise<ServerLive[]> {
    return Promise.all(targets.map((target) => this.#one(target)))
  }

  /** The last answer of a server, or its silence, at most this old. */
  last(serverId: number, maxAgeMs: number): ServerLive | undefined {
    const known = this.#last.get(serverId)
    return known && this.#parts.now().getTime() - known.at <= maxAgeMs ? known : undefined
  }

  /** Names of the keys whose signatures a server takes; undefined where it does not tell. */
  async keys({ host, port }: LiveTarget): Promise<string[] | undefined> {
    try {
      return await askKeys(safeHost(host), safePort(port + 1), this.#parts.patience)
    } catch {
      return undefined // an address that is none
    }
  }

  #one(target: LiveTarget): Promise<ServerLive> {
    const { serverId, host, port } = target
    const known = this.#last.get(serverId)
    if (known && this.#parts.now().getTime() - known.at < this.#parts.freshMs) return Promise.resolve(known)
    return this.#flights.join(`${serverId} ${host} ${port}`, undefined, () => this.#query(target))
  }

  async #query({ serverId, host, port }: LiveTarget): Promise<ServerLive> {
    const { now, patience } = this.#parts
    const info = await this.#limit(async () => {
      try {
        return await askInfo(safeHost(host), safePort(port + 1), patience)
      } catch {
        return undefined // an address that is none
      }
    })
    const at = now().getTime()
    const live: ServerLive = info ? { serverId, answered: true, at, ...info } : { serverId, answered: false, at }
    this.#last.set(serverId, live)
    return live
  }
}
