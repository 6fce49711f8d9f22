import { Cookie, CookieJar } from 'tough-cookie'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Pattern } from '../settings/index.ts'
import { wholePattern } from './validate.ts'

/** A cookie as it is taken from a sign-in window or typed by the player. Times in epoch ms. */
export interface TakenCookie {
  name: string
  value: string
  domain?: string
  path?: string
  secure?: boolean
  httpOnly?: boolean
  expiresAt?: number
}

/** The bank's cookies: what may be sent where, by tough-cookie's rules. */
export interface BankJar {
  /** Takes over the two cookies of a sign-in, forgetting all others. */
  adopt(cookies: readonly TakenCookie[]): Promise<void>
  /** The `cookie` header for an address; empty when none fits. */
  header(url: URL): Promise<string>
  /** The decoded value that `X-XSRF-TOKEN` wants, where there is one. */
  xsrf(url: URL): Promise<string | undefined>
  /** True when a session cookie would be sent there. */
  hasSession(url: URL): Promise<boolean>
  /** The cookies that would be sent there, as a browser could take them over. */
  list(url: URL): Promise<TakenCookie[]>
  /** Keeps what an answer set. Returns true when anything changed. */
  keep(setCookie: readonly string[], url: URL): Promise<boolean>
  /** Every value in the jar, for the redactor. */
  values(): Promise<string[]>
  save(): string
}

export const XSRF_COOKIE = 'XSRF-TOKEN'

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A jar of what `saved` holds (a `save()` from before), or an empty one. `home` is the bank's address; `sessionName` the session cookie's pattern. */
export function openJar(home: URL, sessionName: Pattern, saved?: string): BankJar {
  let jar = saved ? restore(saved) : new CookieJar()
  const snapshot = () => JSON.stringify(jar.serializeSync())
  return {
    async adopt(cookies) {
      jar = new CookieJar()
      for (const cookie of cookies) await jar.setCookie(asCookie(cookie, home), home.href)
    },
    header: (url) => jar.getCookieString(url.href),
    async xsrf(url) {
      const found = (await jar.getCookies(url.href)).find((cookie) => cookie.key === XSRF_COOKIE)
      return found && decoded(found.value)
    },
    async hasSession(url) {
      return (await jar.getCookies(url.href)).some((cookie) => sessionName.test(cookie.key))
    },
    list: async (url) => (await jar.getCookies(url.href)).map(asTaken),
    async keep(setCookie, url) {
      const before = snapshot()
      for (const line of setCookie) await jar.setCookie(line, url.href, { ignoreError: true })
      return snapshot() !== before
    },
    async values() {
      const { cookies } = await jar.serialize()
      return cookies.flatMap(({ value }) => (typeof value === 'string' ? [value, decoded(value)] : []))
    },
    save: snapshot,
  }
}

function restore(saved: string): CookieJar {
  try {
    return CookieJar.deserializeSync(saved)
  } catch {
    return new CookieJar() // a jar that cannot be read is no session: the player signs in again
  }
}

function asCookie(taken: TakenCookie, home: URL): Cookie {
  const domain = (taken.domain ?? home.hostname).replace(/^\./, '')
  return new Cookie({
    key: taken.name,
    value: taken.value,
    domain,
    hostOnly: !taken.domain?.startsWith('.'),
    path: taken.path ?? '/',
    secure: taken.secure ?? home.protocol === 'https:',
    httpOnly: taken.httpOnly ?? true,
    expires: taken.expiresAt === undefined ? 'Infinity' : new Date(taken.expiresAt),
  })
}

function asTaken(cookie: Cookie): TakenCookie {
  const { key: name, value, domain, path, secure, httpOnly, hostOnly } = cookie
  const expiresAt = cookie.expiryTime()
  return {
    name,
    value,
    domain: hostOnly ? (domain ?? undefined) : `.${domain}`,
    path: path ?? undefined,
    secure,
    httpOnly,
    expiresAt: expiresAt !== undefined && Number.isFinite(expiresAt) ? expiresAt : undefined,
  }
}

/** The one name that a pattern allows, if it is a plain name; undefined for a real pattern. */
function onlyName(pattern: string): string | undefined {
  const bare = pattern.replace(/^\^/, '').replace(/\$$/, '')
  return /^(?:[\w-]|\\[.-])+$/.test(bare) ? bare.replace(/\\/g, '') : undefined
}

/** Name and value around the first `=`, which may stand in values too. */
const split = (pasted: string): TakenCookie => {
  const at = pasted.indexOf('=')
  return { name: pasted.slice(0, Math.max(at, 0)), value: pasted.slice(at + 1) }
}

/**
 * A session cookie as it was pasted: `name=value`, or the value alone where the profile allows but one name.
 * `pattern` is the profile's for the name.
 * @throws Failure `bank-cookie-name` when the name has to be known and is not
 */
export function pastedSession(pasted: string, pattern: string): TakenCookie {
  const named = split(pasted)
  if (wholePattern(pattern).test(named.name) && named.value) return named
  const name = onlyName(pattern)
  if (name === undefined) throw new Failure('bank-cookie-name', {})
  return { name, value: pasted }
}

/** The XSRF cookie as it was pasted: `XSRF-TOKEN=value`, or the value alone. */
export const pastedXsrf = (pasted: string): TakenCookie => {
  const named = split(pasted)
  return named.name === XSRF_COOKIE ? named : { name: XSRF_COOKIE, value: pasted }
}
