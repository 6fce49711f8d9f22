import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import { call, job, topic, type DomainHandlers } from '../../src-preload/contract/members.ts'
import type { Reply, Wire } from '../../src-preload/contract/wire.ts'
import { type Caller, createServer, type Openings, type PlayerActs } from '../../src-main/bridge/index.ts'
import { createClient } from '#shared/bridge/client.ts'

/** A small contract with one member of each kind. */
export const contract = {
  files: {
    count: call<{ files: number }>()('reads', v.strictObject({ folder: v.pipe(v.string(), v.minLength(1)) })),
    install: job<{ doneBytes: number }, { files: number }>()('harmless', v.strictObject({ folder: v.string() })),
  },
  server: { status: topic<{ players: number }>() },
}

/** A player who never does anything. */
export const noActs: PlayerActs = {
  ask: () => Promise.resolve(false),
  pick: () => Promise.resolve(undefined),
  keepPress: () => () => false,
}

/** Something a handler waits for and a test lets go. */
export function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/** Settles once a signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })

export type Behaviour = Partial<DomainHandlers<(typeof contract)['files']>> & {
  status?: DomainHandlers<(typeof contract)['server']>['status']
}

const standard = (behaviour: Behaviour): Openings<typeof contract> => ({
  files: () => ({
    count: behaviour.count ?? (({ folder }) => ({ files: folder.length })),
    install: behaviour.install ?? (() => Promise.resolve({ files: 0 })),
  }),
  server: () => ({
    status:
      behaviour.status ??
      ((announce) => {
        announce({ players: 1 })
        return () => undefined
      }),
  }),
})

/** A page and main joined by a wire that copies every value as IPC does. */
export function connect(
  behaviour: Behaviour = {},
  openings: Openings<typeof contract> | Promise<Openings<typeof contract>> = standard(behaviour),
) {
  const ears = new Map<string, Set<(payload: unknown) => void>>()
  const sent: { channel: string; payload: unknown; at: number }[] = []
  const caller: Caller = {
    id: 1,
    send(channel, payload) {
      sent.push({ channel, payload, at: performance.now() })
      for (const ear of ears.get(channel) ?? []) ear(structuredClone(payload))
    },
  }
  const notes: unknown[] = []
  const server = createServer(
    contract,
    openings,
    (error) => {
      notes.push(error)
      return `incident-${notes.length}`
    },
    noActs,
  )
  const wire: Wire = {
    invoke: async (name, id, input) => structuredClone(await server.invoke(caller, name, id, structuredClone(input))),
    cancel: (id) => server.cancel(caller, id),
    subscribe(channel, listener) {
      const list = ears.get(channel) ?? new Set()
      ears.set(channel, list.add(listener))
      return () => list.delete(listener)
    },
  }
  const listening = () => [...ears.values()].reduce((sum, list) => sum + list.size, 0)
  return { client: createClient(contract, wire), wire, server, caller, notes, sent, listening }
}

/** The failure that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error: unknown = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof Failure) return error
  throw error
}

/** The code of a refused reply, or nothing for an answer. */
export const codeOf = (reply: Reply): string | undefined => (reply.ok ? undefined : reply.failure.code)
