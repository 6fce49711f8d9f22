import type { BankView } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Emitter, type Redactor, untilAborted } from '../lib/index.ts'
import type { Pattern } from '../settings/index.ts'
import type { SecretRest } from '../vault/index.ts'
import { BankJar, XSRF_COOKIE, type TakenCookie } from './cookies.ts'

/** Gives the lasting name of the present player. @throws Failure `bank-needs-player`, or why their record cannot be read */
export type SessionOwner = () => Promise<string>

export type SessionState = BankView['session']

/**
 * One sign-in's session, which a request to the bank is made with. Once the player has signed out or in again, it is over:
 * nothing more is asked with it, and what its late answers bring changes nothing.
 */
export interface SessionHandle {
  readonly over: boolean
  /** Aborts when it is over. */
  readonly signal: AbortSignal
  /** A form token the player pasted; the page's own comes first. */
  readonly pastedToken: string | undefined
  /** Cookie headers for a request; brings the kept session in when it is first needed. @throws Failure `bank-signed-out`, or as `load` */
  headers(url: URL): Promise<Record<string, string>>
  /** Keeps rotated cookies, in memory at once and in the keychain soon. */
  keep(setCookie: readonly string[], url: URL): Promise<void>
  /** The bank no longer knows this session. */
  expire(): Failure<'bank-signed-out'>
  /** The session has just been seen to work. */
  confirm(): void
  /** @throws Failure `bank-signed-out` when it is over */
  refuseOver(): void
}

/** A session made of a sign-in's cookies that nobody but its maker uses, until it is taken over. */
export interface CandidateSession {
  readonly handle: SessionHandle
  /** The cookies as the bank's answers have left them. */
  cookies(): Promise<TakenCookie[]>
  /** Puts it in the place of whatever session there was. @throws Failure `bank-signed-out` where the player signed out or in meanwhile */
  takeOver(): Promise<void>
}

export interface SessionParts {
  home: URL
  /** Fits the session cookie's name. */
  sessionName: Pattern
  /** Where it rests between runs, as one text. */
  rest: SecretRest
  owner: SessionOwner
  redactor: Redactor
}

interface KeptSession {
  /** Whose it is. */
  player: string
  /** The cookies, as their jar saves them. */
  jar: string
  /** A form token that the player pasted. */
  token?: string
}

/** Reads what the keychain gave; nothing where that is no session. */
function parseKept(saved: string): KeptSession | undefined {
  try {
    const { player, jar, token } = JSON.parse(saved) as Record<keyof KeptSession, unknown>
    if (typeof player !== 'string' || typeof jar !== 'string') return undefined
    return { player, jar, token: typeof token === 'string' ? token : undefined }
  } catch {
    return undefined
  }
}

/** So many rotated values stay hidden from logs; older ones are no longer valid. */
const HIDDEN_VALUES = 60

/** Keeps the last rotated values out of logs. */
function createHiding(redactor: Redactor): (secret: string) => void {
  const hidden: string[] = []
  return (secret) => {
    if (hidden.includes(secret)) return
    hidden.push(secret)
    redactor.add(secret)
    if (hidden.length > HIDDEN_VALUES) redactor.remove(hidden.shift() ?? '')
  }
}

/** The cookies of one sign-in. */
interface Live {
  jar: BankJar
  token?: string
  readonly ended: AbortController
}

const signedOut = (expired: boolean) => new Failure('bank-signed-out', { expired })

/** The player's session with the bank: its cookies and a pasted form token, in main only. */
export class BankSession {
  readonly #parts: SessionParts
  readonly #changed = new Emitter()
  #live: Live
  #state: SessionState = 'unasked'
  /** Ends when the keychain has taken all that was given to it. */
  #saving: Promise<void> = Promise.resolve()
  #loading: Promise<void> | undefined

  /** Keeps a secret that came with a page out of logs. */
  readonly hide: (secret: string) => void
  readonly onChange = this.#changed.on

