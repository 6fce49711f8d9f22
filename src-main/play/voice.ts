import { lookup } from 'node:dns/promises'
import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { Proposal } from '../../src-preload/contract/player-act.ts'
import type { VoiceClient } from '../../src-preload/contract/play.ts'
import { Emitter, untilAborted, withoutHidden } from '../lib/index.ts'
import type { VoiceRecipe } from '../settings/index.ts'
import { hostAndPort, safeHost, safePort } from './launch/server-fields.ts'
import type { FileView, GamePlatform } from './platform/index.ts'
import type { PlayPorts } from './ports.ts'
import { fetchPackage } from './voice-plugin.ts'
import { connectedTo, type ConnectedTo, keyOf, type VoiceSilence } from './voice-query.ts'

/** A voice server to open. `port` null: the default port. */
export interface VoicePlace {
  host: string
  port: number | null
  nickname?: string
  password?: string
  channel?: string
}

const DEFAULT_PORT = 9987
/** Longest nickname that the voice client accepts. */
const LONGEST_NAME = 30
/** Age limit of the list of voice servers: a day, because they rarely move and a click must not wait. */
const LIST_MAX_AGE_MS = 24 * 3_600_000

/**
 * The link that opens a voice server: `ts3server://host?port=…&nickname=…&password=…&channel=…`.
 * @throws Failure `server-field-refused`
 */
