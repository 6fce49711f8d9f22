import { createHash, randomBytes } from 'node:crypto'

export interface PanelSession {
  csrf: string
  signedIn: boolean
  /** Where the guest wanted to go before the sign-in. */
  intended?: string
  /** Words shown once on the next page. */
  flash?: string
  lastSeen: number
}

const LIFETIME_MS = 120 * 60_000
/** A cookie is valid for so long after its first use, because a page sends requests in parallel. */
const SIDE_BY_SIDE_MS = 2_000

const SESSION = 'nordwind_session'
const XSRF = 'XSRF-TOKEN'

const cookieOf = (header: string, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(header)?.[1]

/**
 * The panel's sessions. Both cookies change with every answer, and each is valid for one request. A client that drops an answer's
 * cookies is signed out.
 */
export class Sessions {
  readonly #now: () => Date
  readonly #lifetimeMs: number
  /** Cookie values that may be valid, oldest first. `usedAt`: the first use, epoch ms. */
  readonly #given = new Map<string, { session: PanelSession; usedAt?: number }>()

  /** @param lifetimeMs how long a session lasts without a request */
  constructor(now: () => Date, lifetimeMs = LIFETIME_MS) {
    this.#now = now
    this.#lifetimeMs = lifetimeMs
  }

  /** The session a request's `cookie` header belongs to. */
  find(header = ''): PanelSession | undefined {
    const found = this.#given.get(cookieOf(header, SESSION) ?? '')
    if (!found || this.#isSpent(found.usedAt)) return undefined
    const { session } = found
    if (this.#ms - session.lastSeen > this.#lifetimeMs) return undefined
    found.usedAt ??= this.#ms
    session.lastSeen = this.#ms
    return session
  }

  start(): PanelSession {
    return { csrf: randomBytes(20).toString('hex'), signedIn: false, lastSeen: this.#ms }
  }

  /** Fresh `set-cookie` lines for a session. */
  cookies(session: PanelSession): string[] {
    const value = encodeURIComponent(randomBytes(60).toString('base64'))
    for (const [old, { usedAt }] of this.#given) if (this.#isSpent(usedAt)) this.#given.delete(old)
    this.#given.set(value, { session })
    const proof = createHash('sha256').update(session.csrf).digest('base64')
    const xsrf = encodeURIComponent(`${proof}.${randomBytes(12).toString('base64')}`)
    const rest = `path=/; max-age=${this.#lifetimeMs / 1000}; samesite=lax`
    return [`${XSRF}=${xsrf}; ${rest}`, `${SESSION}=${value}; ${rest}; httponly`]
  }

  get #ms(): number {
    return this.#now().getTime()
  }

  #isSpent(usedAt = Infinity): boolean {
    return this.#ms - usedAt > SIDE_BY_SIDE_MS
  }
}
