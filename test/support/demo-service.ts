import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import demo from '../../resources/demo/mods.json' with { type: 'json' }
import {
  communityRoutes,
  type DemoAnswer,
  type DemoRoute,
  type DemoService as PlainService,
  type DemoWorld,
  notFound,
  serve,
  type ServeOptions,
} from '../../src-main/demo/index.ts'

export interface DemoServiceOptions extends Partial<DemoWorld>, Omit<ServeOptions, 'routes'> {
  /** Tried before the demo's own routes, so that they can replace one. */
  routes?: readonly DemoRoute[]
}

export interface DemoService extends PlainService {
  faults: Faults
  /** Method, path and headers of the requests, oldest first. */
  asked: { method: string; path: string; headers: IncomingHttpHeaders }[]
}

/** The body of faulty answers for files: long enough to be cut off in the middle. */
const FILE_STAND_IN: DemoAnswer = { body: 'x'.repeat(4096) }

/** A short list of one of the demo's mods, for a service without a game folder. */
function shortHashList(modId: number) {
  const mod = demo.mods.find(({ Id }) => Id === modId)
  const names = ['addons\\nw_base.pbo', 'addons\\nw_base.pbo.nw.bisign', 'keys\\nw.bikey', 'mod.cpp']
  const rows = names.map((name, at) => ({
    Id: at,
    RelativPath: `${mod?.Directories || '@Nordwind'}\\${name}`,
    Hash: createHash('md5').update(name).digest('hex'),
    FileName: basename(name.replaceAll('\\', '/')),
    Size: name.length,
  }))
  return Promise.resolve(mod && rows)
}

/** Starts the demo community's service alone, on a loopback port. It records requests, and its answers can be made faulty. */
export async function startDemoService({ routes = [], ...options }: DemoServiceOptions): Promise<DemoService> {
  const faults = createFaults()
  const asked: DemoService['asked'] = []
  const timers = createTimers()
  const note: DemoRoute = ({ method, path, headers }) => void asked.push({ method, path, headers })
  const faulty =
    (route: DemoRoute): DemoRoute =>
    async (request) => {
      const answer = await route(request)
      const fault = answer && faults.take(request.path)
      if (!fault) return answer
      const right = 'raw' in answer ? FILE_STAND_IN : answer
      return { raw: (_, response) => answerWrongly(fault, right, response, timers) }
    }
  const world = { addresses: {}, hashList: shortHashList, balanceOf: () => undefined, ...options }
  const all = Promise.resolve([note, ...[...routes, ...communityRoutes(world), () => notFound()].map(faulty)])
  const service = await serve({ ...options, routes: () => all })
  const close = async () => {
    timers.clear()
    await service.close()
  }
  return { ...service, faults, asked, close }
}

/**
 * How an answer goes wrong.
 * - `slow`: the right answer, after `ms`
 * - `status`: another status, with `retryAfter` (seconds or a date) if given
 * - `truncate`: half the body, then the connection is cut
 * - `half`: half the body, declared as the whole
 * - `html`: a page with status 200
 * - `wrong-type`: the right body under the type of a picture
 * - `wrong-shape`: JSON of another shape
 * - `drip`: a byte every `everyMs`
 * - `stall`: headers and a few bytes, then nothing
 * - `reset`: the connection is cut before the headers
 * - `not-json`, `empty`: text that is not JSON, or nothing, declared as JSON
 * - `huge`: `bytes` of blanks, sent in pieces
 * - `bomb`: a small gzip body that unpacks to `bytes`
 * - `redirect`: to `to`
 * - `nothing`: the right answer with nothing in its lists
 * - `spoilt`: the right answer with one more entry that is no record
 * - `twice`: the right answer with every entry of every list twice
 * - `extreme`: the right answer with names of one long word or of nothing visible, and with numbers that are huge or negative, in turn
 */
export type Fault =
  | { kind: 'slow'; ms: number }
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'drip'; everyMs: number }
  | { kind: 'huge' | 'bomb'; bytes: number }
  | { kind: 'redirect'; to: string; status?: number }
  | { kind: PlainFault }

type PlainFault =
  | 'truncate'
  | 'half'
  | 'html'
  | 'wrong-type'
  | 'wrong-shape'
  | 'stall'
  | 'reset'
  | 'not-json'
  | 'empty'
  | 'nothing'
  | 'spoilt'
  | 'twice'
  | 'extreme'

/** The fault switch: which paths are faulty, and how. */
export interface Faults {
  /** Makes paths that match go wrong, for the next `times` requests (default: until cleared). The latest match wins. */
  set(pattern: RegExp | string, fault: Fault, times?: number): void
  clear(): void
  /** Takes the fault for a path, counting it down. */
  take(path: string): Fault | undefined
}

/** Makes a fault switch with nothing switched on. A string pattern is a whole path, with or without a slash at its end. */
export function createFaults(): Faults {
  let rules: { matches: (path: string) => boolean; fault: Fault; left: number }[] = []
  const bare = (path: string) => path.replace(/\/+$/, '')
  return {
    set: (pattern, fault, times = Infinity) => {
      const matches =
        typeof pattern === 'string'
          ? (path: string) => bare(path) === bare(pattern)
          : (path: string) => pattern.test(path)
      rules.unshift({ matches, fault, left: times })
    },
    clear: () => {
      rules = []
    },
    take: (path) => {
      const rule = rules.find(({ matches, left }) => left > 0 && matches(path))
      if (rule) rule.left--
      return rule?.fault
    },
  }
}

