import type { VoiceClient } from '../../../src-preload/contract/play.ts'
import { withoutHidden } from '../../lib/index.ts'
import { hostAndPort, safeHost, safePort } from '../launch/server-fields.ts'

/** A voice server to open. `port` null: the voice program's own. */
export interface VoicePlace {
  host: string
  port: number | null
  nickname?: string
  password?: string
}

const USUAL_PORT = 9987
/** The voice program takes no longer names. */
const LONGEST_NAME = 30

/** `host:port` of a voice server. @throws Failure `server-field-refused` */
export const voiceAddress = ({ host, port }: VoicePlace): string =>
  hostAndPort(safeHost(host, 'Ip'), safePort(port ?? USUAL_PORT))

/**
 * The link that opens a voice server: `ts3server://host?port=…&nickname=…&password=…`.
 * @throws Failure `server-field-refused`
 */
export function voiceLink(place: VoicePlace, scheme: VoiceClient['scheme']): string {
  const host = safeHost(place.host, 'Ip')
  const url = new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}`)
  url.searchParams.set('port', String(safePort(place.port ?? USUAL_PORT)))
  const nickname = [...withoutHidden(place.nickname ?? '').trim()].slice(0, LONGEST_NAME).join('').trim()
  if (nickname !== '') url.searchParams.set('nickname', nickname)
  if (place.password) url.searchParams.set('password', place.password)
  url.search = url.searchParams.toString().replaceAll('+', '%20') // a plus is shown as a plus by the voice program
  return url.href
}
