import { createHash, randomBytes } from 'node:crypto'

/** One browser's session with the demo's panel. */
export interface PanelSession {
  csrf: string
  signedIn: boolean
  /** Where the guest wanted to go before the sign-in. */
  intended?: string
  /** Words shown once on the next page. */
  flash?: string
  lastSeen: number
}

/** The panel's sessions. Both cookies change with every answer, as they do where cookies are encrypted anew each time. */
export interface Sessions {
  /** The session a request's `cookie` header belongs to. */
  find(cookie: string | undefined): PanelSession | undefined
  start(): PanelSession
  /** Fresh `set-cookie` lines for a session. */
  cookies(session: PanelSession): string[]
  /** True when the token of a form or header belongs to the session. */
  accepts(session: PanelSession, token: string): boolean
  expireAll(): void
}

/** Minutes without a request after which a session ends. */
const LIFETIME_MS = 120 * 60_000
/** How many of the last cookie values are still good: answers may overtake each other. */
const STILL_GOOD = 8

const SESSION = 'nordwind_session'
const XSRF = 'XSRF-TOKEN'

function cookieOf(header: string, name: string): string | undefined {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Opens the panel's sessions. `path` is where its cookies count. */
export function createSessions(now: () => Date, path: string): Sessions {
  const byValue = new Map<string, PanelSession>()
  const values = new Map<PanelSession, string[]>()
  const forget = (session: PanelSession) => {
    for (const value of values.get(session) ?? []) byValue.delete(value)
    values.delete(session)
  }
  return {
    find(header = '') {
      const session = byValue.get(cookieOf(header, SESSION) ?? '')
      if (!session) return undefined
      if (now().getTime() - session.lastSeen > LIFETIME_MS) {
        forget(session)
        return undefined
      }
      session.lastSeen = now().getTime()
      return session
    },
    start() {
      const session: PanelSession = {
        csrf: randomBytes(20).toString('hex'),
        signedIn: false,
        lastSeen: now().getTime(),
      }
      values.set(session, [])
      return session
    },
    cookies(session) {
      const value = randomBytes(60).toString('base64')
      const list = values.get(session) ?? []
      list.push(encodeURIComponent(value))
      byValue.set(encodeURIComponent(value), session)
      while (list.length > STILL_GOOD) byValue.delete(list.shift() ?? '')
      values.set(session, list)
      const proof = createHash('sha256').update(session.csrf).digest('base64')
      const xsrf = encodeURIComponent(`${proof}.${randomBytes(12).toString('base64')}`)
      const rest = `path=${path}; max-age=${LIFETIME_MS / 1000}; samesite=lax`
      return [`${XSRF}=${xsrf}; ${rest}`, `${SESSION}=${encodeURIComponent(value)}; ${rest}; httponly`]
    },
    accepts: (session, token) => token === session.csrf,
    expireAll() {
      byValue.clear()
      values.clear()
    },
  }
}
