import { Failure } from '../../src-preload/contract/failure.ts'
import type { Proposal } from '../../src-preload/contract/player-act.ts'
import { urlOf } from '../lib/index.ts'
import type { CommunityProfile } from '../settings/index.ts'

const HOST = String.raw`(?:[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*|\[[0-9a-fA-F:.]{2,45}\])`
/** The Steam verbs that the app uses. Others could install, buy or run something. */
const STEAM = new RegExp(`^steam://(?:validate/[0-9]{1,10}|connect/${HOST}:[0-9]{1,5}|rungameid/[0-9]{1,20})$`)
/** `ts3server://host?port=…` and `teamspeak://host?port=…`. `URL` parses the query. */
const VOICE = new RegExp(`^(?:ts3server|teamspeak)://${HOST}/?(?:\\?[A-Za-z0-9%&=+._~*-]*)?$`)
const VOICE_KEYS: readonly string[] = ['port', 'nickname', 'password', 'channel']

const LONGEST = 2048

function isWeb(url: string): boolean {
  const address = /^https:\/\//i.test(url) ? urlOf(url) : undefined
  return address?.username === '' && address.password === ''
}

const isVoice = (url: string): boolean =>
  VOICE.test(url) && [...new URL(url).searchParams.keys()].every((key) => VOICE_KEYS.includes(key))

const SCHEME = /^([a-z][a-z0-9+.-]*):/i

/** The scheme of a link, for messages, which never contain more of it. */
const schemeOf = (url: string): string => (SCHEME.exec(url)?.[1] ?? 'unknown').slice(0, 20).toLowerCase()

/** True for links that the system may open: https, voice, and Steam with known verbs. */
export const isAllowedLink = (url: string): boolean =>
  url.length <= LONGEST && /^[\x21-\x7e]+$/.test(url) && (isWeb(url) || isVoice(url) || STEAM.test(url))

/**
 * Makes the only function that opens links outside the app. `open` is the system's; `log` gets the schemes of refused links.
 * The function throws Failure `link-refused` or `link-not-opened`.
 */
export function externalLinks(
  open: (url: string) => Promise<void>,
  log: (line: string) => void,
): (url: string) => Promise<void> {
  return async (url) => {
    const scheme = schemeOf(url)
    if (!isAllowedLink(url)) {
      log(`link refused: ${scheme}`)
      throw new Failure('link-refused', { scheme })
    }
    await open(url).catch(() => {
      throw new Failure('link-not-opened', { scheme })
    })
  }
}

/**
 * Proposes to open a web address that the page names. For the community's own hosts a press is enough; for any other the player has to
 * say yes to the whole address. @throws Failure `link-refused`
 */
export function linkProposal(
  url: string,
  { baseUrl, infoUrl }: Pick<CommunityProfile, 'baseUrl' | 'infoUrl'>,
  open: (url: string) => Promise<void>,
): Proposal<void> {
  if (!isAllowedLink(url) || !isWeb(url)) throw new Failure('link-refused', { scheme: schemeOf(url) })
  const { host, href } = new URL(url)
  const question = { kind: 'external-link', url: href } as const
  const yes = () => open(href)
  const isOwn = [baseUrl, infoUrl].some((address) => address !== undefined && new URL(address).host === host)
  return isOwn ? { pressOr: question, yes } : { question, yes }
}
