import type { Session, WebContents } from 'electron'

const foreign = new WeakSet<Session>()

/** Tells that pages of this session are not ours and bring their own rules of navigation: the bank's sign-in. */
export const expectForeign = (session: Session): void => void foreign.add(session)

export const isForeign = (contents: WebContents): boolean => foreign.has(contents.session)
