import { basename } from 'node:path'
import { safeParse } from 'valibot'
import { Failure, isFailure, toWire } from '../../src-preload/contract/failure.ts'
import type { Contract, Domain, DomainHandlers, Member } from '../../src-preload/contract/members.ts'
import type { Proposal } from '../../src-preload/contract/player-act.ts'
import type { Reply } from '../../src-preload/contract/wire.ts'
import { type Ask, errnoOf, windowGone } from '../lib/index.ts'

/** Opens each domain's handlers. Called once, when the page first needs the domain. */
export type Openings<C extends Contract> = {
  readonly [D in keyof C]: () => DomainHandlers<C[D]> | Promise<DomainHandlers<C[D]>>
}

/** A page that calls: its window's id and a function that sends to it. */
export interface Caller {
  readonly id: number
  send(channel: string, payload: unknown): void
}

export interface BridgeServer {
  /** Enables topics; each begins with its first subscription, and lasts as long as the app. */
  start(publish: (name: string, value: unknown) => void): void
  invoke(caller: Caller, name: string, id: string, input: unknown): Promise<Reply>
  cancel(caller: Caller, id: string): void
  /** Fails everything that runs; the page gets the reason. */
  fail(reason: Failure): void
  /** Aborts the jobs of a window that closed or loaded again. */
  forget(caller: Pick<Caller, 'id'>): void
}

/** The acts by which the player decides. No page can perform any of them. */
export interface PlayerActs {
  ask: Ask
  /** Shows the system's own dialog; undefined if the player cancels it. */
  pick(dialog: 'folder' | 'save', startsAt?: string): Promise<string | undefined>
  /** Reserves the player's last press in a window for the present invocation. The function takes it, and gives false if there is none. */
  keepPress(windowId: number): () => boolean
}

type AnyHandler = (input: unknown, run: object) => unknown
type NamedMember = { name: string; member: Member; handler: () => Promise<unknown> }

/** At most ten progress reports a second cross the bridge. */
const REPORT_EVERY_MS = 100

/** Most invocations that a page may have open. Our own page never needs that many. */
const MOST_OPEN = 256

/** Sends the latest value at most once per `everyMs`. `end` sends the value that is still held back, then nothing more. */
export function throttleLatest<T>(everyMs: number, send: (value: T) => void): { push(value: T): void; end(): void } {
  let held: { value: T } | undefined
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const flush = () => {
    timer = undefined
    if (!held) return
    const { value } = held
    held = undefined
    timer = setTimeout(flush, everyMs)
    send(value)
  }
  return {
    push(value) {
      if (ended) return
      held = { value }
      if (!timer) flush()
    },
    end() {
      ended = true
      clearTimeout(timer)
      if (held) send(held.value)
      held = undefined
    },
  }
}

/** Carries out the proposal of a `player` member after the act that it needs. @throws Failure `cancelled`, `file-not-saved` */
async function carryOut(
  proposal: Proposal<unknown>,
  acts: PlayerActs,
  signal: AbortSignal,
  takePress: () => boolean,
): Promise<unknown> {
  if (!('question' in proposal)) signal.throwIfAborted() // a cancelled question is a no
  if ('dialog' in proposal) {
    const path = await acts.pick(proposal.dialog, proposal.startsAt)
    if (path === undefined) throw new Failure('cancelled', {})
    if (proposal.dialog === 'folder') return proposal.taken(path)
    return Promise.resolve(path)
      .then(proposal.taken)
      .catch((error: unknown) => {
        if (!(error instanceof Error && 'syscall' in error)) throw error
        throw new Failure('file-not-saved', { name: basename(path), errno: errnoOf(error) })
      })
  }
  if ('pressOr' in proposal) {
    if (takePress() || (await acts.ask(proposal.pressOr, signal)) === true) return proposal.yes()
    throw new Failure('cancelled', {})
  }
  const over = proposal.over ? AbortSignal.any([signal, proposal.over]) : signal
  const answer = await acts.ask(proposal.question, over).catch((error: unknown) => {
    proposal.no?.()
    throw error
  })
  if (answer === true) return proposal.yes()
  if (answer === 'other' && proposal.other) return proposal.other()
  proposal.no?.()
  throw new Failure('cancelled', {})
}

/**
 * Every member by its name on the wire. In a map, names such as `__proto__` mean nothing. Each domain is opened once, at its first use:
 * later uses wait for the same opening and get the same failure.
 */
