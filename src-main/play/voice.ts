import { Failure } from '../../src-preload/contract/failure.ts'
import type { VoiceClient } from '../../src-preload/contract/play.ts'
import { Emitter, withoutHidden } from '../lib/index.ts'
import type { VoiceRecipe } from '../settings/index.ts'
import { hostAndPort, safeHost, safePort } from './launch/server-fields.ts'
import type { GamePlatform } from './platform/index.ts'
import type { PlayPorts } from './ports.ts'

/** A voice server to open. `port` null: the voice program's own. */
export interface VoicePlace {
  host: string
  port: number | null
  nickname?: string
  password?: string
}

const DEFAULT_PORT = 9987
/** The voice program takes no longer names. */
const LONGEST_NAME = 30
/** A voice server rarely moves: a list of any age up to a day will do, so that a click need not wait. */
const LIST_MAX_AGE_MS = 24 * 3_600_000

/** `host:port` of a voice server. @throws Failure `server-field-refused` */
const voiceAddress = ({ host, port }: VoicePlace): string =>
  hostAndPort(safeHost(host, 'Ip'), safePort(port ?? DEFAULT_PORT))

/**
 * The link that opens a voice server: `ts3server://host?port=…&nickname=…&password=…`.
 * @throws Failure `server-field-refused`
 */
export function voiceLink(place: VoicePlace, scheme: VoiceClient['scheme']): string {
  const host = safeHost(place.host, 'Ip')
  const url = new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}`)
  url.searchParams.set('port', String(safePort(place.port ?? DEFAULT_PORT)))
  const nickname = [...withoutHidden(place.nickname ?? '').trim()].slice(0, LONGEST_NAME).join('').trim()
  if (nickname !== '') url.searchParams.set('nickname', nickname)
  if (place.password) url.searchParams.set('password', place.password)
  url.search = url.searchParams.toString().replaceAll('+', '%20') // a plus is shown as a plus by the voice program
  return url.href
}

export interface VoiceParts {
  ports: Pick<PlayPorts, 'voices' | 'openExternal' | 'playerName'>
  platform: Pick<GamePlatform, 'answersLinks'>
  recipe: VoiceRecipe
  /** The link scheme the player wants. */
  scheme(): VoiceClient['scheme']
  /** Called for each voice server that was opened. */
  opened(name: string, voiceId: number | undefined): void
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

  /** `host:port`. @throws Failure `voice-not-known`, `server-field-refused` */
  async address(voiceId?: number): Promise<string> {
    return voiceAddress(await this.#placeOf(voiceId))
  }

  /** The voice server asked for; without an id the service's first one, or else the profile's. */
  async #placeOf(voiceId: number | undefined): Promise<VoicePlace & { name: string; id?: number }> {
    const { ports, recipe } = this.#parts
    const { fallback, password } = recipe
    const list = await ports.voices(LIST_MAX_AGE_MS).catch((error: unknown) => {
      if (voiceId === undefined && fallback) return []
      throw error
    })
    const found = list.find(({ id, host }) => (voiceId === undefined ? host !== '' : id === voiceId))
    if (found) return { ...found, password }
    if (voiceId === undefined && fallback) return { ...fallback, name: fallback.host, password }
    throw new Failure('voice-not-known', {})
  }
}
