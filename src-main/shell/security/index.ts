import { app, type Session } from 'electron'
import { countRequests } from './count-requests.ts'
import { isForeign } from './foreign.ts'
import { limitRequests } from './limit-requests.ts'
import { refuseDownloads } from './refuse-downloads.ts'
import { refuseNavigation } from './refuse-navigation.ts'
import { refusePermissions } from './refuse-permissions.ts'
import { refuseWebviews } from './refuse-webviews.ts'
import { refuseWindows } from './refuse-windows.ts'

export { expectForeign } from './foreign.ts'
export { pagePreferences } from './page-preferences.ts'
export { pageSession } from './page-session.ts'
export { onPress } from './presses.ts'

/** Puts every rule of docs/security.md on the page's session and on every page that will ever exist. Before the first window. */
export function harden(session: Session, imageOrigins: () => readonly string[], log: (line: string) => void): void {
  refusePermissions(session)
  refuseDownloads(session, log)
  limitRequests(session, imageOrigins, log)
  countRequests(session)
  app.on('session-created', countRequests)
  app.on('web-contents-created', (_event, contents) => {
    if (!isForeign(contents)) refuseNavigation(contents, log)
    refuseWindows(contents, log)
    refuseWebviews(contents, log)
  })
}
