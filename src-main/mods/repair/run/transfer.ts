import type { RepairCause } from '../../../../src-preload/contract/repair.ts'
import { isFailure } from '../../../../src-preload/contract/failure.ts'
import {
  type RawAnswer,
  get,
  type Connections,
  hasNetwork,
  isOfCertificate,
  networkFailure,
} from '../../../http/index.ts'
import { readUpTo, retryAfter, underSignals, urlOf } from '../../../lib/index.ts'
import { CONNECT_MS, isInsecure, mayFetchFrom } from '../sources.ts'
import { type Remedy, Trouble, troubleOf } from '../trouble.ts'

/** Time limits for a source, in milliseconds. */
export interface Patience {
  /** For the next byte. */
  stallMs: number
  /** Over this much waiting time, the source must reach a minimum average speed. */
  slowMs: number
}

export interface FileTransfer {
  url: URL
  /** The number of bytes that are already here. */
  offset: number
  /** The end offset; if absent, the file's end. */
  until?: number | undefined
  /** The size of the whole file according to the hash list; null if the list does not say. */
  size: number | null
  /** True to bypass caches. */
  fresh: boolean
  allowHttp: boolean
  patience: Patience
  /** Ends the transfer at once, like a stall. */
  nudge: AbortSignal
  connections: Connections
  signal: AbortSignal
  /** Called before the first chunk with its offset: that of the job, or 0 for the whole file. */
  begin: (start: number) => Promise<void>
  /** Takes a chunk. The next one follows when this is done. The signal aborts with the transfer. */
  take: (chunk: Buffer, signal: AbortSignal) => Promise<void>
}

const MOST_REDIRECTS = 5
/** If the list has no size, this limit keeps a source from filling the disk: 64 GiB. */
const MOST_BYTES = 64 * 2 ** 30
/** Up to this many bytes of a redirect's body are read, to keep the connection. */
const MOST_REDIRECT_BYTES = 64 << 10

/**
 * Fetches the rest of one file, or its bytes up to `until`. A source that does not support ranges sends the whole file. Settles when all
 * bytes have arrived. @throws Trouble with the cause and what may help
 */
export async function transfer(job: FileTransfer): Promise<void> {
  const at = { url: job.url }
  try {
    await underSignals([job.signal, job.nudge], (signal) => follow(job, at, signal))
  } catch (error) {
    job.signal.throwIfAborted()
    if (job.nudge.aborted) throw new Trouble({ kind: 'stalled' }, 'resume')
    throw error instanceof Trouble ? error : netTrouble(error, at.url.host, job.patience)
  }
}

function headersFor(job: FileTransfer): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'Loadout' }
  const { offset, until } = job
  // no `If-Range`: mirrors name the same bytes differently, and the digest of the whole file decides
  if (offset > 0 || until !== undefined) headers.range = `bytes=${offset}-${until === undefined ? '' : until - 1}`
  if (job.fresh) headers['cache-control'] = 'no-cache'
  return headers
}

/** Follows redirects to allowed addresses, and receives the file. `at`: the current address. */
async function follow(job: FileTransfer, at: { url: URL }, signal: AbortSignal): Promise<void> {
  const { connections, patience } = job
  const timeouts = { ...patience, headersMs: patience.stallMs }
  const headers = headersFor(job)
  for (let hop = 0; ; hop++) {
    const answer = await get({ url: at.url, headers, connections, timeouts, signal })
    const { status } = answer
    const { location } = answer.headers
    if (!(status >= 300 && status <= 399 && location !== undefined)) return receive(job, answer, signal)
    await readUpTo(MOST_REDIRECT_BYTES, answer.body)
    const next = urlOf(location, at.url)
    if (!next || hop === MOST_REDIRECTS) throw new Trouble({ kind: 'source-error', status })
    if (!mayFetchFrom(next, job.allowHttp && isInsecure(job.url)))
      throw new Trouble({ kind: 'insecure-redirect', host: next.host || next.protocol })
    at.url = next
  }
}

/** Turns an errno of the disk into a Trouble, so that it is not mistaken for one of the network. */
const ofTheDisk = (error: unknown): never => {
  throw troubleOf(error)
}

