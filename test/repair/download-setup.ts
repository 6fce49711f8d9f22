import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { onTestFinished } from 'vitest'
import { PauseGate } from '../../src-main/lib/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/index.ts'
import { type Download, download, type DownloadTools } from '../../src-main/mods/repair/run/download.ts'
import { Nudge, Throttle } from '../../src-main/mods/repair/pace.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import type { Trouble } from '../../src-main/mods/repair/trouble.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'
import { digestHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, md5, read, write } from './support.ts'

export const body = bytesOf('body', 1000)

/** A request for bytes from `from` on. */
export type Answer = (response: ServerResponse, from: number, headers: IncomingHttpHeaders) => void

export const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()

/** So many bytes, then the connection is cut. */
export const some =
  (count: number, content = body): Answer =>
  (response, from) => {
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? { 'content-range': `bytes ${from}-999/1000` } : {})
    response.write(content.subarray(from, from + count), () => response.destroy())
  }

/** A whole file of another content. */
export const others =
  (fill: string, length = body.length): Answer =>
  (response) =>
    void response.end(Buffer.alloc(length, fill))

/** Connections of this test alone. */
export function connect() {
  const connections = openSourceConnections('http://127.0.0.1')
  onTestFinished(() => connections.close())
  return connections
}

/** A source that tells what was seen of it. */
class HeardSource extends Source {
  readonly seen: (string | [number, number])[] = []

  override failed(): void {
    this.seen.push('failed')
    super.failed()
  }

  override gave(bytes: number, ms: number): void {
    this.seen.push([bytes, ms])
    super.gave(bytes, ms)
  }
}

interface Given extends Partial<Download & DownloadTools> {
  bytes?: Buffer
  /** What the part has already. */
  here?: Buffer
  /** Has an answer for what is asked of a server, by its number and path; else the next one in turn answers. */
  route?: (asked: string) => Answer | undefined
}

/** A download from servers that answer in turn as they are told, then as they should; what was heard of it. */
export async function downloadFrom(
  answers: Answer[],
  { bytes = body, here, route, ...change }: Given = {},
  servers = 1,
) {
  const asked: (string | undefined)[] = []
  const paths: string[] = []
  const listenerOf =
    (server: number): RequestListener =>
    ({ headers, url = '' }, response) => {
      const place = `${server}${url}`
      paths.push(place)
      const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
      const from = Number(start ?? 0)
      asked.push(headers.range)
      const answer = route?.(place) ?? answers.shift()
      if (answer) return answer(response, from, headers)
      const part = bytes.subarray(from, end ? Number(end) + 1 : undefined)
      const range = { 'content-range': `bytes ${from}-${from + part.length - 1}/*` }
      response.writeHead(start ? 206 : 200, start ? range : {}).end(part)
    }
  const folder = tempDir()
  if (here) write(folder, 'part', here)
  const bases = await Promise.all(Array.from({ length: servers }, (_, server) => serve(listenerOf(server))))
  const sources = bases.map((base) => new HeardSource(new URL(base)))
  const heard = {
    ...{ asked, paths, sources },
    slept: [] as number[],
    retried: [] as [string, number][],
    progress: [] as [number, number][],
    checking: [] as boolean[],
  }
  const job: Download = {
    ...{ path: 'a.pbo', size: bytes.length, hash: md5(bytes), algorithm: 'md5', sources },
    part: () => Promise.resolve(join(folder, 'part')),
    alike: () => Promise.resolve([]),
    meter: {
      bytes: (_, all, came) => heard.progress.push([all, came]),
      checking: (_, is) => heard.checking.push(is),
      retrying: (_, { kind }, ms) => heard.retried.push([kind, ms]),
    },
    ...change,
  }
  const clock = {
    now: () => 0,
    sleep: (ms: number, signal: AbortSignal) => (heard.slept.push(ms), Promise.resolve(signal.throwIfAborted())),
    random: () => 0.5,
  }
  const tools: DownloadTools = {
    ...{ disk: realDisk, digestOf: digestHere, clock, throttle: new Throttle(clock), gate: new PauseGate() },
    ...{ nudge: new Nudge(), connections: connect(), allowHttp: false, tries: 3, inTurn: pLimit(1) },
    ...{ patience: { stallMs: 10_000, slowMs: 60_000 }, lockedForMs: 0, whoHolds: () => Promise.resolve(null) },
    ...{ findBlocks: () => Promise.resolve(null), signal: new AbortController().signal },
    ...change,
  }
  const failure = await download(job, tools).then(
    () => undefined,
    (error: unknown) => error as Trouble,
  )
  return { ...heard, failure, here: read(folder, 'part') }
}
