import { Failure } from '../../src-preload/contract/failure.ts'
import type { BankView } from '../../src-preload/contract/bank.ts'
import type { Redactor } from '../lib/index.ts'
import { openJar, XSRF_COOKIE, type BankJar, type TakenCookie } from './jar.ts'
import { keptText, parseKept, type KeptSession } from './kept-session.ts'

/** Where the session rests between runs: one text in the keychain. */
export interface SessionRest {
  /** @throws Failure `keychain-unavailable` */
  read(): Promise<string | undefined>
  write(value: string): Promise<void>
  /** @throws Failure `keychain-unavailable` */
  forget(): Promise<void>
}

/** Names for good who is here, and so whose a session is. @throws Failure `bank-needs-player`, or why their record cannot be read */
export type SessionOwner = () => Promise<string>

export type SessionState = BankView['session']

/**
 * One sign-in's session, which a question to the bank is asked with. Once the player has signed out, or in anew, it is over:
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

/** The player's session with the bank: its cookies and a pasted form token, in main only. */
export interface BankSession {
  readonly state: SessionState
  /** The session there is now. */
  current(): SessionHandle
  /** A secret that came with a page; it never stands in a log. */
  hide(secret: string): void
  /**
   * Takes the cookies of a sign-in; whatever session there was is over.
   * @throws Failure `bank-answer-unusable` without a session cookie, `bank-signed-out` where the player signed out or in meanwhile
   */
  adopt(cookies: readonly TakenCookie[], token?: string): Promise<void>
  /** Brings the kept session in if it is of the player who is here. @throws Failure `keychain-unavailable`, or as its owner */
  load(): Promise<void>
  /** @throws Failure `keychain-unavailable` when the keychain may still hold it; memory is emptied in any case */
  signOut(): Promise<void>
  onChange(listener: () => void): () => void
  /** Waits until the keychain has what was last kept. */
  settled(): Promise<void>
}

/** Rotated values that stay hidden from logs; older ones are worth nothing any more. */
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

/** What a session consists of while the app runs. */
interface Inside {
  live: Live
  state: SessionState
  /** Ends when the keychain has taken all that was told to it. */
  saving: Promise<void>
  loading?: Promise<void>
  readonly openJar: (saved?: string) => BankJar
  readonly home: URL
  readonly sessionName: RegExp
  readonly rest: SessionRest
  readonly owner: SessionOwner
  readonly hide: (secret: string) => void
  readonly listeners: Set<() => void>
}

function become(inside: Inside, next: SessionState): void {
  if (inside.state === next) return
  inside.state = next
  for (const listener of inside.listeners) listener()
}

async function hideAll({ hide }: Inside, jar: BankJar): Promise<void> {
  for (const value of await jar.values()) hide(value)
}

/** What `work` gives, but waits no longer than the session lasts. @throws AbortError once it is over */
async function whileLive<T>({ ended: { signal } }: Live, work: Promise<T>): Promise<T> {
  const away = new AbortController()
  const over = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { signal: away.signal })
  })
  return Promise.race([work, over]).finally(() => away.abort())
}

/** Writes to the keychain in order, and whose it is; a keychain that refuses, or an owner not known yet, leaves the session in memory. */
function save(inside: Inside, live: Live): void {
  const write = async () => {
    if (inside.live !== live) return
    const player = await whileLive(live, inside.owner()) // what a sign-out forgets comes after it
    if (inside.live !== live) return // whoever that is has not signed in with it
    await inside.rest.write(keptText({ player, jar: live.jar.save(), token: live.token }))
  }
  inside.saving = inside.saving.then(write).catch(() => undefined)
}

/** What is kept, if it is of the player who is here; what is another's, or nobody's by name, is forgotten. @throws as `owner` */
async function readKept(inside: Inside): Promise<KeptSession | undefined> {
  const { live, rest, owner } = inside
  const saved = await rest.read()
  if (saved === undefined) return undefined
  const kept = parseKept(saved)
  if (kept && kept.player === (await owner())) return kept
  // It is as little use the next time. Who has signed in meanwhile has their own there.
  const forget = async () => (inside.live === live ? rest.forget() : undefined)
  inside.saving = inside.saving.then(forget).catch(() => undefined)
  await inside.saving
  return undefined
}

