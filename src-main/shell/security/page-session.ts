import { session, type Session } from 'electron'

/** The page's own session: no cookies, cache or permissions shared with anything else, and no spell-check downloads. */
export function pageSession(): Session {
  const own = session.fromPartition('persist:page')
  own.setSpellCheckerEnabled(false)
  return own
}
