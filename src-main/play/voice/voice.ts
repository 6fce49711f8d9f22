import { Failure } from '../../../src-preload/contract/failure.ts'
import type { VoiceClient } from '../../../src-preload/contract/play.ts'
import type { VoiceRecipe } from '../../settings/index.ts'
import type { GamePlatform } from '../platform/index.ts'
import type { PlayPorts } from '../ports.ts'
import { voiceAddress, voiceLink, type VoicePlace } from './link.ts'

export interface VoiceParts {
  ports: Pick<PlayPorts, 'voices' | 'openExternal' | 'playerName'>
  platform: GamePlatform
  recipe: VoiceRecipe
  /** The link scheme the player wants. */
  scheme(): VoiceClient['scheme']
  /** Hears of each voice server that was opened. */
  opened(name: string, voiceId: number | undefined): void
}

/** The way to the community's voice. */
export interface Voice {
  readonly client: VoiceClient
  /** Looks whether a program answers voice links. */
  findClient(): Promise<VoiceClient>
  onClient(listener: (client: VoiceClient) => void): () => void
  /** @throws Failure `voice-client-missing`, `voice-not-known`, `server-field-refused`, `link-not-opened` */
  open(voiceId?: number): Promise<void>
  /** `host:port`. @throws Failure `voice-not-known`, `server-field-refused` */
  address(voiceId?: number): Promise<string>
}

/** A voice server rarely moves: a list of any age up to a day will do, so that a click need not wait. */
const OLD_ENOUGH_MS = 24 * 3_600_000

type Named = VoicePlace & { name: string; id?: number }

/** The voice server asked for; the service's first one, or else the profile's, when none is named. */
async function placeOf(voiceId: number | undefined, { ports, recipe }: VoiceParts): Promise<Named> {
  const list = await ports.voices(OLD_ENOUGH_MS).catch((error: unknown) => {
    if (voiceId === undefined && recipe.fallback) return []
    throw error
  })
  const found =
    voiceId === undefined ? list.find((voice) => voice.host !== '') : list.find((voice) => voice.id === voiceId)
  if (found) return { ...found, id: found.id, password: recipe.password }
  if (voiceId === undefined && recipe.fallback)
    return { ...recipe.fallback, name: recipe.fallback.host, password: recipe.password }
  throw new Failure('voice-not-known', {})
}

/** Opens the room's voice part; looks for the client at once. */
export function openVoiceLinks(parts: VoiceParts): Voice {
  const { ports, platform, scheme, opened } = parts
  const listeners = new Set<(client: VoiceClient) => void>()
  let client: VoiceClient = { state: 'unknown', scheme: scheme() }
  const findClient = async () => {
    const wanted = scheme()
    const answers = await platform.answersLinks(wanted)
    client = { state: answers === undefined ? 'unknown' : answers ? 'installed' : 'missing', scheme: wanted }
    for (const listener of listeners) listener(client)
    return client
  }
  void findClient()
  return {
    get client() {
      return client
    },
    findClient,
    onClient(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async open(voiceId) {
      const place = await placeOf(voiceId, parts)
      const url = voiceLink({ ...place, nickname: ports.playerName() }, scheme())
      if (client.state !== 'installed' && (await findClient()).state === 'missing')
        throw new Failure('voice-client-missing', {})
      await ports.openExternal(url)
      opened(place.name, place.id)
    },
    address: async (voiceId) => voiceAddress(await placeOf(voiceId, parts)),
  }
}
