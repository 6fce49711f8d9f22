import type { ServerLive } from '../../../src-preload/contract/play.ts'
import pLimit from 'p-limit'
import { SingleFlight } from '../../lib/index.ts'
import { safeHost, safePort } from '../launch/server-fields.ts'
import type { PlayServer } from '../ports.ts'
import { askInfo, askKeys, type QueryPatience } from './a2s.ts'

type Target = Pick<PlayServer, 'id' | 'host' | 'port'>

/** Queries go to the port after the game's. @throws Failure `server-field-refused` */
const queryPort = (port: number | null): number => safePort(port === null ? 0 : port + 1)

/** Limit of parallel queries, because home routers lose packets of many. */
const MOST_AT_ONCE = 32
/** An answer up to this age is used again, unless the network has gone or come back since. */
const FRESH_MS = 4_000

export interface LiveServersParts {
  now: () => Date
  patience: QueryPatience
  isOnline: () => boolean
}

/** Queries servers, each at most once at a time. Reuses fresh answers. */
export class LiveServers {
  readonly #parts: LiveServersParts
  readonly #limit = pLimit(MOST_AT_ONCE)
  readonly #last = new Map<number, ServerLive>()
  readonly #queries = new SingleFlight<string, ServerLive>()

  constructor(parts: LiveServersParts) {
    this.#parts = parts
  }

  query(targets: readonly Target[]): Promise<ServerLive[]> {
    return Promise.all(targets.map((target) => this.#one(target)))
  }

  /** The last result for a server, if it is not older than `maxAgeMs`. */
  last(serverId: number, maxAgeMs: number): ServerLive | undefined {
    const known = this.#last.get(serverId)
    return known && this.#ageOf(known) <= maxAgeMs ? known : undefined
  }

  /** Names of the keys that a server accepts; undefined if they are unknown. */
  async keys({ host, port }: Target): Promise<string[] | undefined> {
    try {
      return await askKeys(safeHost(host), queryPort(port), this.#parts.patience)
    } catch {
      return undefined // an invalid address
    }
  }

  /** The clock may be set back. Then the answer counts as old. */
  #ageOf({ at }: ServerLive): number {
    return Math.abs(this.#parts.now().getTime() - at)
  }

  #isFresh(known: ServerLive): boolean {
    const wasOnline = known.answered || !known.noNetwork
    return wasOnline === this.#parts.isOnline() && this.#ageOf(known) < FRESH_MS
  }

  #one(target: Target): Promise<ServerLive> {
    const { id, host, port } = target
    const known = this.#last.get(id)
    if (known && this.#isFresh(known)) return Promise.resolve(known)
    return this.#queries.join(`${id} ${host} ${port}`, undefined, () => this.#query(target))
  }

  async #query({ id: serverId, host, port }: Target): Promise<ServerLive> {
    const { now, patience, isOnline } = this.#parts
    const ask = async () => askInfo(safeHost(host), queryPort(port), patience)
    const info = await this.#limit(ask).catch(() => undefined) // an invalid address
    const at = now().getTime()
    const live: ServerLive = info
      ? { serverId, answered: true, at, ...info }
      : { serverId, answered: false, at, noNetwork: !isOnline() }
    this.#last.set(serverId, live)
    return live
  }
}
