import { networkPlace, urlOf } from '../lib/index.ts'
import { pinsOfText } from '../../src-preload/contract/map-pins.ts'
import { screens, type Screen } from '../../src-preload/contract/shell.ts'
import type { NewRequest } from './requests.ts'

/** The meanings of a link: never a transfer, arguments or a path. */
type Link = Extract<NewRequest, { kind: 'go' | 'ask-join' | 'ask-add-community' | 'refused-link' }>

/** Screens of earlier versions, which links may still name, and the present screens for them. */
const formerScreens = new Map<string, Screen>([
  ['play', 'home'],
  ['property', 'houses'],
])

const SHOWN = 80

const join = /^join\/([A-Za-z0-9_-]{1,32})$/
const map = /^map\/([A-Za-z0-9_~%/-]{3,1900})$/
const open = /^open\/([a-z-]{1,24})$/
const add = /^add-community\/([A-Za-z0-9%._~-]{1,1900})$/

/** The beginning of a refused link, without control characters. */
const shown = (link: string): string => {
  const plain = link.replace(/[^\u0020-\u007e]/g, '·')
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain
}

/** A public https address without credentials; undefined for any other. */
function httpsAddress(encoded: string): string | undefined {
  let address: string
  try {
    address = decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  const url = /^https:\/\/[^\s\\]+$/.test(address) ? urlOf(address) : undefined
  if (!url) return undefined
  const { hostname, username, password, href } = url
  return !username && !password && networkPlace(hostname) === 'public' ? href : undefined
}

/**
 * Reads a link. The whole grammar:
 *
 *     loadout://join/<server id>                    asks, then joins that server of the present community
 *     loadout://open/<screen>                       shows a screen
 *     loadout://map/<x>-<y>-<note, encoded>         shows a place on the map in metres; several are divided by a slash
 *     loadout://add-community/<address, encoded>    asks, then reads a community profile from an https address
 *
 * Anything else is a refused link, which the player sees.
 */
export function parseLink(link: string): Link {
  const refused: Link = { kind: 'refused-link', link: shown(link) }
  const rest = /^loadout:\/\/(.+?)\/?$/i.exec(link)?.[1] ?? ''
  const serverId = join.exec(rest)?.[1]
  if (serverId) return { kind: 'ask-join', serverId }
  const pins = map.exec(rest)?.[1] ?? ''
  if (pinsOfText(pins).length > 0) return { kind: 'go', place: { screen: 'map', id: pins } }
  const name = open.exec(rest)?.[1] ?? ''
  const screen = screens.find((known) => known === name) ?? formerScreens.get(name)
  if (screen) return { kind: 'go', place: { screen } }
  const encoded = add.exec(rest)?.[1]
  const source = encoded && httpsAddress(encoded)
  return source ? { kind: 'ask-add-community', source } : refused
}

/** The link that adds the community with the profile at an address; undefined if {@link parseLink} refuses it. */
export function addCommunityLink(address: string): string | undefined {
  const url = urlOf(address)
  if (!url) return undefined
  const encoded = encodeURIComponent(url.href).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const link = `loadout://add-community/${encoded}`
  return parseLink(link).kind === 'ask-add-community' ? link : undefined
}
