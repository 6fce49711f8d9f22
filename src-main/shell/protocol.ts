// Tested in Electron: page-start.spec.ts
import { protocol, type Session } from 'electron'
import { readFile } from 'node:fs/promises'
import { csp } from './csp.ts'
import { isOurPage } from './page-address.ts'
import { pageFileOf } from './page-file.ts'

/** Must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** What the page is served with. */
export interface PageParts {
  imageOrigins: () => readonly string[]
  /** Makes the served document from the built one, at each load. */
  document: (html: string) => Promise<string>
}

const nothing = () => new Response(null, { status: 404 })

/** The answer to one request: a file of the page, under the content security policy, or nothing. */
async function answer(
  { url, method }: Request,
  folder: string,
  { imageOrigins, document }: PageParts,
): Promise<Response> {
  const file = isOurPage(url) ? pageFileOf(folder, url) : undefined
  if (!file || method !== 'GET') return nothing()
  try {
    const content = await readFile(file.path)
    const body = file.isDocument ? await document(content.toString()) : content
    const headers = {
      'content-type': file.type,
      'content-security-policy': csp(imageOrigins()),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    }
    return new Response(body, { headers })
  } catch {
    return nothing()
  }
}

/**
 * Serves `folder` as `app://ui/` to one session, nothing outside of it, each answer under the content security policy.
 * Without an opener policy: it would have Chromium throw the window's first process away for a second one, and no page here opens another.
 */
export function serveApp(session: Session, folder: string, parts: PageParts): void {
  session.protocol.handle('app', (request) => answer(request, folder, parts))
}
