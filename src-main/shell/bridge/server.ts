import { safeParse } from 'valibot'
import { Failure, toWire } from '../../../src-preload/contract/failure.ts'
import type { Contract, Member } from '../../../src-preload/contract/kit.ts'
import type { Reply } from '../../../src-preload/contract/wire.ts'
import { windowGone } from '../../lib/index.ts'
import { openOnce, type Openings } from './openings.ts'
import { throttleLatest } from './throttle.ts'
import { keepTopics, type Topics } from './topics.ts'

/** One page that asks: its window's number and the way to send to it. */
export interface Caller {
  readonly id: number
  send(channel: string, payload: unknown): void
}

/** Sees to what main must know of the page's questions. */
export interface BridgeServer {
  /** Lets topics begin, each when it is first asked for; returns the function that stops them all. */
  start(broadcast: (name: string, value: unknown) => void): () => void
  ask(caller: Caller, name: string, id: string, input: unknown): Promise<Reply>
  cancel(caller: Caller, id: string): void
  /** A window closed or loaded anew: nobody is left to hear the answers, so its jobs are aborted. */
  forget(caller: Pick<Caller, 'id'>): void
}

type AnyHandler = (input: unknown, run: object) => unknown
type Found = { name: string; member: Member; handler: () => Promise<unknown> }

/** At most ten reports a second cross the bridge. */
const REPORT_EVERY_MS = 100

/** More than a page of ours ever has open at once; a page that asks for more is not ours any longer. */
const MOST_OPEN = 256

/** Every member by its name on the wire. A map, so that `__proto__` and its kin name nothing. */
function membersOf<C extends Contract>(contract: C, openings: Openings<C> | Promise<Openings<C>>): Map<string, Found> {
  const open = openOnce(openings)
  const members = new Map<string, Found>()
  for (const [domain, list] of Object.entries(contract))
    for (const [key, member] of Object.entries(list)) {
      const name = `${domain}/${key}`
      members.set(name, { name, member, handler: async () => (await open(domain))[key] })
    }
  return members
}

/**
 * Serves a contract. A question that comes before its domain is open waits for it; one that does not fit is refused at once.
 * `note` writes an unexpected error to the log and returns its incident number.
 */
export function createServer<C extends Contract>(
  contract: C,
  openings: Openings<C> | Promise<Openings<C>>,
  note: (error: unknown) => string,
): BridgeServer {
  const members = membersOf(contract, openings)
  const running = new Map<string, AbortController>()
  let topics: Topics | undefined
  const key = (caller: Pick<Caller, 'id'>, id: string) => `${caller.id}/${id}`

  const openOf = (caller: Caller) => [...running.keys()].filter((held) => held.startsWith(`${caller.id}/`)).length

  async function answer(found: Found, caller: Caller, id: string, input: unknown, signal: AbortSignal) {
    if (found.member.kind === 'topic') return topics?.present(found.name)
    // A schema of an object with optional fields would take a list for one.
    if (Array.isArray(input)) throw new Failure('bad-request', { issues: ['a list'] })
    const parsed = safeParse(found.member.input, input)
    if (!parsed.success) throw new Failure('bad-request', { issues: parsed.issues.map((issue) => issue.message) })
    const handler = (await found.handler()) as AnyHandler
    signal.throwIfAborted() // the room may have been long in opening
    const reports = throttleLatest(REPORT_EVERY_MS, (progress: unknown) => caller.send(id, progress))
    const report = (progress: unknown) => {
      if (!signal.aborted) reports.push(progress)
    }
    try {
      return await handler(parsed.output, { signal, report, windowId: caller.id })
    } finally {
      reports.end()
    }
  }

  return {
    start(broadcast) {
      topics = keepTopics(async (name) => members.get(name)?.handler(), broadcast)
      return topics.stop
    },
    async ask(caller, name, id, input) {
      const found = members.get(name)
      if (!found || running.has(key(caller, id)) || openOf(caller) >= MOST_OPEN)
        return { ok: false, failure: { code: 'forbidden', facts: {} } }
      const control = new AbortController()
      running.set(key(caller, id), control) // before the first await, or an early cancel is lost
      try {
        return { ok: true, value: await answer(found, caller, id, input, control.signal) }
      } catch (error) {
        return { ok: false, failure: toWire(error, note) }
      } finally {
        running.delete(key(caller, id))
      }
    },
    cancel: (caller, id) => running.get(key(caller, id))?.abort(),
    forget(caller) {
      for (const [held, control] of running) if (held.startsWith(`${caller.id}/`)) control.abort(windowGone)
    },
  }
}
