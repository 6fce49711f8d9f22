// Tested in Electron: page-start.spec.ts
import { protocol, type Session } from 'electron'
import { readFile } from 'node:fs/promises'
import { csp } from '../desktop/index.ts'
import { isOurPage, pageFileOf } from './page-address.ts'

/** Must run before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export interface PageParts {
  imageOrigins: () => readonly string[]
  /** Makes the served document from the built one, at each load. */
  document: (html: string) => Promise<string>
}

const nothing = () => new Response(null, { status: 404 })

/** Answers one request with a file of the page under the content security policy, or with 404. */
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
 * Serves `folder`, and nothing outside of it, as `app://ui/` to one session, each answer under the content security policy.
 * There is no opener policy: no page here opens another one, and with it Chromium would replace the window's first process.
 */
export function serveApp(session: Session, folder: string, parts: PageParts): void {
  session.protocol.handle('app', (request) => answer(request, folder, parts))
}
