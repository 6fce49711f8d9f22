import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DemoRoute } from '../../src-main/demo/index.ts'

/**
 * How the file service goes wrong for one answer.
 * - `reset`: the connection is cut after a share of the body
 * - `stall`: a share of the body, then nothing
 * - `short`: a share of the body, declared as the whole
 * - `wrong`: as many bytes as wanted, but others; each time others if `fickle`
 * - `long`: more bytes than the file has, without a declared length
 * - `no-ranges`: the whole file, whatever range was requested
 * - `lying-range`: declares the requested range, sends another one
 * - `shifted-range`: declares and sends another range than the requested one
 * - `status`: another status; `retryAfter` in seconds
 * - `redirect`: to `to`
 */
export type FileFault =
  | { kind: 'reset' | 'stall' | 'short'; share: number }
  | { kind: 'wrong'; fickle?: boolean }
  | { kind: 'long' | 'no-ranges' | 'lying-range' | 'shifted-range' }
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'redirect'; to: string }

interface FilesOptions {
  /** The bytes at a path with forward slashes, below `/files/`. */
  find: (path: string) => Uint8Array | undefined
  /** The fault of the answer for a path; called once for every request. */
  faultOf: (path: string) => FileFault | undefined
}

/** Serves mod files with ranges, and with the faults that the test wants. */
export function faultyFilesRoute({ find, faultOf }: FilesOptions): DemoRoute {
  return ({ method, segments }) => {
    if ((method !== 'GET' && method !== 'HEAD') || segments[0] !== 'files' || segments.length < 2) return undefined
    const path = segments.slice(1).join('/')
    const fault = faultOf(path)
    if (fault?.kind === 'status') return statusAnswer(fault)
    if (fault?.kind === 'redirect') return { status: 302, headers: { location: fault.to }, body: '' }
    const bytes = find(path)
    if (!bytes) return undefined
    return { raw: (request, response) => answer(request, response, bytes, fault) }
  }
}

const statusAnswer = ({ status, retryAfter }: FileFault & { kind: 'status' }) => ({
  status,
  headers: { 'content-type': 'text/plain', ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
  body: 'no',
})

/** The start of the requested range; undefined: the whole file, NaN: a range that cannot be served. */
function rangeOf({ headers }: IncomingMessage, size: number): [number, number] | undefined {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')
  if (!asked) return undefined
  const from = Number(asked[1])
  return [from < size ? from : NaN, asked[2] ? Math.min(Number(asked[2]) + 1, size) : size]
}

async function answer(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array, fault?: FileFault) {
  const size = bytes.length
  const range = fault?.kind === 'no-ranges' ? undefined : rangeOf(request, size)
  const [asked, to] = range ?? [undefined, size]
  if (Number.isNaN(asked)) {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end()
    return
  }
  const from = asked ?? 0
  const told = fault?.kind === 'shifted-range' && asked !== undefined ? Math.max(0, from - 7) : from
  const partial = { 'content-range': `bytes ${told}-${to - 1}/${size}` }
  const length = fault?.kind === 'short' ? Math.floor((to - from) * fault.share) : to - told
  response.writeHead(asked === undefined ? 200 : 206, {
    'content-type': 'application/octet-stream',
    ...(fault?.kind === 'no-ranges' ? {} : { 'accept-ranges': 'bytes' }),
    ...(fault?.kind === 'long' ? {} : { 'content-length': length }),
    ...(asked === undefined ? {} : partial),
  })
  if (request.method === 'HEAD') return void response.end()
  await send(response, bytes.subarray(0, to), told, fault)
}

async function send(response: ServerResponse, bytes: Uint8Array, from: number, fault?: FileFault): Promise<void> {
  const size = bytes.length
  switch (fault?.kind) {
    case 'reset':
    case 'stall': {
      const part = bytes.subarray(from, from + Math.floor((size - from) * fault.share))
      await pour(response, part)
      if (fault.kind === 'reset') response.destroy()
      return
    }
    case 'short':
      await pour(response, bytes.subarray(from, from + Math.floor((size - from) * fault.share)))
      return void response.end()
    case 'wrong':
      await pour(response, Buffer.alloc(size - from, fault.fickle ? `?${performance.now()}` : 'wrong'))
      return void response.end()
    case 'lying-range':
      await pour(response, from > 0 ? bytes.subarray(0, size - from) : bytes)
      return void response.end()
    case 'long':
      await pour(response, bytes.subarray(from))
      await pour(response, Buffer.alloc(4096, 'more'))
      return void response.end()
    default:
      await pour(response, bytes.subarray(from))
      response.end()
  }
}

/** Writes everything, or stops when the client is gone. */
async function pour(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0 || response.write(bytes) || response.destroyed) return
  await new Promise<void>((resolve) => {
    response.once('drain', resolve)
    response.once('close', resolve)
  })
}

/** The fault switch of the file service. */
export interface FileFaults {
  /** Makes matching files faulty for the next `times` requests (default: until cleared). The latest match wins. */
  set(pattern: RegExp, fault: FileFault, times?: number): void
  /** Called before the rules for every request; `undefined` leaves the decision to them. */
  decide(by: ((path: string) => FileFault | undefined) | undefined): void
  clear(): void
  take(path: string): FileFault | undefined
}

export function createFileFaults(): FileFaults {
  let rules: { pattern: RegExp; fault: FileFault; left: number }[] = []
  let decider: ((path: string) => FileFault | undefined) | undefined
  return {
    set: (pattern, fault, times = Infinity) => void rules.unshift({ pattern, fault, left: times }),
    decide: (by) => void (decider = by),
    clear() {
      rules = []
      decider = undefined
    },
    take(path) {
      const decided = decider?.(path)
      if (decided) return decided
      const rule = rules.find(({ pattern, left }) => left > 0 && pattern.test(path))
      if (rule) rule.left--
      return rule?.fault
    },
  }
}