async function bringIn(inside: Inside): Promise<void> {
  const { live, home } = inside
  const kept = await readKept(inside)
  const jar = inside.openJar(kept?.jar)
  if (kept?.token) inside.hide(kept.token)
  await hideAll(inside, jar)
  const hasSession = await jar.hasSession(home)
  if (inside.live !== live) return // signed in or out meanwhile
  live.jar = jar
  live.token = kept?.token
  become(inside, hasSession ? 'signed-in' : 'signed-out')
}

async function load(inside: Inside): Promise<void> {
  if (inside.state !== 'unasked') return
  inside.loading ??= bringIn(inside).finally(() => (inside.loading = undefined))
  await inside.loading
}

/** Puts another session in the place of the one there was. */
function replace(inside: Inside, live: Live): void {
  const before = inside.live
  inside.live = live
  before.ended.abort()
}

const beginLive = (inside: Pick<Inside, 'openJar'>, token?: string): Live => ({
  jar: inside.openJar(),
  token,
  ended: new AbortController(),
})

async function adopt(inside: Inside, cookies: readonly TakenCookie[], token?: string): Promise<void> {
  const taken = cookies.filter(({ name }) => name === XSRF_COOKIE || inside.sessionName.test(name))
  if (!taken.some(({ name }) => inside.sessionName.test(name)))
    throw new Failure('bank-answer-unusable', { what: 'cookies', status: 0 })
  for (const secret of [...taken.map(({ value }) => value), ...(token ? [token] : [])]) inside.hide(secret)
  const before = inside.live
  const live = beginLive(inside, token)
  await live.jar.adopt(taken)
  await hideAll(inside, live.jar)
  if (inside.live !== before) throw new Failure('bank-signed-out', { expired: false }) // it was of somebody who has gone
  replace(inside, live)
  inside.state = 'signed-out' // whatever it was, listeners hear of the new session
  become(inside, 'signed-in')
  save(inside, live)
  await inside.saving
}

async function signOut(inside: Inside): Promise<void> {
  replace(inside, beginLive(inside))
  become(inside, 'signed-out')
  // After what is being written, and before what a next sign-in writes.
  const forgotten = inside.saving.then(() => inside.rest.forget())
  inside.saving = forgotten.catch(() => undefined)
  await forgotten
}

/** A handle on the session there is now. */
function handleOf(inside: Inside): SessionHandle {
  const { live } = inside
  const isOver = () => inside.live !== live
  const refuseOver = () => {
    if (isOver()) throw new Failure('bank-signed-out', { expired: false })
  }
  return {
    get over() {
      return isOver()
    },
    signal: live.ended.signal,
    get pastedToken() {
      return live.token
    },
    async headers(url) {
      await load(inside)
      refuseOver()
      const { jar } = live
      if (!(await jar.hasSession(url))) throw new Failure('bank-signed-out', { expired: inside.state === 'expired' })
      const xsrf = await jar.xsrf(url)
      return { cookie: await jar.header(url), ...(xsrf ? { 'x-xsrf-token': xsrf } : {}) }
    },
    async keep(setCookie, url) {
      if (setCookie.length === 0) return
      const changed = await live.jar.keep(setCookie, url)
      await hideAll(inside, live.jar)
      if (changed) save(inside, live)
    },
    expire() {
      if (!isOver()) become(inside, 'expired')
      return new Failure('bank-signed-out', { expired: !isOver() })
    },
    confirm: () => (isOver() ? undefined : become(inside, 'signed-in')),
    refuseOver,
  }
}

/** What a session is opened with. */
export interface SessionParts {
  home: URL
  /** Fits the session cookie's name. */
  sessionName: RegExp
  rest: SessionRest
  owner: SessionOwner
  redactor: Redactor
}

/** Opens the session at a bank. Touches no keychain yet. */
export function openSession({ home, sessionName, rest, owner, redactor }: SessionParts): BankSession {
  const openOwnJar = (saved?: string) => openJar(home, sessionName, saved)
  const inside: Inside = {
    live: beginLive({ openJar: openOwnJar }),
    state: 'unasked',
    saving: Promise.resolve(),
    openJar: openOwnJar,
    home,
    sessionName,
    rest,
    owner,
    hide: createHiding(redactor),
    listeners: new Set(),
  }
  return {
    get state() {
      return inside.state
    },
    current: () => handleOf(inside),
    hide: inside.hide,
    adopt: (cookies, token) => adopt(inside, cookies, token),
    load: () => load(inside),
    signOut: () => signOut(inside),
    onChange(listener) {
      inside.listeners.add(listener)
      return () => inside.listeners.delete(listener)
    },
    settled: () => inside.saving,
  }
}
