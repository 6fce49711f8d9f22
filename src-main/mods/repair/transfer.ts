import type { IncomingHttpHeaders } from 'node:http'
import { request, type Dispatcher } from 'undici'
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
  dispatcher: Dispatcher
  signal: AbortSignal
  begin: (start: TransferStart) => Promise<void>
  /** Takes a chunk; the next one comes when it is done. */
  take: (chunk: Buffer) => Promise<void>
}

const MOST_REDIRECTS = 5
/** Where the list gives no size, a source may still not fill the disk: 64 GiB. */
const MOST_BYTES = 64 * 2 ** 30

/** Fetches the rest of one file. Ends when every byte has come. @throws Trouble with the cause and what may help */
export async function transfer(job: Transfer): Promise<void> {
  const stall = new AbortController()
  const watch = watchdog(job.stallMs, () => stall.abort())
  const signal = AbortSignal.any([job.signal, stall.signal])
  try {
    watch.arm()
    const answer = await ask(job, signal)
    await receive(job, answer, watch)
  } catch (error) {
    job.signal.throwIfAborted()
    if (stall.signal.aborted) throw new Trouble({ kind: 'stalled' }, 'resume')
    throw error instanceof Trouble ? error : netTrouble(error)
  } finally {
    watch.disarm()
  }
}

interface Watchdog {
  arm(): void
  disarm(): void
}

function watchdog(ms: number, bark: () => void): Watchdog {
  let timer: NodeJS.Timeout | undefined
  return {
    arm() {
      if (timer) timer.refresh()
      else timer = setTimeout(bark, ms)
    },
    disarm() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

async function ask(job: Transfer, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'Loadout' }
  if (job.offset > 0) {
    headers.range = `bytes=${job.offset}-`
    if (job.validator) headers['if-range'] = job.validator
  }
  if (job.fresh) headers['cache-control'] = 'no-cache'
  let url = job.url
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await request(url, { headers, signal, dispatcher: job.dispatcher })
    const to = answer.headers.location
    if (answer.statusCode < 300 || answer.statusCode > 399 || typeof to !== 'string') return answer
    await answer.body.dump()
    url = new URL(to, url)
    if (!mayFetchFrom(url, job.allowHttp)) throw new Trouble({ kind: 'insecure-redirect', host: url.host })
  }
  throw new Trouble({ kind: 'source-error', status: 310 })
}

async function receive(job: Transfer, answer: Dispatcher.ResponseData, watch: Watchdog): Promise<void> {
  const { statusCode, headers, body } = answer
  const offset = startOf(job, statusCode, headers)
  if (offset instanceof Trouble) {
    body.on('error', () => undefined).destroy()
    throw offset
  }
  watch.disarm() // opening the part is the disk's time
  await job.begin({ offset, validator: validatorOf(headers) })
  let received = offset
  watch.arm()
  for await (const chunk of body as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received > (job.size ?? MOST_BYTES)) throw differs(received)
    watch.disarm()
    await job.take(chunk)
    watch.arm()
  }
  if (received < (job.size ?? 0)) throw new Trouble({ kind: 'broken-off' }, 'resume')
}

/** Where the answer's body begins, or the trouble that the answer is. */
function startOf(job: Transfer, status: number, headers: IncomingHttpHeaders): number | Trouble {
  if (status === 200) return lengthFits(headers, job.size) ? 0 : differs(Number(headers['content-length']))
  if (status !== 206) return statusTrouble(status, headers)
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(String(headers['content-range'] ?? ''))
  const fits =
    range &&
    Number(range[1]) === job.offset &&
    (range[3] === '*' || Number(range[3]) === (job.size ?? Number(range[3])))
  return fits ? job.offset : new Trouble({ kind: 'bad-range' }, 'restart')
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
    return new Trouble({ kind: 'source-busy', status }, 'resume', retryAfter(headers))
  if (status === 408 || status >= 500) return new Trouble({ kind: 'source-error', status }, 'resume')
  return new Trouble({ kind: 'source-refused', status })
}

const MOST_WAIT_MS = 120_000

function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MOST_WAIT_MS) : undefined
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
