import { fromWire } from '../../../src-preload/contract/failure.ts'
import type { Client, Contract, Watch } from '../../../src-preload/contract/members.ts'
import type { Wire } from '../../../src-preload/contract/wire.ts'

/**
 * Creates the client of a contract over a wire. Calls and jobs reject with a `Failure`. A topic that cannot start passes its failure
 * to `onfailure`. An `AbortSignal` cancels its call by id.
 * @param plain turns page state into data that can be cloned, because a rune proxy cannot
 */
export function createClient<C extends Contract>(
  contract: C,
  wire: Wire,
  plain: <T>(value: T) => T = (value) => value,
): Client<C> {
  let last = 0
  const invoke = async (name: string, input: unknown, watch: Watch<unknown> = {}): Promise<unknown> => {
    const { signal, onProgress } = watch
    const id = `${name}#${++last}-${crypto.randomUUID()}` // random, because a reloaded page counts from one again
    signal?.throwIfAborted()
    const unsubscribe = onProgress && wire.subscribe(id, onProgress)
    const cancel = () => wire.cancel(id)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const reply = await wire.invoke(name, id, plain(input))
      if (reply.ok) return reply.value
      throw fromWire(reply.failure)
    } finally {
      unsubscribe?.()
      signal?.removeEventListener('abort', cancel)
    }
  }
  const follow = (name: string, listener: (value: unknown) => void, onfailure: (failure: unknown) => void) => {
    let isPublished = false
    const stop = wire.subscribe(name, (value) => {
      isPublished = true
      listener(value)
    })
    invoke(name, undefined).then((now) => {
      if (!isPublished && now !== undefined) listener(now)
    }, onfailure)
    return () => {
      isPublished = true
      stop()
    }
  }
  const domains = Object.entries(contract).map(([domain, members]) => [
    domain,
    Object.fromEntries(
      Object.entries(members).map(([key, member]) => [
        key,
        member.kind === 'topic'
          ? (listener: (value: unknown) => void, onfailure: (failure: unknown) => void = console.error) =>
              follow(`${domain}/${key}`, listener, onfailure)
          : (input: unknown, watch?: Watch<unknown>) => invoke(`${domain}/${key}`, input, watch),
      ]),
    ) as unknown,
  ])
  return Object.fromEntries(domains) as Client<C>
}
