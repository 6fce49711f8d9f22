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

/**
 * The panel's sessions. Both cookies change with every answer, and each is good for one: whoever drops an answer's cookies is
 * signed out.
 */
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

/** Without a request for this long a session ends. */
const LIFETIME_MS = 120 * 60_000
/** A cookie is still good this long after it was first used: a page's requests are sent side by side. */
const SIDE_BY_SIDE_MS = 2_000

const SESSION = 'nordwind_session'
const XSRF = 'XSRF-TOKEN'

function cookieOf(header: string, name: string): string | undefined {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** Opens the panel's sessions. `path` is where its cookies count, `lifetimeMs` how long one lasts without a request. */
export function createSessions(now: () => Date, path: string, lifetimeMs = LIFETIME_MS): Sessions {
  /** Cookie values that may be good, in the order they were given out. `usedAt`: first sent back, epoch ms. */
  const given = new Map<string, { session: PanelSession; usedAt?: number }>()
  const isSpent = (usedAt = Infinity) => now().getTime() - usedAt > SIDE_BY_SIDE_MS
  return {
    find(header = '') {
      const found = given.get(cookieOf(header, SESSION) ?? '')
      if (!found || isSpent(found.usedAt)) return undefined
      const { session } = found
      if (now().getTime() - session.lastSeen > lifetimeMs) return undefined
      found.usedAt ??= now().getTime()
      session.lastSeen = now().getTime()
      return session
    },
    start() {
      return { csrf: randomBytes(20).toString('hex'), signedIn: false, lastSeen: now().getTime() }
    },
    cookies(session) {
      const value = randomBytes(60).toString('base64')
      for (const [old, { usedAt }] of given) if (isSpent(usedAt)) given.delete(old)
      given.set(encodeURIComponent(value), { session })
      const proof = createHash('sha256').update(session.csrf).digest('base64')
      const xsrf = encodeURIComponent(`${proof}.${randomBytes(12).toString('base64')}`)
      const rest = `path=${path}; max-age=${lifetimeMs / 1000}; samesite=lax`
      return [`${XSRF}=${xsrf}; ${rest}`, `${SESSION}=${encodeURIComponent(value)}; ${rest}; httponly`]
    },
    accepts: (session, token) => token === session.csrf,
    expireAll() {
      given.clear()
    },
  }
}
