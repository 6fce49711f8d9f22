import type { Aside, Param, Reading } from '../../src-preload/contract/community/index.ts'
import { asWire, isFailure } from '../../src-preload/contract/failure.ts'
import type { HttpAnswer, HttpClient } from '../http/index.ts'
import { SingleFlight } from '../lib/index.ts'
import { type Address, addressOf } from './address.ts'
import type { Endpoint } from './endpoints.ts'
import { interpret } from './interpret.ts'
import type { Copy, LastGoodStore } from './last-good.ts'
import type { SetAsideList } from './set-aside.ts'

/** How one reading is wanted. */
export interface ReadWish {
  signal: AbortSignal
  /** A copy no older than this answers without asking. Absent: the endpoint's own freshness; 0: always ask. */
  maxAgeMs?: number
  /** Hears the last good copy at once, while the service is asked. */
  onStored?: (reading: Reading<unknown>) => void
}

export interface ReaderOptions {
  baseUrl: string
  zone: string
  client: HttpClient
  /** Where an endpoint's answers are kept; of this community alone. */
  storeOf: (endpoint: Endpoint) => Promise<LastGoodStore>
  now: () => Date
  log: (line: string) => void
  setAside: Pick<SetAsideList, 'note'>
}

type Params = Readonly<Record<string, Param>>
type Kept = { copy: Copy; reading: Reading<unknown> }

/** The one way every endpoint is read: the fresh copy, or the service, or the last good copy. */
export type ReadAny = (endpoint: Endpoint, params: Params, wish: ReadWish) => Promise<Reading<unknown>>

const NONE: Aside = { count: 0, entries: [] }

/** Makes the one read of all endpoints. */
export function createEndpointReader(options: ReaderOptions): ReadAny {
  const { baseUrl, zone, client, storeOf, now, log, setAside } = options
  const singleFlight = new SingleFlight<string, Reading<unknown>>()

  const readingOf = (endpoint: Endpoint, copy: Copy, address: Address, source: 'live' | 'stored') => {
    const found = interpret(endpoint, copy.text, 'application/json', { host: address.host, zone })
    setAside.note(endpoint, address.path, found.kind === 'gone' ? NONE : found.aside, copy.asOf)
    const base = { asOf: copy.asOf, source, freshMs: endpoint.freshMs }
    if (found.kind === 'gone') return { ...base, state: 'gone', aside: NONE } satisfies Reading<unknown>
    return { ...base, value: found.value, state: 'ok', aside: found.aside } satisfies Reading<unknown>
  }

  async function keptCopy(endpoint: Endpoint, address: Address): Promise<Kept | undefined> {
    const copy = await (await storeOf(endpoint)).load(address.path)
    if (!copy) return undefined
    try {
      return { copy, reading: readingOf(endpoint, copy, address, 'stored') }
    } catch (error) {
      if (isFailure(error)) return undefined // kept by another version of the app
      throw error
    }
  }

  /** Asks the service and keeps what it says. */
  async function refresh(endpoint: Endpoint, address: Address, kept: Kept | undefined, signal: AbortSignal) {
    const validators = kept && { etag: kept.copy.etag, lastModified: kept.copy.lastModified }
    const answer = await client.get(address.path, { maxBytes: endpoint.maxBytes, signal, validators })
    const asOf = now().toISOString()
    const copy = copyOf(answer, kept, asOf)
    if (!copy) return { ...kept?.reading, ...goneAt(kept, asOf), freshMs: endpoint.freshMs } satisfies Reading<unknown>
    const reading = readingOf(endpoint, copy, address, 'live')
    if (reading.state === 'gone')
      return { ...kept?.reading, ...goneAt(kept, asOf), freshMs: endpoint.freshMs } satisfies Reading<unknown>
    if (reading.aside.count > 0) log(asideLine(endpoint, reading.aside))
    const store = await storeOf(endpoint)
    signal.throwIfAborted() // what is forgotten meanwhile must not be kept after all
    if (endpoint.freshMs > 0) await store.save(address.path, copy)
    return reading
  }

  return async (endpoint, params, { signal, maxAgeMs = endpoint.freshMs, onStored }) => {
    signal.throwIfAborted()
    const address = addressOf(baseUrl, endpoint, params)
    const kept = await keptCopy(endpoint, address)
    if (kept) {
      const age = now().getTime() - Date.parse(kept.reading.asOf)
      if (age >= 0 && age < maxAgeMs) return { ...kept.reading, source: age < endpoint.freshMs ? 'live' : 'stored' }
      onStored?.(kept.reading)
    }
    try {
      return await singleFlight.join(address.path, signal, (own) => refresh(endpoint, address, kept, own))
    } catch (error) {
      if (kept && isFailure(error)) return { ...kept.reading, refreshFailure: asWire(error) }
      throw error
    }
  }
}

const asideLine = ({ name }: Endpoint, { count, entries }: Aside): string => {
  const reasons = [...new Set(entries.map(({ reason }) => reason))].slice(0, 5)
  return `community: ${name}: ${count} set aside: ${reasons.join('; ')}`
}

/** The copy to keep after an answer; none where the thing is gone. */
function copyOf(answer: HttpAnswer, kept: Kept | undefined, asOf: string): Copy | undefined {
  if (answer.kind === 'unchanged') return kept && { ...kept.copy, asOf }
  if (answer.kind === 'gone') return undefined
  const { bytes, etag, lastModified } = answer
  return { text: new TextDecoder().decode(bytes), asOf, etag, lastModified }
}

/** Gone: with the earlier copy where one is kept, as an archive. */
const goneAt = (kept: Kept | undefined, asOf: string) =>
  ({
    state: 'gone',
    asOf: kept?.reading.asOf ?? asOf,
    source: kept ? 'stored' : 'live',
    aside: kept?.reading.aside ?? NONE,
  }) as const
