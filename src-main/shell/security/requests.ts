import type { Session } from 'electron'
import { noteTraffic, urlOf } from '../../lib/index.ts'
import { isOurPage } from '../page-address.ts'

/** True for an address that the page may load: its own files, inline pictures, and pictures of the profile's origins. */
function mayLoad(url: string, kind: string, imageOrigins: readonly string[]): boolean {
  if (isOurPage(url)) return true
  if (url.startsWith('data:')) return kind === 'image'
  if (url.startsWith('devtools:')) return true
  return kind === 'image' && imageOrigins.includes(urlOf(url)?.origin ?? '')
}

/** A second barrier behind the content security policy: the page's session loads only these addresses. */
export function limitRequests(
  session: Session,
  imageOrigins: () => readonly string[],
  log: (line: string) => void,
): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const cancel = !mayLoad(details.url, details.resourceType, imageOrigins())
    if (cancel) log(`security: request refused (${details.resourceType})`)
    answer({ cancel })
  })
}

/** The address of a proxy that does not exist. */
const NOWHERE = 'socks5://255.255.255.255:9'

/**
 * Lets a session connect only to these origins. WebRTC ignores the policy and {@link limitRequests}, but without UDP
 * ({@link refuseEscapes}) it has to use the proxy.
 */
export const closeExcept = (session: Session, origins: readonly string[]): Promise<void> =>
  session.setProxy({
    mode: 'fixed_servers',
    proxyRules: NOWHERE,
    proxyBypassRules: ['<-loopback>', ...origins].join(), // this computer is no exception
  })

const WEB = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] }

/**
 * Keeps drawings (SVG), also within an answer of several parts, out of a session: one of a few lines can repeat itself a billion times,
 * and the page ends with it. The demo draws its own.
 */
export function refuseDrawings(session: Session, isDemo: () => boolean, log: (line: string) => void): void {
  session.webRequest.onHeadersReceived(WEB, ({ responseHeaders = {} }, answer) => {
    const types = Object.entries(responseHeaders).flatMap(([name, values]) =>
      name.toLowerCase() === 'content-type' ? values : [],
    )
    const cancel = !isDemo() && /svg|multipart/i.test(types.join())
    if (cancel) log('security: drawing refused')
    answer({ cancel })
  })
}

const sizeOf = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

const lengthOf = (headers: Readonly<Record<string, string[]>> = {}): number => {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-length')
  return Number(name === undefined ? 0 : headers[name]?.[0]) || 0
}

/**
 * Counts a session's traffic (the page's pictures, the pages of the sign-in, the updater) for the list of hosts. Answers count by
 * their `content-length`.
 */
export function countRequests({ webRequest }: Session): void {
  webRequest.onSendHeaders(WEB, ({ url, method, requestHeaders }) =>
    noteTraffic(new URL(url).host, { sentBytes: method.length + url.length + 11 + sizeOf(requestHeaders) }),
  )
  webRequest.onCompleted(WEB, ({ url, fromCache, responseHeaders }) =>
    noteTraffic(new URL(url).host, { requests: 0, receivedBytes: fromCache ? 0 : lengthOf(responseHeaders) }),
  )
}
