// Tested in Electron: hostile-page.spec.ts
import { app, session, type Session } from 'electron'
import {
  refuseDownloads,
  refuseHolding,
  refuseNavigation,
  refusePermissions,
  refuseUdp,
  refuseWebviews,
  refuseWindows,
} from './refusals.ts'
import { countRequests, limitRequests } from './requests.ts'

export { pagePreferences } from './page-preferences.ts'
export { closeExcept } from './requests.ts'

const foreign = new WeakSet<Session>()

/** Marks a session whose pages are not ours and have their own rules of navigation: the bank's sign-in, main's questions. */
export const expectForeign = (session: Session): void => void foreign.add(session)

/** The page's own session: no cookies, cache or permissions shared with anything else, and no spell-check downloads. */
export function pageSession(): Session {
  const own = session.fromPartition('persist:page')
  own.setSpellCheckerEnabled(false)
  return own
}

/** Applies every rule of docs/security.md to the page's session and to every page that will ever exist. Before the first window. */
export function harden(session: Session, imageOrigins: () => readonly string[], log: (line: string) => void): void {
  refusePermissions(session)
  refuseDownloads(session, log)
  limitRequests(session, imageOrigins, log)
  countRequests(session)
  app.on('session-created', countRequests)
  app.on('web-contents-created', (_event, contents) => {
    if (!foreign.has(contents.session)) refuseNavigation(contents, log)
    refuseWindows(contents, log)
    refuseWebviews(contents, log)
    refuseHolding(contents)
    refuseUdp(contents)
  })
}
