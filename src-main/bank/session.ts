import pLimit from 'p-limit'
import * as v from 'valibot'
import type { BankView } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Emitter, hidingLast, oneFlight, type Redactor, untilAborted } from '../lib/index.ts'
import type { Pattern } from '../settings/index.ts'
import type { SecretRest } from '../vault/index.ts'
import { BankJar, XSRF_COOKIE, type TakenCookie } from './cookies.ts'

type SessionState = BankView['session']

/**
 * One sign-in's session, for requests to the bank. It is over once the player signs out or signs in again: then no request uses it,
 * and its late answers change nothing.
 */
export interface SessionHandle {
  /** Aborts when it is over. */
  readonly signal: AbortSignal
  /** A form token that the player pasted. A token on the bank's page comes first. */
  readonly pastedToken: string | undefined
  /** Cookie headers for a request. Loads the kept session first if necessary. @throws Failure `bank-signed-out`, or as `load` */
  headers(url: URL): Promise<Record<string, string>>
  /** Keeps the cookies of an answer: in memory at once, in the keychain soon. */
  keep(setCookie: readonly string[], url: URL): Promise<void>
  /** To be called when the bank no longer knows this session. */
  expire(): Failure<'bank-signed-out'>
  /** To be called when the session has worked. */
  confirm(): void
  /** @throws Failure `bank-signed-out` if it is over */
  refuseOver(): void
}

export interface SessionParts {
  home: URL
  sessionName: Pattern
  /** Where the session is kept between runs, as one text. */
  rest: SecretRest
  /** Gives the lasting id of the present player. @throws Failure `bank-needs-player`, or why their record cannot be read */
  owner: () => Promise<string>
  redactor: Redactor
}

/** A session in the keychain. */
const KeptSession = v.object({
  /** The player's lasting id. */
  player: v.string(),
  /** The cookies, as `BankJar.save` gives them. */
  jar: v.string(),
  /** A form token that the player pasted. */
  token: v.fallback(v.optional(v.string()), undefined),
})
type KeptSession = v.InferOutput<typeof KeptSession>

const KeptText = v.pipe(v.string(), v.parseJson(), KeptSession)

/** The cookies of one sign-in. */
interface Live {
  jar: BankJar
  token?: string
  readonly ended: AbortController
}

const signedOut = (expired: boolean) => new Failure('bank-signed-out', { expired })

/** The player's session with the bank: its cookies and a pasted form token. They never leave main. */
export class BankSession {
  readonly #parts: SessionParts
  readonly #changed = new Emitter()
  #live: Live
  #state: SessionState = 'unasked'
  /** Settles when nothing waits to be written to the keychain. */
  readonly #inTurn = pLimit(1)
  readonly #loadOnce = oneFlight(() => this.#loadKept())

  /** Hides a secret of a page from the log. */
  readonly hide: (secret: string) => void
  readonly onChange = this.#changed.on

