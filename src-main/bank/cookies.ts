import { Cookie, CookieJar } from 'tough-cookie'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Pattern } from '../settings/index.ts'
import { wholePattern } from './validate.ts'

/** A cookie of a sign-in window, as Electron gives and takes it, or one that the player typed. */
export interface TakenCookie {
  name: string
  value: string
  domain?: string
  /** Not for the domain's other hosts. */
  hostOnly?: boolean
  path?: string
  secure?: boolean
  httpOnly?: boolean
  /** Seconds since 1970. */
  expirationDate?: number
}

export const XSRF_COOKIE = 'XSRF-TOKEN'

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The bank's cookies. tough-cookie decides which of them may be sent where. */
export class BankJar {
  readonly #home: URL
  readonly #sessionName: Pattern
  #jar: CookieJar

  /** `saved`: the text of an earlier `save()`. `sessionName`: the session cookie's pattern. */
  constructor(home: URL, sessionName: Pattern, saved?: string) {
    this.#home = home
    this.#sessionName = sessionName
    this.#jar = restore(saved)
  }

  /** Takes the two cookies of a sign-in and forgets all others. */
  async adopt(cookies: readonly TakenCookie[]): Promise<void> {
    this.#jar = new CookieJar()
    for (const cookie of cookies) await this.#jar.setCookie(asCookie(cookie, this.#home), this.#home.href)
  }

  /** The `cookie` header for an address; empty if no cookie fits. */
  header(url: URL): Promise<string> {
    return this.#jar.getCookieString(url.href)
  }

  /** The decoded value for the header `X-XSRF-TOKEN`, if there is one. */
  async xsrf(url: URL): Promise<string | undefined> {
    const found = (await this.#jar.getCookies(url.href)).find((cookie) => cookie.key === XSRF_COOKIE)
    return found && decoded(found.value)
  }

  /** True if a session cookie would be sent to an address. */
  async hasSession(url: URL): Promise<boolean> {
    return (await this.#jar.getCookies(url.href)).some((cookie) => this.#sessionName.test(cookie.key))
  }

  /** The cookies that would be sent to an address. */
  async list(url: URL): Promise<TakenCookie[]> {
    return (await this.#jar.getCookies(url.href)).map(asTaken)
  }

  /** Keeps the cookies that an answer sets. Returns true if anything changed. */
  async keep(setCookie: readonly string[], url: URL): Promise<boolean> {
    const before = this.save()
    for (const line of setCookie) await this.#jar.setCookie(line, url.href, { ignoreError: true })
    return this.save() !== before
  }

  /** Every value in the jar, for the redactor. */
  async values(): Promise<string[]> {
    const { cookies } = await this.#jar.serialize()
    return cookies.flatMap(({ value }) => (typeof value === 'string' ? [value, decoded(value)] : []))
  }

  save(): string {
    return JSON.stringify(this.#jar.serializeSync())
  }
}

function restore(saved = ''): CookieJar {
  try {
    return CookieJar.deserializeSync(saved)
  } catch {
    return new CookieJar() // nothing saved, or unreadable: the player signs in
  }
}

function asCookie(taken: TakenCookie, home: URL): Cookie {
  const domain = (taken.domain ?? home.hostname).replace(/^\./, '')
  return new Cookie({
    key: taken.name,
    value: taken.value,
    domain,
    hostOnly: taken.hostOnly ?? !taken.domain?.startsWith('.'),
    path: taken.path ?? '/',
    secure: taken.secure ?? home.protocol === 'https:',
    httpOnly: taken.httpOnly ?? true,
    expires: taken.expirationDate === undefined ? 'Infinity' : new Date(taken.expirationDate * 1000),
  })
}

function asTaken(cookie: Cookie): TakenCookie {
  const { key: name, value, domain, path, secure, httpOnly, hostOnly } = cookie
  const expiresAt = cookie.expiryTime()
  return {
    name,
    value,
    domain: hostOnly ? (domain ?? undefined) : `.${domain}`,
    hostOnly: hostOnly ?? undefined,
    path: path ?? undefined,
    secure,
    httpOnly,
    expirationDate: expiresAt !== undefined && Number.isFinite(expiresAt) ? expiresAt / 1000 : undefined,
  }
}

/** The name, if a pattern is a plain name; undefined for a real pattern. */
function onlyName(pattern: string): string | undefined {
  const bare = pattern.replace(/^\^/, '').replace(/\$$/, '')
  return /^(?:[\w-]|\\[.-])+$/.test(bare) ? bare.replace(/\\/g, '') : undefined
}

/** Splits at the first `=`: a value may contain more of them. */
const split = (pasted: string): TakenCookie => {
  const at = pasted.indexOf('=')
  return { name: pasted.slice(0, Math.max(at, 0)), value: pasted.slice(at + 1) }
}

/**
 * A pasted session cookie: `name=value`, or the value alone if the profile allows only one name.
 * @param pattern the profile's pattern of the name
 * @throws Failure `bank-cookie-name` if the name is needed and missing
 */
export function pastedSession(pasted: string, pattern: string): TakenCookie {
  const named = split(pasted)
  if (wholePattern(pattern).test(named.name) && named.value) return named
  const name = onlyName(pattern)
  if (name === undefined) throw new Failure('bank-cookie-name', {})
  return { name, value: pasted }
}

/** A pasted XSRF cookie: `XSRF-TOKEN=value`, or the value alone. */
export const pastedXsrf = (pasted: string): TakenCookie => {
  const named = split(pasted)
  return named.name === XSRF_COOKIE ? named : { name: XSRF_COOKIE, value: pasted }
}
