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

/** A voice server to open. `port` null: the voice program's own. */
export interface VoicePlace {
  host: string
  port: number | null
  nickname?: string
  password?: string
  channel?: string
}

const DEFAULT_PORT = 9987
/** The voice program takes no longer names. */
const LONGEST_NAME = 30
/** A voice server rarely moves: a list up to a day old is good enough, so a click need not wait. */
const LIST_MAX_AGE_MS = 24 * 3_600_000

/** `host:port` of a voice server. @throws Failure `server-field-refused` */
const voiceAddress = ({ host, port }: VoicePlace): string =>
  hostAndPort(safeHost(host, 'Ip'), safePort(port ?? DEFAULT_PORT))

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
  url.search = url.searchParams.toString().replaceAll('+', '%20') // a plus is shown as a plus by the voice program
  return url.href
}

/**
 * Where the voice client stands: connected to a server of the community, to others only, to none; not running; or running and not
 * telling. Undefined: not even that is known.
 */
export type VoiceStanding =
  | { state: 'on' | 'elsewhere' | 'idle' | 'closed' | undefined }
  | { state: 'untold'; why: VoiceSilence | 'newer' | 'unsure' }

/** TeamSpeak 3 tells where it is connected to, its successors have no way to. */
const TELLING = /^ts3client/i
const NEWER = /^teamspeak(?:\.exe)?$/i
const LOOKUP_MS = 2_000
/** Voice servers of the service that a connection is compared with. */
const MOST_COMPARED = 16

const plainHost = (host: string) => host.toLowerCase().replace(/\.$/, '')

/** All addresses of a host; none where they cannot be found out. */
const addressesOf = async (host: string): Promise<string[]> =>
  (await untilAborted(lookup(host, { all: true }), AbortSignal.timeout(LOOKUP_MS)).catch(() => [])).map(
    ({ address }) => address,
  )

/** Whether two names lead to one computer; undefined where that cannot be found out. */
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
  /** The link scheme the player wants. */
  scheme(): VoiceClient['scheme']
  /** Called for each voice server that was opened. */
  opened(name: string, voiceId: number | undefined): void
  /** The community's own folder below the app's data. */
  ownFolder: string
  /** Where the voice client's ClientQuery listens, if not at its usual port. */
  queryPort?: number
}

/** The way to the community's voice. */
export class Voice {
  readonly #parts: VoiceParts
  readonly #clientChanges = new Emitter<VoiceClient>()
  #client: VoiceClient

  /** Looks for the voice client at once. */
  constructor(parts: VoiceParts) {
    this.#parts = parts
    this.#client = { state: 'unknown', scheme: parts.scheme() }
    void this.findClient()
  }

  get client(): VoiceClient {
    return this.#client
  }

  readonly onClient = this.#clientChanges.on

  /** Looks whether a program answers voice links. */
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

  /** Where the voice client stands. */
  async standing(): Promise<VoiceStanding> {
    const { ports, platform, files, queryPort } = this.#parts
    const running = await this.#running()
    if (running === 'newer') return { state: 'untold', why: 'newer' }
    if (running !== 'telling') return { state: running }
    const key = keyOf(await files.readText(platform.path.join(platform.voiceFolder(), 'clientquery.ini')))
    if (key === undefined) return { state: 'untold', why: 'key' }
    ports.hide(key)
    const answer = await connectedTo(key, queryPort)
    if (typeof answer === 'string') return { state: 'untold', why: answer }
    if (answer.length === 0) return { state: 'idle' }
    const isOurs = await this.#isOurs(answer)
    return isOurs === undefined ? { state: 'untold', why: 'unsure' } : { state: isOurs ? 'on' : 'elsewhere' }
  }

  async #running(): Promise<'telling' | 'newer' | 'closed' | undefined> {
    const processes = await this.#parts.platform.processes().catch(() => undefined)
    const runs = (program: RegExp) => processes?.some(({ names }) => names.some((name) => program.test(name)))
    if (runs(TELLING)) return 'telling'
    return runs(NEWER) ? 'newer' : processes && 'closed'
  }

  /**
   * What it takes to hand the plugin's package to the client's installer. The client must be closed, which has the plugin's files open.
   * @throws Failure `voice-plugin-refused`; `forbidden` where the profile names no package
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
        await this.#mustBeClosed() // it may have been started while the player was asked
        return ports.openPackage(path)
      },
    }
  }

  async #mustBeClosed(): Promise<void> {
    if ((await this.#running()) === 'telling') throw new Failure('voice-plugin-refused', { why: 'running' })
  }

  /** Whether one of these is a voice server of the community; undefined where that cannot be found out. */
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
    return voiceAddress(await this.#placeOf(voiceId))
  }

  /** The voice server asked for; without an id the service's first one, or else the profile's. */
  async #placeOf(voiceId: number | undefined): Promise<VoicePlace & { name: string; id?: number }> {
    const { ports, recipe } = this.#parts
    const { fallback, password, channel } = recipe
    const list = await ports.voices(LIST_MAX_AGE_MS).catch((error: unknown) => {
      if (voiceId === undefined && fallback) return []
      throw error
    })
    const found = list.find(({ id, host }) => (voiceId === undefined ? host !== '' : id === voiceId))
    if (found) return { ...found, password, channel }
    if (voiceId === undefined && fallback) return { ...fallback, name: fallback.host, password, channel }
    throw new Failure('voice-not-known', {})
  }
}
