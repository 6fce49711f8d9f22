import type { Aside, Param, Reading } from '../../src-preload/contract/community/index.ts'
import { asWire, Failure, fromWire, isFailure } from '../../src-preload/contract/failure.ts'
import type { HttpAnswer, HttpClient } from '../http/index.ts'
import { type ReadingThread, SingleFlight, WorkerGone } from '../lib/index.ts'
import { type Address, addressOf } from './address.ts'
import type { Endpoint } from './endpoints.ts'
import type { AnswerOrder, AnswerRead, Interpreted } from './read-answer.ts'
import type { Copy, LastGoodStore } from './last-good.ts'
import type { SetAsideList } from './set-aside.ts'

export interface ReadWish {
  signal: AbortSignal
  /** If the copy is not older than this, it is the answer. Absent: the endpoint's own freshness; 0: always ask the service. */
  maxAgeMs?: number
  /** Gets the last good copy at once, while the service is asked. */
  onStored?: (reading: Reading<unknown>) => void
}

export interface ReaderOptions {
  baseUrl: string
  zone: string
  client: HttpClient
  /** Reads answers into records. Main only passes on the bytes. */
  thread: ReadingThread
  /** Where an endpoint's answers are kept, for this community only. */
  storeOf: (endpoint: Endpoint) => Promise<LastGoodStore>
  now: () => Date
  log: (line: string) => void
  setAside: Pick<SetAsideList, 'note'>
}

type Params = Readonly<Record<string, Param>>
type Kept = { copy: Copy; reading: Reading<unknown> }
interface ReadRequest {
  endpoint: Endpoint
  address: Address
  /** Values of the address that no copy may contain. */
  secrets: readonly string[]
  signal: AbortSignal
}
/** Reads any endpoint: from a fresh copy, from the service, or else from the last good copy. */
export type ReadAny = (endpoint: Endpoint, params: Params, wish: ReadWish) => Promise<Reading<unknown>>

const JSON_TYPE = 'application/json'
const NONE: Aside = { count: 0, entries: [] }

/** The name of an answer's copy. A community may move to another host, or another one may take its place. */
const nameOf = ({ host, path }: Address): string => host.replace(/:\d+$/, '') + path

/** Reads an answer in the thread. @throws the answer's own Failure; `unreadable` if it ended the thread */
async function readInThread(
  { thread, log }: ReaderOptions,
  order: AnswerOrder,
  signal: AbortSignal,
): Promise<{ found: Interpreted; clean?: Uint8Array | null }> {
  const read = await thread.call<AnswerRead>('read', order, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!(error instanceof WorkerGone)) throw error
    log(`community: ${order.endpoint}: ${error.message}`)
    throw new Failure('unreadable', { host: order.host })
  })
  if ('failure' in read) throw fromWire(read.failure)
  return read
}

export function createEndpointReader(options: ReaderOptions): ReadAny {
  const { baseUrl, zone, client, storeOf, now, log, setAside } = options
  const singleFlight = new SingleFlight<string, Reading<unknown>>()
  /**
   * Addresses whose last request failed. Their copies do not count as fresh, so that the failure is not taken back without an answer. Who is
   * content with an older one does not wait for the service.
   */
  const failed = new Set<string>()

  /** The reading of a copy, and the copy to keep: none if a secret cannot be removed from it. */
  async function readCopy(
    { endpoint, address, secrets, signal }: ReadRequest,
    copy: Copy,
    contentType: string,
    source: 'live' | 'stored',
  ) {
    const { bytes, asOf } = copy
    const order = { endpoint: endpoint.name, bytes, contentType, host: address.host, zone, secrets }
    const { found, clean } = await readInThread(options, order, signal)
    setAside.note(endpoint, address.path, found.aside, asOf)
    const reading: Reading<unknown> = { ...found, asOf, source, freshMs: endpoint.freshMs }
    return { reading, copy: clean === null ? undefined : { ...copy, bytes: clean ?? bytes } }
  }

  async function keptCopy(request: ReadRequest): Promise<Kept | undefined> {
    const copy = await (await storeOf(request.endpoint)).load(nameOf(request.address))
    if (!copy) return undefined
    try {
      return { copy, reading: (await readCopy(request, copy, JSON_TYPE, 'stored')).reading }
    } catch (error) {
      if (isFailure(error)) return undefined // kept by another version of the app
      throw error
    }
  }

  /** Asks the service and keeps its answer. */
  async function refresh(request: ReadRequest, kept: Kept | undefined) {
    const { endpoint, address, signal } = request
    const validators = kept && { etag: kept.copy.etag, lastModified: kept.copy.lastModified }
    const answer = await client.get(address.path, { maxBytes: endpoint.maxBytes, signal, validators })
    const asOf = now().toISOString()
    const copy = copyOf(answer, kept, asOf)
    /** The earlier copy, if there is one, as an archive. */
    const gone = (): Reading<unknown> => ({
      asOf,
      aside: NONE,
      ...kept?.reading,
      state: 'gone',
      source: kept ? 'stored' : 'live',
      freshMs: endpoint.freshMs,
    })
    if (!copy) return gone()
    const contentType = answer.kind === 'body' ? answer.contentType : JSON_TYPE
    const { reading, copy: keep } = await readCopy(request, copy, contentType, 'live')
    if (reading.state === 'gone') return gone()
    if (reading.aside.count > 0) log(asideLine(endpoint, reading.aside))
    const store = await storeOf(endpoint)
    signal.throwIfAborted() // after a sign-out nothing may be kept
    if (endpoint.freshMs > 0 && keep) await store.save(nameOf(address), keep)
    return reading
  }

  return async (endpoint, params, { signal, maxAgeMs = endpoint.freshMs, onStored }) => {
    signal.throwIfAborted()
    const address = addressOf(baseUrl, endpoint, params)
    const secrets = endpoint.secret ? Object.values(params).map(String) : []
    const request = (own: AbortSignal): ReadRequest => ({ endpoint, address, secrets, signal: own })
    const kept = await keptCopy(request(signal))
    signal.throwIfAborted()
    if (kept) {
      const age = now().getTime() - Date.parse(kept.reading.asOf)
      const isFresh = age >= 0 && age < maxAgeMs && (maxAgeMs > endpoint.freshMs || !failed.has(address.path))
      if (isFresh) return { ...kept.reading, source: age < endpoint.freshMs ? 'live' : 'stored' }
      onStored?.(kept.reading)
    }
    try {
      const reading = await singleFlight.join(address.path, signal, (own) => refresh(request(own), kept))
      failed.delete(address.path)
      return reading
    } catch (error) {
      if (!isFailure(error)) throw error
      failed.add(address.path)
      if (kept) return { ...kept.reading, refreshFailure: asWire(error) }
      throw error
    }
  }
}

const asideLine = ({ name }: Endpoint, { count, entries }: Aside): string => {
  const reasons = [...new Set(entries.map(({ reason }) => reason))].slice(0, 5)
  return `community: ${name}: ${count} set aside: ${reasons.join('; ')}`
}

/** The copy to keep after an answer; none if the thing is gone. */
function copyOf(answer: HttpAnswer, kept: Kept | undefined, asOf: string): Copy | undefined {
  if (answer.kind === 'unchanged') return kept && { ...kept.copy, asOf }
  if (answer.kind === 'gone') return undefined
  const { bytes, etag, lastModified } = answer
  return { bytes, asOf, etag, lastModified }
}