  /** Touches no keychain yet. */
  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#live = this.#beginLive()
    this.hide = createHiding(parts.redactor)
  }

  get state(): SessionState {
    return this.#state
  }

  current(): SessionHandle {
    return this.#handle(this.#live)
  }

  #handle(live: Live): SessionHandle {
    const isCurrent = () => this.#live === live
    const isOver = () => live.ended.signal.aborted
    const refuseOver = () => {
      if (isOver()) throw signedOut(false)
    }
    return {
      get over() {
        return isOver()
      },
      signal: live.ended.signal,
      get pastedToken() {
        return live.token
      },
      headers: async (url) => {
        if (isCurrent()) await this.load()
        refuseOver()
        const { jar } = live
        if (!(await jar.hasSession(url))) {
          if (isCurrent() && this.#state === 'signed-in') this.#become('expired') // past their age
          throw signedOut(this.#state === 'expired')
        }
        const xsrf = await jar.xsrf(url)
        return { cookie: await jar.header(url), ...(xsrf ? { 'x-xsrf-token': xsrf } : {}) }
      },
      keep: async (setCookie, url) => {
        if (setCookie.length === 0) return
        const changed = await live.jar.keep(setCookie, url)
        await this.#hideAll(live.jar)
        if (changed && isCurrent()) this.#save(live)
      },
      expire: () => {
        if (isCurrent()) this.#become('expired')
        return signedOut(!isOver())
      },
      confirm: () => (isCurrent() ? this.#become('signed-in') : undefined),
      refuseOver,
    }
  }

  /**
   * Takes the cookies of a sign-in; whatever session there was is over.
   * @throws Failure `bank-answer-unusable` without a session cookie, `bank-signed-out` where the player signed out or in meanwhile
   */
  async adopt(cookies: readonly TakenCookie[], token?: string): Promise<void> {
    await (await this.candidate(cookies, token)).takeOver()
  }

  /** Makes a session of a sign-in's cookies, beside the one there is. @throws Failure `bank-answer-unusable` without a session cookie */
  async candidate(cookies: readonly TakenCookie[], token?: string): Promise<CandidateSession> {
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
      cookies: () => live.jar.list(this.#parts.home),
      takeOver: async () => {
        if (this.#live !== before) throw signedOut(false) // it was of somebody who has gone
        this.#replace(live)
        this.#state = 'signed-out' // whatever it was, listeners hear of the new session
        this.#become('signed-in')
        this.#save(live)
        await this.#saving
      },
    }
  }

  /** Brings the kept session in if it is of the player who is here. @throws Failure `keychain-unavailable`, or as its owner */
  async load(): Promise<void> {
    if (this.#state !== 'unasked') return
    this.#loading ??= this.#bringIn().finally(() => (this.#loading = undefined))
    await this.#loading
  }

  /** @throws Failure `keychain-unavailable` when the keychain may still hold it; memory is emptied in any case */
  async signOut(): Promise<void> {
    this.#replace(this.#beginLive())
    this.#become('signed-out')
    // After what is being written, and before what a next sign-in writes.
    const forgotten = this.#saving.then(() => this.#parts.rest.forget())
    this.#saving = forgotten.catch(() => undefined)
    await forgotten
  }

  /** Waits until the keychain has what was last kept. */
  settled(): Promise<void> {
    return this.#saving
  }

  #beginLive(token?: string): Live {
    return { jar: this.#openJar(), token, ended: new AbortController() }
  }

  #openJar(saved?: string): BankJar {
    return new BankJar(this.#parts.home, this.#parts.sessionName, saved)
  }

  /** Puts another session in the place of the one there was. */
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

  /** Writes the session and its player to the keychain, in order. If the keychain refuses or the player is not known, it stays in memory. */
  #save(live: Live): void {
    const { rest, owner } = this.#parts
    const write = async () => {
      if (this.#live !== live) return
      const player = await untilAborted(owner(), live.ended.signal) // what a sign-out forgets comes after it
      if (this.#live !== live) return // whoever that is has not signed in with it
      const kept: KeptSession = { player, jar: live.jar.save(), token: live.token }
      await rest.write(JSON.stringify(kept))
    }
    this.#saving = this.#saving.then(write).catch(() => undefined)
  }

  async #bringIn(): Promise<void> {
    const live = this.#live
    const kept = await this.#readKept(live)
    const jar = this.#openJar(kept?.jar)
    if (kept?.token) this.hide(kept.token)
    await this.#hideAll(jar)
    const hasSession = await jar.hasSession(this.#parts.home)
    if (this.#live !== live) return // signed in or out meanwhile
    live.jar = jar
    live.token = kept?.token
    this.#become(hasSession ? 'signed-in' : kept ? 'expired' : 'signed-out') // cookies do not outlive their age
  }

  /** The kept session of the present player. Another player's is forgotten. @throws as `owner` */
  async #readKept(live: Live): Promise<KeptSession | undefined> {
    const { rest, owner } = this.#parts
    const saved = await rest.read()
    if (saved === undefined) return undefined
    const kept = parseKept(saved)
    if (kept && kept.player === (await owner())) return kept
    // If somebody signed in meanwhile, the keychain holds their session.
    const forget = async () => (this.#live === live ? rest.forget() : undefined)
    this.#saving = this.#saving.then(forget).catch(() => undefined)
    await this.#saving
    return undefined
  }
}
