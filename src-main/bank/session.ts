import { Failure } from '../../src-preload/contract/failure.ts'
import type { BankView } from '../../src-preload/contract/bank.ts'
import type { Redactor } from '../lib/index.ts'
import { openJar, XSRF_COOKIE, type BankJar, type TakenCookie } from './jar.ts'

/** Where the session rests between runs: one text in the keychain. */
export interface SessionRest {
  /** @throws Failure `keychain-unavailable` */
  read(): Promise<string | undefined>
  write(value: string): Promise<void>
  /** @throws Failure `keychain-unavailable` */
  forget(): Promise<void>
}

export type SessionState = BankView['session']

/** The player's session with the bank: its cookies and a pasted form token, in main only. */
export interface BankSession {
  readonly state: SessionState
  /** A form token the player pasted; the page's own comes first. */
  readonly pastedToken: string | undefined
  /** Cookie headers for a request; brings the kept session in when it is first needed. @throws Failure `bank-signed-out`, `keychain-unavailable` */
  headers(url: URL): Promise<Record<string, string>>
  /** Keeps rotated cookies, in memory at once and in the keychain soon. */
  keep(setCookie: readonly string[], url: URL): Promise<void>
  /** The bank no longer knows this session. */
  expire(): Failure<'bank-signed-out'>
  /** The session has just been seen to work. */
  confirm(): void
  /** A secret that came with a page; it never stands in a log. */
  hide(secret: string): void
  adopt(cookies: readonly TakenCookie[], token?: string): Promise<void>
  /** Brings the kept session in. @throws Failure `keychain-unavailable` */
  load(): Promise<void>
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

/** What a session consists of while the app runs. */
interface Inside {
  jar: BankJar
  state: SessionState
  token?: string
  saving: Promise<void>
  readonly home: URL
  readonly sessionName: RegExp
  readonly rest: SessionRest
  readonly hide: (secret: string) => void
  readonly listeners: Set<() => void>
}

function become(inside: Inside, next: SessionState): void {
  if (inside.state === next) return
  inside.state = next
  for (const listener of inside.listeners) listener()
}

async function hideAll({ jar, hide }: Inside): Promise<void> {
  for (const value of await jar.values()) hide(value)
}

/** Writes to the keychain in order; a keychain that refuses leaves the session in memory. */
function save(inside: Inside): void {
  const write = () => inside.rest.write(JSON.stringify({ jar: inside.jar.save(), token: inside.token }))
  inside.saving = inside.saving.then(write).catch(() => undefined)
}

async function bringIn(inside: Inside): Promise<void> {
  const saved = await inside.rest.read()
  if (inside.state !== 'unasked') return // signed in meanwhile
  const kept = saved === undefined ? undefined : parseKept(saved)
  if (kept) {
    inside.jar = openJar(inside.home, inside.sessionName, kept.jar)
    inside.token = kept.token
    if (kept.token) inside.hide(kept.token)
    await hideAll(inside)
  }
  become(inside, (await inside.jar.hasSession(inside.home)) ? 'signed-in' : 'signed-out')
}

async function adopt(inside: Inside, cookies: readonly TakenCookie[], token?: string): Promise<void> {
  const taken = cookies.filter(({ name }) => name === XSRF_COOKIE || inside.sessionName.test(name))
  if (!taken.some(({ name }) => inside.sessionName.test(name)))
    throw new Failure('bank-answer-unusable', { what: 'cookies', status: 0 })
  for (const secret of [...taken.map(({ value }) => value), ...(token ? [token] : [])]) inside.hide(secret)
  await inside.jar.adopt(taken)
  await hideAll(inside)
  inside.token = token
  inside.state = 'signed-out' // whatever it was, listeners hear of the new session
  become(inside, 'signed-in')
  save(inside)
  await inside.saving
}

async function headers(inside: Inside, url: URL): Promise<Record<string, string>> {
  const { jar, state } = inside
  if (!(await jar.hasSession(url))) throw new Failure('bank-signed-out', { expired: state === 'expired' })
  const xsrf = await jar.xsrf(url)
  return { cookie: await jar.header(url), ...(xsrf ? { 'x-xsrf-token': xsrf } : {}) }
}

/** Opens the session at a bank. Touches no keychain yet. */
export function openSession(home: URL, sessionName: RegExp, rest: SessionRest, redactor: Redactor): BankSession {
  const inside: Inside = {
    jar: openJar(home, sessionName),
    state: 'unasked',
    saving: Promise.resolve(),
    home,
    sessionName,
    rest,
    hide: createHiding(redactor),
    listeners: new Set(),
  }
  let loading: Promise<void> | undefined
  const load = async () => {
    if (inside.state !== 'unasked') return
    loading ??= bringIn(inside).finally(() => (loading = undefined))
    await loading
  }
  return {
    get state() {
      return inside.state
    },
    get pastedToken() {
      return inside.token
    },
    headers: async (url) => {
      await load()
      return headers(inside, url)
    },
    async keep(setCookie, url) {
      if (setCookie.length === 0) return
      const changed = await inside.jar.keep(setCookie, url)
      await hideAll(inside)
      if (changed) save(inside)
    },
    expire() {
      become(inside, 'expired')
      return new Failure('bank-signed-out', { expired: true })
    },
    confirm: () => become(inside, 'signed-in'),
    hide: inside.hide,
    adopt: (cookies, token) => adopt(inside, cookies, token),
    load,
    async signOut() {
      inside.jar = openJar(home, sessionName)
      inside.token = undefined
      become(inside, 'signed-out')
      await inside.saving
      await rest.forget()
    },
    onChange(listener) {
      inside.listeners.add(listener)
      return () => inside.listeners.delete(listener)
    },
    settled: () => inside.saving,
  }
}

function parseKept(saved: string): { jar: string; token?: string } | undefined {
  try {
    const kept = JSON.parse(saved) as { jar?: unknown; token?: unknown }
    return typeof kept.jar === 'string'
      ? { jar: kept.jar, token: typeof kept.token === 'string' ? kept.token : undefined }
      : undefined
  } catch {
    return undefined
  }
}