  /** Does not use the keychain yet. */
  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#live = this.#beginLive()
    this.hide = hidingLast(parts.redactor)
  }

  get state(): SessionState {
    return this.#state
  }

  current(): SessionHandle {
    return this.#handle(this.#live)
  }

  #handle(live: Live): SessionHandle {
    const isCurrent = () => this.#live === live
    const { signal } = live.ended
    const refuseOver = () => {
      if (signal.aborted) throw signedOut(false)
    }
    return {
      signal,
      get pastedToken() {
        return live.token
      },
      headers: async (url) => {
        if (isCurrent()) await this.load()
        refuseOver()
        const { jar } = live
        if (!(await jar.hasSession(url))) {
          if (isCurrent() && this.#state === 'signed-in') this.#become('expired') // the cookies are too old
          throw signedOut(this.#state === 'expired')
        }
        const xsrf = await jar.xsrf(url)
        return { cookie: await jar.header(url), ...(xsrf ? { 'x-xsrf-token': xsrf } : {}) }
      },
      keep: async (setCookie, url) => {
        if (setCookie.length === 0) return
        const changed = await live.jar.keep(setCookie, url)
        await this.#hideAll(live.jar)
        if (live.token) this.hide(live.token)
        if (changed && isCurrent()) this.#save(live)
      },
      expire: () => {
        if (isCurrent()) this.#become('expired')
        return signedOut(!signal.aborted)
      },
      confirm: () => (isCurrent() ? this.#become('signed-in') : undefined),
      refuseOver,
    }
  }

  /**
   * Takes the cookies of a sign-in and ends the session before it.
   * @throws Failure `bank-answer-unusable` without a session cookie, `bank-signed-out` if the player signed out or in meanwhile
   */
  async adopt(cookies: readonly TakenCookie[], token?: string): Promise<void> {
    await (await this.candidate(cookies, token)).takeOver()
  }

  /**
   * Makes a session of a sign-in's cookies beside the present one, to be tried before it takes its place.
   * @throws Failure `bank-answer-unusable` without a session cookie
   */
  async candidate(cookies: readonly TakenCookie[], token?: string) {
    const { sessionName } = this.#parts
    const taken = cookies.filter(({ name }) => name === XSRF_COOKIE || sessionName.test(name))
    if (!taken.some(({ name }) => sessionName.test(name)))
      throw new Failure('bank-answer-unusable', { what: 'cookies', status: 0 })
    for (const secret of [...taken.map(({ value }) => value), ...(token ? [token] : [])]) this.hide(secret)
    const before = this.#live
    const live = this.#beginLive(token)
    await live.jar.adopt(taken)
    await this.#hideAll(live.jar)
    return {
      handle: this.#handle(live),
      /** The cookies after the bank's last answer. */
      cookies: () => live.jar.list(this.#parts.home),
      /** Replaces the present session. @throws Failure `bank-signed-out` if the player signed out or in meanwhile */
      takeOver: async (): Promise<void> => {
        if (this.#live !== before) throw signedOut(false) // another player may be here by now
        this.#replace(live)
        this.#state = 'signed-out' // so that the next line is a change in any case
        this.#become('signed-in')
        this.#save(live)
        await this.settled()
      },
    }
  }

  /** Loads the kept session, if it belongs to the present player. @throws Failure `keychain-unavailable`, or as `owner` */
  async load(): Promise<void> {
    if (this.#state !== 'unasked') return
    await this.#loadOnce()
  }

  /** Empties memory in any case. @throws Failure `keychain-unavailable` if the keychain may still hold the session */
  async signOut(): Promise<void> {
    this.#replace(this.#beginLive())
    this.#become('signed-out')
    // Comes after the present write and before that of the next sign-in.
    await this.#inTurn(() => this.#parts.rest.forget())
  }

  /** Waits until the keychain has the last session. */
  settled(): Promise<void> {
    return this.#inTurn(() => undefined)
  }

  #beginLive(token?: string): Live {
    return { jar: this.#openJar(), token, ended: new AbortController() }
  }

  #openJar(saved?: string): BankJar {
    return new BankJar(this.#parts.home, this.#parts.sessionName, saved)
  }

  /** Puts another session in place of the present one, and ends that. */
  #replace(live: Live): void {
    const before = this.#live
    this.#live = live
    before.ended.abort()
  }

  #become(next: SessionState): void {
    if (this.#state === next) return
    this.#state = next
    this.#changed.emit()
  }

  async #hideAll(jar: BankJar): Promise<void> {
    for (const value of await jar.values()) this.hide(value)
  }

  /** Writes the session and its player to the keychain, in order. It stays in memory if the keychain refuses or the player is unknown. */
  #save(live: Live): void {
    const { rest, owner } = this.#parts
    const write = async () => {
      if (this.#live !== live) return
      const player = await untilAborted(owner(), live.ended.signal) // a sign-out must not wait for it
      if (this.#live !== live) return // the player may be another one
      const kept: KeptSession = { player, jar: live.jar.save(), token: live.token }
      await rest.write(JSON.stringify(kept))
    }
    this.#inTurn(write).catch(() => undefined)
  }

  async #loadKept(): Promise<void> {
    const live = this.#live
    const kept = await this.#readKept(live)
    const jar = this.#openJar(kept?.jar)
    if (kept?.token) this.hide(kept.token)
    await this.#hideAll(jar)
    const hasSession = await jar.hasSession(this.#parts.home)
    if (this.#live !== live) return // signed in or out meanwhile
    live.jar = jar
    live.token = kept?.token
    this.#become(hasSession ? 'signed-in' : kept ? 'expired' : 'signed-out') // the cookies may be too old by now
  }

  /** Reads the kept session, and forgets one of another player. @throws as `owner` */
  async #readKept(live: Live): Promise<KeptSession | undefined> {
    const { rest, owner } = this.#parts
    const saved = await rest.read()
    if (saved === undefined) return undefined
    const kept = v.safeParse(KeptText, saved)
    if (kept.success && kept.output.player === (await owner())) return kept.output
    // If somebody signed in meanwhile, the keychain holds their session.
    const forget = async () => (this.#live === live ? rest.forget() : undefined)
    await this.#inTurn(forget).catch(() => undefined)
    return undefined
  }
}
