import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import type {
  communityContract,
  EndpointName,
  ParamsOf,
  PlayerCheck,
  Reading,
  ValueOf,
} from '../../src-preload/contract/community/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import { HttpClient, type HttpOptions } from '../http/index.ts'
import { ReadingThread, underSignals } from '../lib/index.ts'
import { addressOf } from './address.ts'
import { endpointOf } from './endpoints.ts'
import { LastGoodStore } from './last-good.ts'
import { createEndpointReader, type ReadAny, type ReadWish } from './reader.ts'
import { SetAsideList } from './set-aside.ts'

export interface CommunityOptions extends Pick<HttpOptions, 'isOnline' | 'timeouts' | 'random' | 'sleep'> {
  /** Base address of the JSON interface, without `/v1`. */
  baseUrl: string
  /** IANA zone of the service's plain dates. */
  timeZone: string
  /** Absolute folder of the last good copies. */
  cacheDir: string
  userAgent: string
  /** The built `reading-worker`. */
  thread: URL
  now: () => Date
  log: (line: string, error?: unknown) => void
}

/** Without a signal, the reading cannot be aborted. */
export type Wish = Partial<ReadWish>

const CACHE_MAX_BYTES = 64 * 1024 * 1024

/** The folder of answers that need the player's secret. For a community that is not open, signing out removes this folder. */
export const playerCopiesIn = (cacheDir: string): string => join(cacheDir, 'player')

/** The community's public data, and with the secret, the player's own data. */
export class CommunityService {
  readonly setAside = new SetAsideList()
  readonly #baseUrl: string
  readonly #client: HttpClient
  readonly #thread: ReadingThread
  /** The copies of public answers, and of those that need the player's secret. */
  readonly #stores: { all: Promise<LastGoodStore>; player: Promise<LastGoodStore> }
  readonly #readAny: ReadAny
  readonly #closing = new AbortController()
  #forgetting = new AbortController()

  constructor(options: CommunityOptions) {
    const { baseUrl, timeZone, cacheDir, userAgent, now, log, isOnline, timeouts, random, sleep } = options
    const { origin } = new URL(baseUrl)
    const headers = { accept: 'application/json', 'user-agent': userAgent }
    const client = new HttpClient({ origin, headers, now, isOnline, timeouts, random, sleep })
    const common = { maxBytes: CACHE_MAX_BYTES, now, log }
    const stores = {
      all: LastGoodStore.open({ ...common, folder: join(cacheDir, 'answers') }),
      player: LastGoodStore.open({ ...common, folder: playerCopiesIn(cacheDir) }),
    }
    this.#baseUrl = baseUrl
    this.#client = client
    this.#thread = new ReadingThread(options.thread)
    this.#thread.start() // before the first answers arrive
    this.#stores = stores
    this.#readAny = createEndpointReader({
      baseUrl,
      zone: timeZone,
      client,
      thread: this.#thread,
      storeOf: ({ secret }) => (secret ? stores.player : stores.all),
      now,
      log,
      setAside: this.setAside,
    })
    setMaxListeners(0, this.#closing.signal) // each running read has a listener
  }

  // These are arrow functions because other modules get them one by one.

  /** Reads any endpoint. @throws Failure if there is neither an answer nor a copy; an AbortError */
  readonly read = async <E extends EndpointName>(
    name: E,
    params: ParamsOf<E>,
    wish: Wish = {},
  ): Promise<Reading<ValueOf<E>>> => {
    const endpoint = endpointOf(name)
    const ends = [this.#closing.signal, wish.signal, endpoint.secret ? this.#forgetting.signal : undefined]
    const reading = await underSignals(ends, (signal) => this.#readAny(endpoint, params, { ...wish, signal }))
    return reading as Reading<ValueOf<E>> // the endpoint's reader gives this type
  }

  /**
   * Gives the bytes of a mod's hash list from the service, never from a copy, since files are replaced by it. The caller owns the
   * bytes and may transfer their buffer to a thread.
   * @throws Failure of the network kinds, and `gone`
   */
  readonly hashList = async (modId: number, signal: AbortSignal): Promise<Uint8Array> => {
    const endpoint = endpointOf('hashList')
    const { path, host } = addressOf(this.#baseUrl, endpoint, { id: modId })
    const answer = await underSignals([this.#closing.signal, signal], (either) =>
      this.#client.get(path, { maxBytes: endpoint.maxBytes, signal: either }),
    )
    if (answer.kind !== 'body') throw new Failure('gone', { host })
    return answer.bytes
  }

  /** Always asks the service. */
  async validateSecret(secret: string): Promise<PlayerCheck> {
    const { value, refreshFailure } = await this.read('playerValidate', { secret }, { maxAgeMs: 0 })
    if (refreshFailure) throw new Failure(refreshFailure.code, refreshFailure.facts)
    return value ?? { valid: false, name: '' }
  }

  /** Aborts all readings with a secret, and removes all copies of them. */
  async forgetPlayer(): Promise<void> {
    this.setAside.forgetSecret()
    this.#forgetting.abort()
    this.#forgetting = new AbortController()
    await (await this.#stores.player).clear()
  }

  /** To be called when the computer wakes: its connections may be dead without an error. */
  renew(): void {
    this.#client.renew()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#client.close()
    await this.#thread.close()
    for (const store of await Promise.all(Object.values(this.#stores))) await store.settled()
  }
}

export const communityHandlers = (community: CommunityService): DomainHandlers<typeof communityContract> => ({
  read: ({ endpoint, params, maxAgeMs }, { signal, report }) =>
    // `addressOf` checks the parameters
    community.read(endpointOf(endpoint).name, params, { maxAgeMs, signal, onStored: report }),
})