/** Receives one answer. @throws Trouble if the answer is not usable */
async function receive(
  job: FileTransfer,
  { status, headers, body, drop }: RawAnswer,
  signal: AbortSignal,
): Promise<void> {
  try {
    const offset = startOf(job, status, headers)
    let received = offset
    const end = status === 206 ? (job.until ?? job.size) : job.size
    await job.begin(offset).catch(ofTheDisk)
    for await (const chunk of body) {
      received += chunk.length
      if (received > (end ?? MOST_BYTES)) throw differs(received, 'restart')
      await job.take(chunk, signal).catch(ofTheDisk)
    }
    if (received < (end ?? 0)) throw new Trouble({ kind: 'broken-off' }, 'resume')
  } finally {
    drop()
  }
}

/** The offset of the answer's body in the file. @throws Trouble if the answer is not the file */
function startOf(job: FileTransfer, status: number, headers: RawAnswer['headers']): number {
  if (status === 200) {
    if (isPage(headers, job.url)) throw new Trouble({ kind: 'source-error', status }, 'resume')
    if (lengthFits(headers, job.size)) return 0
    throw differs(Number(headers['content-length']), 'resume') // nothing of it was taken
  }
  const range = /^bytes (?:(\d+)-\d+|\*)\/(?:(\d+)|\*)$/.exec(String(headers['content-range'] ?? ''))
  const total = Number(range?.[2])
  // another version, as a mirror may have it. Nothing of it was taken, and the next source may go on with what is here
  if ([206, 416].includes(status) && total >= 0 && total !== (job.size ?? total)) throw differs(total, 'resume')
  if (status !== 206) throw statusTrouble(status, headers)
  if (Number(range?.[1]) !== job.offset) throw new Trouble({ kind: 'bad-range' }, 'restart')
  return job.offset
}

const differs = (bytes: number, remedy: Remedy) => new Trouble({ kind: 'source-differs', bytes }, remedy)

/** True for a page instead of the file, as from a router or a server under maintenance. */
const isPage = (headers: RawAnswer['headers'], { pathname }: URL): boolean =>
  /^text\/html\b/i.test(headers['content-type'] ?? '') && !/\.html?$/i.test(pathname)

const lengthFits = (headers: RawAnswer['headers'], size: number | null): boolean =>
  size === null || headers['content-length'] === undefined || Number(headers['content-length']) === size

function statusTrouble(status: number, headers: RawAnswer['headers']): Trouble {
  if (status === 404 || status === 410) return new Trouble({ kind: 'not-found' })
  if (status === 416) return new Trouble({ kind: 'bad-range' }, 'restart')
  if (status === 429 || status === 503)
    return new Trouble({ kind: 'source-busy', status }, 'resume', pauseAsked(headers))
  if (status === 408 || status >= 500) return new Trouble({ kind: 'source-error', status }, 'resume')
  return new Trouble({ kind: 'source-refused', status })
}

const MOST_WAIT_MS = 120_000

function pauseAsked(headers: RawAnswer['headers']): number | undefined {
  const ms = retryAfter(headers['retry-after'], headers.date, new Date())
  return ms === undefined ? undefined : Math.min(ms, MOST_WAIT_MS)
}

/** Turns an error of the connection into a trouble. Returns any other error unchanged. */
function netTrouble(error: unknown, host: string, patience: Patience): unknown {
  const timeouts = { connectMs: CONNECT_MS, headersMs: patience.stallMs }
  const failure = networkFailure(error, { host, timeouts, isOnline: hasNetwork })
  if (!isFailure(failure)) return error
  const trouble = (reason: RepairCause, remedy: Remedy = 'resume') =>
    new Trouble(reason, remedy, undefined, { cause: error })
  if (failure.is('tls')) {
    const errno = failure.facts.reason
    return isOfCertificate(errno)
      ? trouble({ kind: 'bad-certificate', host, errno }, 'none')
      : trouble({ kind: 'unreachable', errno })
  }
  if (failure.is('dns')) return trouble({ kind: 'name-not-found', host })
  if (failure.is('offline')) return trouble({ kind: 'offline' })
  if (failure.is('connection-lost')) return trouble({ kind: 'unreachable', errno: failure.facts.errno })
  if (!failure.is('timeout')) return error
  const { stage } = failure.facts
  if (stage === 'connect') return trouble({ kind: 'unreachable', errno: 'ETIMEDOUT' })
  return trouble({ kind: stage === 'slow' ? 'too-slow' : 'stalled' })
}
