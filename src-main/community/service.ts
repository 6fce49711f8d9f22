import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import type {
  communityContract,
  EndpointName,
  GameServer,
  Mod,
  ParamsOf,
  Player,
  PlayerCheck,
  PlayerVehicle,
  Reading,
  ValueOf,
  VoiceServer,
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
  /** Names app and version. */
  userAgent: string
  /** The built `reading-worker`. */
  thread: URL
  now: () => Date
  log: (line: string, error?: unknown) => void
}

/** A wish without a signal reads to the end. */
export type Wish = Partial<ReadWish>

const CACHE_MAX_BYTES = 64 * 1024 * 1024

/** Where answers that a secret was needed for are kept: the folder to remove for a community that is not open. */
export const playerCopiesIn = (cacheDir: string): string => join(cacheDir, 'player')

/** The community's public data, and the player's own where the secret is given. */
export class CommunityService {
  /** Entries of the last answers that could not be read. */
  readonly setAside = new SetAsideList()
  readonly #baseUrl: string
  readonly #client: HttpClient
  readonly #thread: ReadingThread
  /** Answers that anybody gets, and those that need the player's secret. */
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
    this.#thread.start() // while the first answers are on their way
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
    setMaxListeners(0, this.#closing.signal) // one for each read that is under way
  }

  // What the app's other parts are given one by one is bound to the service.

  /** Reads any endpoint. @throws Failure where there is neither an answer nor a copy; an AbortError */
  readonly read = async <E extends EndpointName>(
    name: E,
    params: ParamsOf<E>,
    wish: Wish = {},
  ): Promise<Reading<ValueOf<E>>> => {
    const endpoint = endpointOf(name)
    const ends = [this.#closing.signal, wish.signal, endpoint.secret ? this.#forgetting.signal : undefined]
    const reading = await underSignals(ends, (signal) => this.#readAny(endpoint, params, { ...wish, signal }))
    return reading as Reading<ValueOf<E>> // the row's reader makes it so
  }

  readonly listMods = (wish?: Wish): Promise<Reading<Mod[]>> => this.read('mods', {}, wish)

  readonly listServers = (wish?: Wish): Promise<Reading<GameServer[]>> => this.read('servers', {}, wish)

  readonly listVoiceServers = (wish?: Wish): Promise<Reading<VoiceServer[]>> => this.read('teamspeaks', {}, wish)

  /**
   * The bytes of a mod's hash list as the service sends it, never a stored copy: files are written by it. They belong to the
   * caller alone, who may transfer their buffer to a thread.
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

  readPlayer(secret: string, wish?: Wish): Promise<Reading<Player>> {
    return this.read('player', { secret }, wish)
  }

  readPlayerVehicles(secret: string, wish?: Wish): Promise<Reading<PlayerVehicle[]>> {
    return this.read('playerVehicles', { secret }, wish)
  }

  /** Always asks the service. */
  async validateSecret(secret: string, signal?: AbortSignal): Promise<PlayerCheck> {
    const { value, refreshFailure } = await this.read('playerValidate', { secret }, { signal, maxAgeMs: 0 })
    if (refreshFailure) throw new Failure(refreshFailure.code, refreshFailure.facts)
    return value ?? { valid: false, name: '' }
  }

  /** Ends what is being read with a secret, and removes every kept copy of it. */
  async forgetPlayer(): Promise<void> {
    this.setAside.forgetSecret()
    this.#forgetting.abort()
    this.#forgetting = new AbortController()
    await (await this.#stores.player).clear()
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
    // which parameters an endpoint takes is checked where its address is made
    community.read(endpointOf(endpoint).name, params, { maxAgeMs, signal, onStored: report }),
})