type Timers = { after(ms: number, run: () => void): void }

/** Writes an answer with its fault. */
export function answerWrongly(fault: Fault, answer: DemoAnswer, response: ServerResponse, timers: Timers): void {
  const body = Buffer.from(answer.body)
  const half = body.subarray(0, Math.floor(body.length / 2))
  const type = { 'content-type': 'application/json' }
  const send = (status: number, headers: Record<string, string | string[]>, bytes: Uint8Array | string) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(bytes), ...headers }).end(bytes)
  }
  switch (fault.kind) {
    case 'slow':
      return timers.after(fault.ms, () => send(answer.status ?? 200, answer.headers ?? {}, body))
    case 'status':
      return send(fault.status, { ...type, ...retryAfter(fault.retryAfter) }, '{"status":"Error"}')
    case 'redirect':
      return send(fault.status ?? 302, { location: fault.to }, '')
    case 'truncate':
      response.writeHead(200, { ...type, 'content-length': body.length })
      response.write(half, () => response.destroy())
      return
    case 'half':
      return send(200, type, half)
    case 'html':
      return send(
        200,
        { 'content-type': 'text/html' },
        '<!doctype html><title>Wartung</title><h1>Wir sind gleich da</h1>',
      )
    case 'wrong-type':
      return send(200, { 'content-type': 'image/png' }, body)
    case 'wrong-shape':
      return send(200, type, '{"data":"none","requested_at":"soon"}')
    case 'nothing':
      return send(200, type, changed(body, emptied))
    case 'spoilt':
      return send(200, type, changed(body, spoilt))
    case 'twice':
      return send(200, type, changed(body, doubled))
    case 'extreme':
      return send(200, type, changed(body, extreme))
    case 'drip':
      response.writeHead(200, type)
      return drip(response, body, fault.everyMs, timers)
    case 'stall':
      response.writeHead(200, { ...type, 'content-length': body.length })
      response.write(half)
      return
    case 'reset':
      response.destroy()
      return
    case 'not-json':
      return send(200, type, 'Fatal error: Allowed memory size exhausted')
    case 'empty':
      return send(200, type, '')
    case 'huge':
      response.writeHead(200, type)
      return flood(response, fault.bytes)
    case 'bomb':
      return send(200, { ...type, 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(fault.bytes, ' '), { level: 1 }))
  }
}

const retryAfter = (value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { 'retry-after': value }

/** A body with another `data`; one without data stays as it is. */
function changed(body: Buffer, change: (data: unknown) => unknown): string {
  const whole = JSON.parse(body.toString()) as { data?: unknown }
  return JSON.stringify('data' in whole ? { ...whole, data: change(whole.data) } : whole)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The same with every list empty. */
const emptied = (value: unknown): unknown =>
  Array.isArray(value)
    ? []
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner)]))
      : value

/** The same with a word at the end of its innermost first list of records. */
function spoilt(value: unknown): unknown {
  if (Array.isArray(value))
    return Array.isArray(value[0]) ? [spoilt(value[0])] : [...(value as unknown[]), 'unreadable']
  if (!isObject(value)) return value
  const [first, ...others] = Object.entries(value)
  return first ? Object.fromEntries([[first[0], spoilt(first[1])], ...others]) : value
}

/** The same with every entry of every list twice. */
function doubled(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), ...(value as unknown[])].map(doubled)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, doubled(inner)]))
}

/** Fields that are shown as words. */
const WORDS = /name|title|localized|desc|status|owner|note|version|category$/i
/** What the words of an entry become, by its place in its list. Shorter than what every screen once wrapped. */
const LONG = ['x'.repeat(900), '\u202e\u200b \u3164', 'Long words '.repeat(90), 'W'.repeat(5_000)]
const NUMBERS = [1e12, -1e12, Number.MAX_SAFE_INTEGER, 1e12]

/** The same with extreme words and numbers. Flags, ids and places on the map stay. */
function extreme(value: unknown, at = 0, field = ''): unknown {
  if (Array.isArray(value)) return value.map((one, index) => extreme(one, typeof one === 'object' ? index : at, field))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, extreme(one, at, name)]))
  if (typeof value === 'string' && WORDS.test(field) && !/class/i.test(field)) return LONG[at % LONG.length]
  return typeof value === 'number' && value > 1 && !/id$|^[xy]$/i.test(field) ? NUMBERS[at % NUMBERS.length] : value
}

function drip(response: ServerResponse, body: Buffer, everyMs: number, timers: Timers, at = 0): void {
  if (response.destroyed) return
  if (at >= body.length) {
    response.end()
    return
  }
  response.write(body.subarray(at, at + 1))
  timers.after(everyMs, () => drip(response, body, everyMs, timers, at + 1))
}

function flood(response: ServerResponse, bytes: number): void {
  const piece = Buffer.alloc(64 * 1024, ' ')
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

function createTimers() {
  const running = new Set<NodeJS.Timeout>()
  return {
    after(ms: number, run: () => void) {
      const timer = setTimeout(() => {
        running.delete(timer)
        run()
      }, ms)
      running.add(timer)
    },
    clear: () => running.forEach((timer) => clearTimeout(timer)),
  }
}
