import type { Session } from 'electron'
import { expect, it, onTestFinished } from 'vitest'
import { watchTraffic } from '../../src-main/lib/index.ts'
import { closeExcept, countRequests, limitRequests, refuseDrawings } from '../../src-main/shell/security/requests.ts'

type Listener = (details: object, answer: (choice: { cancel: boolean }) => void) => void

/** A session that keeps what listens to its requests. */
function open() {
  const listeners: Record<string, Listener> = {}
  const filters: object[] = []
  const webRequest = {
    onBeforeRequest: (listener: Listener) => (listeners.before = listener),
    onHeadersReceived: (_filter: object, listener: Listener) => (listeners.headers = listener),
    onSendHeaders: (filter: object, listener: Listener) => {
      filters.push(filter)
      listeners.sent = listener
    },
    onCompleted: (filter: object, listener: Listener) => {
      filters.push(filter)
      listeners.completed = listener
    },
  }
  const log: string[] = []
  const tell = (event: string, details: object) => {
    let cancelled: boolean | undefined
    listeners[event]?.(details, ({ cancel }) => (cancelled = cancel))
    return cancelled
  }
  return { session: { webRequest } as unknown as Session, tell, log, filters }
}

it('the page loads itself, inline pictures and the profile’s pictures, and nothing else', () => {
  const { session, tell, log } = open()
  limitRequests(
    session,
    () => ['https://pictures.example'],
    (line) => log.push(line),
  )
  const isRefused = (url: string, resourceType = 'image') => tell('before', { url, resourceType })
  expect(isRefused('app://ui/assets/a.js', 'script')).toBe(false)
  expect(isRefused('devtools://devtools/bundled/a.js', 'script')).toBe(false)
  expect(isRefused('data:image/png;base64,AA==')).toBe(false)
  expect(isRefused('https://pictures.example/item.png')).toBe(false)
  expect(log).toEqual([])
  for (const [url, kind] of [
    ['data:text/javascript,1', 'script'],
    ['https://pictures.example/a.js', 'script'],
    ['https://pictures.example:444/item.png', 'image'],
    ['https://evil.example/item.png', 'image'],
    ['app://other/item.png', 'image'],
    ['nonsense', 'image'],
  ] as const)
    expect(isRefused(url, kind), url).toBe(true)
  expect(log).toHaveLength(6)
  expect(log[0]).toBe('security: request refused (script)')
})

it.each([
  ['Content-Type', 'image/svg+xml', true],
  ['content-type', 'IMAGE/SVG+XML; charset=utf-8', true],
  ['content-type', 'multipart/x-mixed-replace; boundary=a', true],
  ['content-type', 'image/png', false],
  ['x-kind', 'image/svg+xml', false],
])('a drawing is kept out by its type, but for the demo’s: %s: %s', (name, type, isRefused) => {
  for (const isDemo of [false, true]) {
    const { session, tell, log } = open()
    refuseDrawings(
      session,
      () => isDemo,
      (line) => log.push(line),
    )
    expect(tell('headers', { responseHeaders: { [name]: [type] } })).toBe(isRefused && !isDemo)
    expect(log).toHaveLength(isRefused && !isDemo ? 1 : 0)
  }
})

it('what a session sends and gets is counted by host, a cached answer as nothing', () => {
  const { session, tell, filters } = open()
  const traffic = watchTraffic(() => new Date(0))
  onTestFinished(() => traffic.close())
  countRequests(session)
  const web = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] }
  expect(filters).toEqual([web, web])
  const url = 'https://pictures.example/a'
  tell('sent', { url, method: 'GET', requestHeaders: { a: 'bcd' } })
  const row = { host: 'pictures.example', requests: 1, sentBytes: 3 + url.length + 11 + 8, lastAt: 0 }
  expect(traffic.list()).toEqual([{ ...row, receivedBytes: 0 }])
  tell('completed', { url, fromCache: false, responseHeaders: { 'Content-Length': ['70'] } })
  tell('completed', { url, fromCache: true, responseHeaders: { 'content-length': ['70'] } })
  tell('completed', { url, fromCache: false })
  tell('completed', { url, fromCache: false, responseHeaders: { 'content-length': ['many'] } })
  expect(traffic.list()).toEqual([{ ...row, receivedBytes: 70 }])
})

it('a session has a proxy that leads nowhere, but for the origins named, and for this computer only by its name', async () => {
  const given: object[] = []
  const session = { setProxy: (config: object) => Promise.resolve(given.push(config)) } as unknown as Session
  await closeExcept(session, ['https://a.example', 'http://127.0.0.1:80'])
  const proxyBypassRules = '<-loopback>,https://a.example,http://127.0.0.1:80'
  expect(given).toEqual([{ mode: 'fixed_servers', proxyRules: 'socks5://255.255.255.255:9', proxyBypassRules }])
})