export function voiceLink(place: VoicePlace, scheme: VoiceClient['scheme']): string {
  const host = safeHost(place.host, 'Ip')
  const url = new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}`)
  url.searchParams.set('port', String(safePort(place.port ?? DEFAULT_PORT)))
  const nickname = [...withoutHidden(place.nickname ?? '').trim()].slice(0, LONGEST_NAME).join('').trim()
  if (nickname !== '') url.searchParams.set('nickname', nickname)
  if (place.password) url.searchParams.set('password', place.password)
  if (place.channel) url.searchParams.set('channel', place.channel)
  url.search = url.searchParams.toString().replaceAll('+', '%20') // the voice client would show a plus
  return url.href
}

/**
 * The state of the voice client. `on`: connected to a server of the community; `elsewhere`: to others only; `idle`: to none; `closed`:
 * not running; `untold`: running, but its connections are unknown. Undefined: even that is unknown.
 */
export type VoiceStanding =
  | { state: 'on' | 'elsewhere' | 'idle' | 'closed' | undefined }
  | { state: 'untold'; why: VoiceSilence | 'newer' | 'unsure' }

/** TeamSpeak 3, which can be asked for its connections. Its successors cannot. */
const QUERYABLE = /^ts3client/i
const NEWER = /^teamspeak(?:\.exe)?$/i
const LOOKUP_MS = 2_000
/** Limit of the service's voice servers that connections are compared with. */
const MOST_COMPARED = 16

const plainHost = (host: string) => host.toLowerCase().replace(/\.$/, '')

/** All addresses of a host; empty if they are unknown. */
const addressesOf = async (host: string): Promise<string[]> =>
  (await untilAborted(lookup(host, { all: true }), AbortSignal.timeout(LOOKUP_MS)).catch(() => [])).map(
    ({ address }) => address,
  )

/** True if two host names share an address; undefined if the addresses are unknown. */
async function isSameHost(one: string, other: string): Promise<boolean | undefined> {
  if (plainHost(one) === plainHost(other)) return true
  const [theirs, ours] = await Promise.all([addressesOf(one), addressesOf(other)])
  return theirs.length === 0 || ours.length === 0 ? undefined : theirs.some((address) => ours.includes(address))
}

export interface VoiceParts {
  ports: Pick<PlayPorts, 'voices' | 'openExternal' | 'openPackage' | 'playerName' | 'hide'>
  platform: Pick<GamePlatform, 'answersLinks' | 'processes' | 'voiceFolder' | 'path'>
  files: Pick<FileView, 'readText'>
  recipe: VoiceRecipe
  scheme(): VoiceClient['scheme']
  /** Called after each opened voice server. */
  opened(name: string, voiceId: number | undefined): void
  /** The community's own folder below the app's data. */
  ownFolder: string
  queryPort?: number
}

export class Voice {
  readonly #parts: VoiceParts
  readonly #clientChanges = new Emitter<VoiceClient>()
  #client: VoiceClient

  constructor(parts: VoiceParts) {
    this.#parts = parts
    this.#client = { state: 'unknown', scheme: parts.scheme() }
    void this.findClient()
  }

  get client(): VoiceClient {
    return this.#client
  }

  readonly onClient = this.#clientChanges.on

  async findClient(): Promise<VoiceClient> {
    const scheme = this.#parts.scheme()
    const answers = await this.#parts.platform.answersLinks(scheme)
    this.#client = { state: answers === undefined ? 'unknown' : answers ? 'installed' : 'missing', scheme }
    this.#clientChanges.emit(this.#client)
    return this.#client
  }

  /** @throws Failure `voice-client-missing`, `voice-not-known`, `server-field-refused`, `link-not-opened` */
  async open(voiceId?: number): Promise<void> {
    const { ports, scheme, opened } = this.#parts
    const place = await this.#placeOf(voiceId)
    const url = voiceLink({ ...place, nickname: ports.playerName() }, scheme())
    if (this.#client.state !== 'installed' && (await this.findClient()).state === 'missing')
      throw new Failure('voice-client-missing', {})
    await ports.openExternal(url)
    opened(place.name, place.id)
  }

  async standing(): Promise<VoiceStanding> {
    const { ports, platform, files, queryPort } = this.#parts
    const running = await this.#running()
    if (running === 'newer') return { state: 'untold', why: 'newer' }
    if (running !== 'queryable') return { state: running }
    const key = keyOf(await files.readText(platform.path.join(platform.voiceFolder(), 'clientquery.ini')))
    if (key === undefined) return { state: 'untold', why: 'key' }
    ports.hide(key)
    const answer = await connectedTo(key, queryPort)
    if (typeof answer === 'string') return { state: 'untold', why: answer }
    if (answer.length === 0) return { state: 'idle' }
    const isOurs = await this.#isOurs(answer)
    return isOurs === undefined ? { state: 'untold', why: 'unsure' } : { state: isOurs ? 'on' : 'elsewhere' }
  }

  async #running(): Promise<'queryable' | 'newer' | 'closed' | undefined> {
    const processes = await this.#parts.platform.processes().catch(() => undefined)
    const runs = (program: RegExp) => processes?.some(({ names }) => names.some((name) => program.test(name)))
    if (runs(QUERYABLE)) return 'queryable'
    return runs(NEWER) ? 'newer' : processes && 'closed'
  }

  /**
   * Proposes to open the plugin's package with the client's installer. The client must be closed, because it keeps the plugin's files open.
   * @throws Failure `voice-plugin-refused`; `forbidden` if the profile names no package
   */
  async installPlugin(signal: AbortSignal): Promise<Proposal<'opened' | 'shown'>> {
    const { ports, recipe, ownFolder } = this.#parts
    const { name = '', package: wanted } = recipe.plugin ?? {}
    if (!wanted) throw new Failure('forbidden', {})
    await this.#mustBeClosed()
    return {
      question: { kind: 'install-plugin', name, ...wanted },
      yes: async () => {
        const path = await fetchPackage(wanted, ownFolder, signal)
        await this.#mustBeClosed() // the player may have started it before the answer
        return ports.openPackage(path)
      },
    }
  }

  async #mustBeClosed(): Promise<void> {
    if ((await this.#running()) === 'queryable') throw new Failure('voice-plugin-refused', { why: 'running' })
  }

  /** True if one of these servers is the community's; undefined if that is unknown. */
  async #isOurs(connected: readonly ConnectedTo[]): Promise<boolean | undefined> {
    const { ports, recipe } = this.#parts
    const listed = await ports
      .voices(LIST_MAX_AGE_MS)
      .catch((error: unknown) => (isFailure(error) && error.is('gone') ? [] : undefined))
    const ours = [...(listed ?? []).slice(0, MOST_COMPARED), ...(recipe.fallback ? [recipe.fallback] : [])]
    const isWhole = listed !== undefined && listed.length <= MOST_COMPARED && ours.length > 0
    const same = await Promise.all(
      connected.flatMap((one) =>
        ours
          .filter(({ host, port }) => host !== '' && (port ?? DEFAULT_PORT) === one.port)
          .map(({ host }) => isSameHost(one.host, host)),
      ),
    )
    return same.includes(true) || (!isWhole || same.includes(undefined) ? undefined : false)
  }

  /** `host:port`. @throws Failure `voice-not-known`, `server-field-refused` */
  async address(voiceId?: number): Promise<string> {
    const { host, port } = await this.#placeOf(voiceId)
    return hostAndPort(safeHost(host, 'Ip'), safePort(port ?? DEFAULT_PORT))
  }

  /** The voice server of an id. Without an id, the service's first one, or else the profile's. */
  async #placeOf(voiceId: number | undefined): Promise<VoicePlace & { name: string; id?: number }> {
    const { ports, recipe } = this.#parts
    const { fallback, password, channel } = recipe
    const list = await ports.voices(LIST_MAX_AGE_MS).catch((error: unknown) => {
      if ((isFailure(error) && error.is('gone')) || (voiceId === undefined && fallback)) return []
      throw error
    })
    const found = list.find(({ id, host }) => (voiceId === undefined ? host !== '' : id === voiceId))
    if (found) return { ...found, password, channel }
    if (voiceId === undefined && fallback) return { ...fallback, name: fallback.host, password, channel }
    throw new Failure('voice-not-known', {})
  }
}
