import { setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type {
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
import { underSignals } from '../lib/index.ts'
import { addressOf } from './address.ts'
import { openCopies } from './cache.ts'
import { type Endpoint, endpointOf } from './endpoints.ts'
import { createClient } from './http/client.ts'
import type { Timeouts } from './http/failures.ts'
import { createFlights } from './http/flights.ts'
import { type ReadWish, createReader } from './reader.ts'
import { createSetAside, type SetAsideList } from './set-aside.ts'

export interface CommunityOptions {
  /** Base address of the JSON interface, without `/v1`. */
  baseUrl: string
  /** IANA zone of the service's plain dates. */
  timeZone: string
  /** Absolute folder of the last good copies. */
  cacheDir: string
  /** Names app and version. */
  userAgent: string
  now: () => Date
  log: (line: string, error?: unknown) => void
  /** Whether this computer has a network; asked when a name cannot be resolved. */
  isOnline?: () => boolean
  timeouts?: Partial<Timeouts>
  /** In [0, 1); for the pauses between tries. */
  random?: () => number
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  cacheMaxBytes?: number
}

/** A wish without a signal reads to the end. */
export type Wish = Partial<ReadWish>

/** The community's public data, and the player's own where the secret is given. */
export interface Community {
  /** Reads any endpoint. @throws Failure where there is neither an answer nor a copy; an AbortError */
  read<E extends EndpointName>(endpoint: E, params: ParamsOf<E>, wish?: Wish): Promise<Reading<ValueOf<E>>>
  listMods(wish?: Wish): Promise<Reading<Mod[]>>
  listServers(wish?: Wish): Promise<Reading<GameServer[]>>
  listVoiceServers(wish?: Wish): Promise<Reading<VoiceServer[]>>
  /**
   * A mod's hash list as the service sends it, never a stored copy: what it may decide is the mods room's matter.
   * @throws Failure of the network kinds, and `gone`
   */
  hashList(modId: number, signal: AbortSignal): Promise<string>
  readPlayer(secret: string, wish?: Wish): Promise<Reading<Player>>
  readPlayerVehicles(secret: string, wish?: Wish): Promise<Reading<PlayerVehicle[]>>
  /** Always asks the service. */
  validateSecret(secret: string, signal?: AbortSignal): Promise<PlayerCheck>
  /** Entries that could not be read, of the answers at hand. */
  readonly setAside: SetAsideList
  /** Ends what is being read with a secret, and removes every kept copy of it. */
  forgetPlayer(): Promise<void>
  close(): Promise<void>
}

const MB = 1024 * 1024
const CACHE_MAX_BYTES = 64 * MB
const standardTimeouts: Timeouts = { connectMs: 5_000, headersMs: 10_000, stallMs: 8_000, bodyMs: 60_000 }

const sleepFor = async (ms: number, signal: AbortSignal) => {
  await delay(ms, undefined, { signal })
}

/** Where answers that a secret was needed for are kept: the folder to remove for a community that is not open. */
export const playerCopiesIn = (cacheDir: string): string => join(cacheDir, 'player')

const clientOf = ({ baseUrl, userAgent, now, isOnline = () => true, timeouts, random, sleep }: CommunityOptions) =>
  createClient({
    origin: new URL(baseUrl).origin,
    userAgent,
    now,
    isOnline,
    timeouts: { ...standardTimeouts, ...timeouts },
    random: random ?? Math.random,
    sleep: sleep ?? sleepFor,
  })

/** Opens the community's room: client, copies on disk, and the ways to read. */
export function openCommunity(options: CommunityOptions): Community {
  const { baseUrl, timeZone, cacheDir, now, log } = options
  const client = clientOf(options)
  const folders = { maxBytes: options.cacheMaxBytes ?? CACHE_MAX_BYTES, now, log }
  const answers = openCopies({ ...folders, folder: join(cacheDir, 'answers') })
  const own = openCopies({ ...folders, folder: playerCopiesIn(cacheDir) })
  const copiesOf = ({ secret }: Endpoint) => (secret ? own : answers)
  const flights = createFlights()
  const setAside = createSetAside()
  const readAny = createReader({ baseUrl, zone: timeZone, client, copiesOf, flights, now, log, setAside })
  const closing = new AbortController()
  setMaxListeners(0, closing.signal) // one for each read that is under way
  let forgetting = new AbortController()

  const read: Community['read'] = async (name, params, wish = {}) => {
    const endpoint = endpointOf(name)
    const ends = [closing.signal, wish.signal, endpoint.secret ? forgetting.signal : undefined]
    const reading = await underSignals(ends, (signal) => readAny(endpoint, params, { ...wish, signal }))
    return reading as Reading<ValueOf<typeof name>> // the row's reader makes it so
  }

  return {
    read,
    listMods: (wish) => read('mods', {}, wish),
    listServers: (wish) => read('servers', {}, wish),
    listVoiceServers: (wish) => read('teamspeaks', {}, wish),
    async hashList(modId, signal) {
      const endpoint = endpointOf('hashList')
      const address = addressOf(baseUrl, endpoint, { id: modId })
      const get = (own: AbortSignal) => client.get(address, { maxBytes: endpoint.maxBytes, signal: own })
      const answer = await underSignals([closing.signal, signal], (any) => flights.join(address.path, any, get))
      if (answer.kind !== 'body') throw new Failure('gone', { host: address.host })
      return answer.text
    },
    readPlayer: (secret, wish) => read('player', { secret }, wish),
    readPlayerVehicles: (secret, wish) => read('playerVehicles', { secret }, wish),
    async validateSecret(secret, signal) {
      const { value, refreshFailure } = await read('playerValidate', { secret }, { signal, maxAgeMs: 0 })
      if (refreshFailure) throw new Failure(refreshFailure.code, refreshFailure.facts)
      return value ?? { valid: false, name: '' }
    },
    setAside,
    async forgetPlayer() {
      setAside.forgetSecret()
      forgetting.abort()
      forgetting = new AbortController()
      await (await own).clear()
    },
    async close() {
      closing.abort()
      await client.close()
      for (const copies of await Promise.all([answers, own])) await copies.settled()
    },
  }
}
