// Tested in Electron: hostile-page.spec.ts
import { app, session, type Session } from 'electron'
import {
  refuseCertificates,
  refuseDictionaries,
  refuseDownloads,
  refuseEscapes,
  refuseNavigation,
  refusePermissions,
} from './refusals.ts'
import { countRequests, limitRequests, refuseDrawings } from './requests.ts'

export { pagePreferences } from './page-preferences.ts'
export { closeExcept } from './requests.ts'

const foreign = new WeakSet<Session>()

/**
 * A session in memory with other pages than ours, which have their own navigation rules: the bank's sign-in, main's questions. It has no
 * permissions.
 */
export function foreignSession(name: string): Session {
  const other = session.fromPartition(name, { cache: false })
  foreign.add(other)
  refusePermissions(other)
  return other
}

/** The page's own session. It shares no cookies, cache or permissions. */
export const pageSession = (): Session => session.fromPartition('persist:page')

/**
 * Applies the rules of docs/security.md to the page's session and to every later page. Must run before the first window.
 * `imageOrigins` and `isDemo` decide about the page's pictures.
 */
export function harden(
  session: Session,
  imageOrigins: () => readonly string[],
  isDemo: () => boolean,
  log: (line: string) => void,
): void {
  refusePermissions(session)
  refuseDownloads(session, log)
  refuseDictionaries(session)
  limitRequests(session, imageOrigins, log)
  refuseDrawings(session, isDemo, log)
  countRequests(session)
  refuseCertificates()
  app.on('session-created', (other) => {
    refuseDictionaries(other)
    countRequests(other)
  })
  app.on('web-contents-created', (_event, contents) => {
    if (!foreign.has(contents.session)) refuseNavigation(contents, log)
    refuseEscapes(contents, log)
  })
}