function membersOf<C extends Contract>(
  contract: C,
  openings: Openings<C> | Promise<Openings<C>>,
): Map<string, NamedMember> {
  const members = new Map<string, NamedMember>()
  for (const [domain, list] of Object.entries(contract)) {
    let opening: Promise<DomainHandlers<Domain>> | undefined
    const open = () => (opening ??= Promise.resolve(openings).then((all) => all[domain as keyof C]()))
    for (const [key, member] of Object.entries(list)) {
      const name = `${domain}/${key}`
      members.set(name, { name, member, handler: async () => (await open())[key] })
    }
  }
  return members
}

/**
 * Serves a contract. An invocation waits until its domain is open; an input that does not fit the schema is refused at once.
 * `note` writes an unexpected error to the log and returns its incident number. This is the one place that enforces the contract's
 * classes: it carries out a `player` member's proposal only after the player's act.
 */
export function createServer<C extends Contract>(
  contract: C,
  openings: Openings<C> | Promise<Openings<C>>,
  note: (error: unknown) => string,
  acts: PlayerActs,
): BridgeServer {
  const members = membersOf(contract, openings)
  const running = new Map<string, AbortController>()
  let presentOf: ReturnType<typeof keepTopics> | undefined
  const key = (caller: Pick<Caller, 'id'>, id: string) => `${caller.id}/${id}`

  const openOf = (caller: Caller) => [...running.keys()].filter((held) => held.startsWith(`${caller.id}/`)).length

  async function answer(found: NamedMember, caller: Caller, id: string, input: unknown, signal: AbortSignal) {
    if (found.member.kind === 'topic') return presentOf?.(found.name)
    // An object schema whose fields are all optional would accept a list.
    if (Array.isArray(input)) throw new Failure('bad-request', { issues: ['a list'] })
    const parsed = safeParse(found.member.input, input)
    if (!parsed.success) throw new Failure('bad-request', { issues: parsed.issues.map((issue) => issue.message) })
    const takePress = acts.keepPress(caller.id) // before the first await, since the next press may mean something else
    const handler = (await found.handler()) as AnyHandler
    signal.throwIfAborted() // opening the domain may have taken long
    const reports = throttleLatest(REPORT_EVERY_MS, (progress: unknown) => caller.send(id, progress))
    const report = (progress: unknown) => {
      if (!signal.aborted) reports.push(progress)
    }
    try {
      const run = { signal, report, windowId: caller.id }
      const answered = await handler(parsed.output, run)
      return found.member.access === 'player'
        ? await carryOut(answered as Proposal<unknown>, acts, signal, takePress)
        : answered
    } finally {
      reports.end()
    }
  }

  return {
    start(publish) {
      presentOf = keepTopics(async (name) => members.get(name)?.handler(), publish)
    },
    async invoke(caller, name, id, input) {
      const found = members.get(name)
      if (!found || running.has(key(caller, id)) || openOf(caller) >= MOST_OPEN)
        return { ok: false, failure: { code: 'forbidden', facts: {} } }
      const control = new AbortController()
      running.set(key(caller, id), control) // before the first await, so that no early cancel is lost
      try {
        return { ok: true, value: await answer(found, caller, id, input, control.signal) }
      } catch (error) {
        const { reason } = control.signal as { reason: unknown }
        return { ok: false, failure: toWire(isFailure(reason) ? reason : error, note) }
      } finally {
        running.delete(key(caller, id))
      }
    },
    cancel: (caller, id) => running.get(key(caller, id))?.abort(),
    fail(reason) {
      for (const control of running.values()) control.abort(reason)
    },
    forget(caller) {
      for (const [held, control] of running) if (held.startsWith(`${caller.id}/`)) control.abort(windowGone)
    },
  }
}

type AnyTopic = (announce: (value: unknown) => void) => void

/**
 * The contract's topics in main. Each begins with its first subscription and has a value from then on. `find` opens the domain of a topic;
 * `publish` sends a change to every page. Returns the function that gives a topic's present value, once it has begun.
 */
function keepTopics(find: (name: string) => Promise<unknown>, publish: (name: string, value: unknown) => void) {
  const topics = new Map<string, Promise<{ latest?: unknown }>>()
  const begin = async (name: string) => {
    const topic: { latest?: unknown } = {}
    let began = false
    const announce = (value: unknown) => {
      topic.latest = value
      if (began) publish(name, value) // until then, the subscription's own answer carries it
    }
    const handler = (await find(name)) as AnyTopic
    handler(announce)
    began = true
    return topic
  }
  return async (name: string): Promise<unknown> => {
    const topic = topics.get(name) ?? begin(name)
    topics.set(name, topic)
    return (await topic).latest
  }
}
