import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DemoRoute } from './route.ts'

/**
 * How the file service goes wrong for one answer.
 * - `reset`: the connection is cut after a share of the body
 * - `stall`: a share of the body, then nothing
 * - `short`: a share of the body, told as if it were the whole
 * - `wrong`: as many bytes as wanted, but others; each time others if `fickle`
 * - `long`: more bytes than the file has, with no length told
 * - `no-ranges`: the whole file, whatever was asked for
 * - `lying-range`: says the range that was asked for, gives another one
 * - `shifted-range`: gives and tells another range than the one asked for
 * - `status`: another status; `retryAfter` in seconds
 * - `redirect`: to `to`
 */
export type FileFault =
  | { kind: 'reset' | 'stall' | 'short'; share: number }
  | { kind: 'wrong'; fickle?: boolean }
  | { kind: 'long' | 'no-ranges' | 'lying-range' | 'shifted-range' }
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'redirect'; to: string }

/** What a path of the file service holds: the bytes, or a file on disk (absolute). */
export type Served = { bytes: Uint8Array } | { file: string }

export interface FilesOptions {
  /** First part of the path: `files` serves `/files/@Mod/addons/x.pbo`. */
  prefix: string
  /** Finds a file by its path with forward slashes, below the prefix. */
  find: (path: string) => Served | undefined | Promise<Served | undefined>
  /** How the answer for a path goes wrong; asked once for every request. */
  faultOf?: (path: string) => FileFault | undefined
}

interface Content {
  size: number
  etag: string
  read(from: number, to: number): Uint8Array | NodeJS.ReadableStream
}

/** Serves mod files with ranges, and with the faults that are asked for. */
export function filesRoute({ prefix, find, faultOf }: FilesOptions): DemoRoute {
  return async ({ method, segments }) => {
    if ((method !== 'GET' && method !== 'HEAD') || segments[0] !== prefix || segments.length < 2) return undefined
    const path = segments.slice(1).join('/')
    const fault = faultOf?.(path)
    if (fault?.kind === 'status') return statusAnswer(fault)
    if (fault?.kind === 'redirect') return { status: 302, headers: { location: fault.to }, body: '' }
    const served = await find(path)
    const content = served && (await open(served))
    if (!content) return undefined
    return { raw: (request, response) => answer(request, response, content, fault) }
  }
}

const statusAnswer = ({ status, retryAfter }: FileFault & { kind: 'status' }) => ({
  status,
  headers: { 'content-type': 'text/plain', ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
  body: 'no',
})

async function open(served: Served): Promise<Content | undefined> {
  if ('bytes' in served) {
    const { bytes } = served
    const etag = `"${createHash('sha1').update(bytes).digest('hex').slice(0, 20)}"`
    return { size: bytes.length, etag, read: (from, to) => bytes.subarray(from, to) }
  }
  const { file } = served
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const etag = `"${stats.size.toString(16)}-${Math.round(stats.mtimeMs).toString(16)}"`
  const read = (from: number, to: number) =>
    from >= to ? new Uint8Array() : createReadStream(file, { start: from, end: to - 1, highWaterMark: 1 << 20 })
  return { size: stats.size, etag, read }
}

/** The first byte that was asked for; 0 for the whole, NaN for what cannot be given. */
function startOf({ headers }: IncomingMessage, { size, etag }: Content): number | undefined {
  const asked = /^bytes=(\d+)-$/.exec(headers.range ?? '')
  if (!asked || (headers['if-range'] !== undefined && headers['if-range'] !== etag)) return undefined
  const from = Number(asked[1])
  return from < size ? from : NaN
}

async function answer(request: IncomingMessage, response: ServerResponse, content: Content, fault?: FileFault) {
  const { size, etag } = content
  const asked = fault?.kind === 'no-ranges' ? undefined : startOf(request, content)
  if (Number.isNaN(asked)) {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end()
    return
  }
  const from = asked ?? 0
  const told = fault?.kind === 'shifted-range' && asked !== undefined ? Math.max(0, from - 7) : from
  const partial = { 'content-range': `bytes ${told}-${size - 1}/${size}` }
  const length = fault?.kind === 'short' ? Math.floor((size - from) * fault.share) : size - told
  response.writeHead(asked === undefined ? 200 : 206, {
    'content-type': 'application/octet-stream',
    etag,
    ...(fault?.kind === 'no-ranges' ? {} : { 'accept-ranges': 'bytes' }),
    ...(fault?.kind === 'long' ? {} : { 'content-length': length }),
    ...(asked === undefined ? {} : partial),
  })
  if (request.method === 'HEAD') return void response.end()
  await send(response, content, told, fault)
}

async function send(response: ServerResponse, content: Content, from: number, fault?: FileFault): Promise<void> {
  const { size } = content
  switch (fault?.kind) {
    case 'reset':
    case 'stall': {
      const part = content.read(from, from + Math.floor((size - from) * fault.share))
      await pour(response, part)
      if (fault.kind === 'reset') response.destroy()
      return
    }
    case 'short':
      await pour(response, content.read(from, from + Math.floor((size - from) * fault.share)))
      return void response.end()
    case 'wrong':
      await pour(response, Buffer.alloc(size - from, fault.fickle ? `?${performance.now()}` : 'wrong'))
      return void response.end()
    case 'lying-range':
      await pour(response, from > 0 ? content.read(0, size - from) : content.read(0, size))
      return void response.end()
    case 'long':
      await pour(response, content.read(from, size))
      await pour(response, Buffer.alloc(4096, 'more'))
      return void response.end()
    default:
      await pour(response, content.read(from, size))
      response.end()
  }
}

/** Writes all of it, no faster than the other side takes it; ends early when the other side is gone. */
async function pour(response: ServerResponse, source: Uint8Array | NodeJS.ReadableStream): Promise<void> {
  const write = (chunk: Uint8Array) =>
    response.write(chunk) || response.destroyed
      ? undefined
      : new Promise<void>((resolve) => {
          response.once('drain', resolve)
          response.once('close', resolve)
        })
  if (source instanceof Uint8Array) return source.length > 0 ? write(source) : undefined
  for await (const chunk of source as AsyncIterable<Buffer>) {
    await write(chunk)
    if (response.destroyed) return
  }
}
