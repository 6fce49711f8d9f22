import type { ServerLive } from '../../../src-preload/contract/play.ts'
import pLimit, { type LimitFunction } from 'p-limit'
import { SingleFlight } from '../../lib/index.ts'
import { safeHost, safePort } from '../launch/server-fields.ts'
import { askInfo, askKeys, type QueryPatience } from './a2s.ts'

/** The address of a server. */
export interface LiveTarget {
  serverId: number
  host: string
  /** The game's port; queries go to the next one. */
  port: number
}

export interface LiveServersParts {
  now: () => Date
  patience: QueryPatience
  /** Limit of parallel queries, because home routers lose packets of many. */
  most: number
  /** An answer up to this age is used again. */
  freshMs: number
}

/** Queries servers, each at most once at a time. Reuses fresh answers. */
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

  /** The last result for a server, if it is not older than `maxAgeMs`. */
  last(serverId: number, maxAgeMs: number): ServerLive | undefined {
    const known = this.#last.get(serverId)
    return known && this.#parts.now().getTime() - known.at <= maxAgeMs ? known : undefined
  }

  /** Names of the keys that a server accepts; undefined if they are unknown. */
  async keys({ host, port }: LiveTarget): Promise<string[] | undefined> {
    try {
      return await askKeys(safeHost(host), safePort(port + 1), this.#parts.patience)
    } catch {
      return undefined // an invalid address
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
        return undefined // an invalid address
      }
    })
    const at = now().getTime()
    const live: ServerLive = info ? { serverId, answered: true, at, ...info } : { serverId, answered: false, at }
    this.#last.set(serverId, live)
    return live
  }
}
