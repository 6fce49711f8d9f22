import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, request } from 'undici'
import { retryAfter } from '../../lib/index.ts'
import { mayFetchFrom } from './source-url.ts'
import { Trouble } from './trouble.ts'

/** Where a transfer begins, once the source has answered. */
export interface TransferStart {
  offset: number
  /** What to say in `If-Range` when going on later. */
  validator: string | undefined
}

export interface Transfer {
  url: URL
  /** Bytes that are here already. */
  offset: number
  validator: string | undefined
  /** Bytes of the whole file by the hash list; null where it does not say. */
  size: number | null
  /** Ask caches for the origin's copy. */
  fresh: boolean
  allowHttp: boolean
  /** Nothing for this long is a stall, in milliseconds. */
  stallMs: number
  /** Ends the transfer as a stall does, at once. */
  nudge: AbortSignal
  dispatcher: Dispatcher
  signal: AbortSignal
  begin: (start: TransferStart) => Promise<void>
  /** Takes a chunk; the next one comes when that is done. The signal aborts with the transfer. */
  take: (chunk: Buffer, signal: AbortSignal) => Promise<void>
}

const MOST_REDIRECTS = 5
/** Where the list gives no size, a source may still not fill the disk: 64 GiB. */
const MOST_BYTES = 64 * 2 ** 30
/** What a redirect says besides its address is read up to here, to keep the connection. */
const MOST_REDIRECT_BYTES = 64 << 10
/** Bytes of an answer that wait in memory while the disk writes. */
const BUFFER_BYTES = 512 << 10

/** Fetches the rest of one file. Ends when every byte has come. @throws Trouble with the cause and what may help */
export async function transfer(job: Transfer): Promise<void> {
  const stall = new AbortController()
  const watch = createWatchdog(job.stallMs, () => stall.abort())
  const signal = AbortSignal.any([job.signal, job.nudge, stall.signal])
  try {
    await follow(job, watch, signal)
  } catch (error) {
    job.signal.throwIfAborted()
    if (stall.signal.aborted || job.nudge.aborted) throw new Trouble({ kind: 'stalled' }, 'resume')
    throw error instanceof Trouble ? error : netTrouble(error)
  } finally {
    watch.disarm()
  }
}

interface Watchdog {
  arm(): void
  disarm(): void
}

/** Armed while the source is waited for: what takes long here is not its stall. */
function createWatchdog(ms: number, onStall: () => void): Watchdog {
  let timer: NodeJS.Timeout | undefined
  return {
    arm: () => void (timer = setTimeout(onStall, ms)),
    disarm: () => clearTimeout(timer),
  }
}

function headersFor(job: Transfer): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'Loadout' }
  if (job.offset > 0) {
    headers.range = `bytes=${job.offset}-`
    if (job.validator) headers['if-range'] = job.validator
  }
  if (job.fresh) headers['cache-control'] = 'no-cache'
  return headers
}

/** Follows redirects to places that are allowed, and takes the file there. */
async function follow(job: Transfer, watch: Watchdog, signal: AbortSignal): Promise<void> {
  const asked = { headers: headersFor(job), dispatcher: job.dispatcher, signal, highWaterMark: BUFFER_BYTES }
  let url = job.url
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    watch.arm()
    const { statusCode, headers, body } = await request(url, asked)
    if (!(statusCode >= 300 && statusCode <= 399 && headers.location !== undefined)) {
      watch.disarm()
      return receive(job, { statusCode, headers, body }, watch, signal)
    }
    await body.dump({ limit: MOST_REDIRECT_BYTES, signal })
    watch.disarm()
    url = new URL(String(headers.location), url)
    if (!mayFetchFrom(url, job.allowHttp)) throw new Trouble({ kind: 'insecure-redirect', host: url.host })
  }
  throw new Trouble({ kind: 'source-error', status: 310 })
}

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** Takes one answer. @throws Trouble when the answer is no use */
async function receive(job: Transfer, answer: Answer, watch: Watchdog, signal: AbortSignal): Promise<void> {
  const { statusCode, headers, body } = answer
  try {
    const offset = startOf(job, statusCode, headers)
    let received = offset
    await job.begin({ offset, validator: validatorOf(headers) })
    watch.arm()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      watch.disarm()
      received += chunk.length
      if (received > (job.size ?? MOST_BYTES)) throw differs(received)
      await job.take(chunk, signal)
      watch.arm()
    }
    if (received < (job.size ?? 0)) throw new Trouble({ kind: 'broken-off' }, 'resume')
  } catch (error) {
    body.on('error', () => undefined).destroy()
    throw error
  }
}

/** Where the answer's body begins. @throws Trouble when it is not the file */
function startOf(job: Transfer, status: number, headers: IncomingHttpHeaders): number {
  if (status === 200) {
    if (lengthFits(headers, job.size)) return 0
    throw differs(Number(headers['content-length']))
  }
  if (status !== 206) throw statusTrouble(status, headers)
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(String(headers['content-range'] ?? ''))
  const fits =
    range &&
    Number(range[1]) === job.offset &&
    (range[3] === '*' || Number(range[3]) === (job.size ?? Number(range[3])))
  if (!fits) throw new Trouble({ kind: 'bad-range' }, 'restart')
  return job.offset
}

const differs = (bytes: number) => new Trouble({ kind: 'source-differs', bytes }, 'restart')

const lengthFits = (headers: IncomingHttpHeaders, size: number | null): boolean =>
  size === null || headers['content-length'] === undefined || Number(headers['content-length']) === size

/** A strong ETag or a date: only those say "the very same bytes". */
function validatorOf(headers: IncomingHttpHeaders): string | undefined {
  const tag = headers.etag
  return typeof tag === 'string' && tag.startsWith('"') ? tag : headers['last-modified']
}

function statusTrouble(status: number, headers: IncomingHttpHeaders): Trouble {
  if (status === 404 || status === 410) return new Trouble({ kind: 'not-found' })
  if (status === 416) return new Trouble({ kind: 'bad-range' }, 'restart')
  if (status === 429 || status === 503)
    return new Trouble({ kind: 'source-busy', status }, 'resume', pauseAsked(headers))
  if (status === 408 || status >= 500) return new Trouble({ kind: 'source-error', status }, 'resume')
  return new Trouble({ kind: 'source-refused', status })
}

const MOST_WAIT_MS = 120_000

function pauseAsked(headers: IncomingHttpHeaders): number | undefined {
  const asked = headers['retry-after']
  const ms = retryAfter(typeof asked === 'string' ? asked : undefined, new Date())
  return ms === undefined ? undefined : Math.min(ms, MOST_WAIT_MS)
}

/** A connection that broke off is worth another try, whatever its name for it is. */
function netTrouble(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  const net =
    /^(UND_ERR_|ECONN|ENET|EHOST|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EPROTO|ERR_SSL|ERR_TLS|CERT_|DEPTH_|SELF_|UNABLE_|HPE_)/
  return net.test(error.code)
    ? new Trouble({ kind: 'unreachable', errno: error.code }, 'resume', undefined, { cause: error })
    : error
}
