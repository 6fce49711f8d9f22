import { net, protocol } from 'electron'
import { join, normalize, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { csp } from './csp.ts'

/** The page's address: an own scheme instead of file://. Checklist item 18. */
export const PAGE_URL = 'app://ui/'

/** True for our page's address and nothing else. */
export const isOurPage = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol: scheme, host } = new URL(url)
  return scheme === 'app:' && host === 'ui'
}

/** Must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves `rendererDir` as `app://ui/`, nothing outside of it, each answer under the content security policy. */
export function serveApp(rendererDir: string, imageOrigins: () => readonly string[]): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'ui') return new Response('', { status: 404 })
    const file = normalize(join(rendererDir, decodeURIComponent(url.pathname === '/' ? '/index.html' : url.pathname)))
    if (!file.startsWith(rendererDir + sep)) return new Response('', { status: 403 })
    try {
      const answer = await net.fetch(pathToFileURL(file).toString())
      const headers = new Headers(answer.headers)
      headers.set('content-security-policy', csp(imageOrigins()))
      headers.set('x-content-type-options', 'nosniff')
      return new Response(answer.body, { status: answer.status, headers })
    } catch {
      return new Response('', { status: 404 })
    }
  })
}
