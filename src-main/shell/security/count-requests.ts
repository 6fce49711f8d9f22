import type { Session } from 'electron'
import { noteTraffic } from '../../lib/index.ts'

const WEB = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] }

const sizeOf = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

const lengthOf = (headers: Readonly<Record<string, string[]>> = {}): number => {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-length')
  return Number(name === undefined ? 0 : headers[name]?.[0]) || 0
}

/**
 * Puts what a session sends (pictures of the page, the sign-in's pages, the updater) onto the list of what left this computer.
 * What comes back counts by the length that its sender announced.
 */
export function countRequests({ webRequest }: Session): void {
  webRequest.onSendHeaders(WEB, ({ url, method, requestHeaders }) =>
    noteTraffic(new URL(url).host, { sentBytes: method.length + url.length + 11 + sizeOf(requestHeaders) }),
  )
  webRequest.onCompleted(WEB, ({ url, fromCache, responseHeaders }) =>
    noteTraffic(new URL(url).host, { requests: 0, receivedBytes: fromCache ? 0 : lengthOf(responseHeaders) }),
  )
}
