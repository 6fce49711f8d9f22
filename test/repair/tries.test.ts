import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PauseGate } from '../../src-main/lib/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/connections.ts'
import { type Download, download, type DownloadTools } from '../../src-main/mods/repair/download.ts'
import { Nudge, Throttle } from '../../src-main/mods/repair/pace.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import type { Trouble } from '../../src-main/mods/repair/trouble.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'
import { digestHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, md5, read, write } from './support.ts'

const body = bytesOf('body', 1000)
const never = new AbortController().signal

function connect() {
  const connections = openSourceConnections('http://127.0.0.1')
  onTestFinished(() => connections.close())
  return connections
}

type Answer = (response: ServerResponse, from: number, headers: IncomingHttpHeaders) => void

/** A download from servers that answer in turn as they are told, then as they should; what was heard of it. */
async function downloadFrom(
  answers: Answer[],
  { bytes = body, part, ...change }: Partial<Download & DownloadTools> & { bytes?: Buffer } & { here?: Buffer } = {},
  servers = 1,
) {
  const asked: (string | undefined)[] = []
  const listener: RequestListener = ({ headers }, response) => {
    asked.push(headers.range)
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
    const answer = answers.shift()
    if (answer) return answer(response, from, headers)
    const status = from > 0 ? 206 : 200
    response.writeHead(status, from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/*` } : {})
    response.end(bytes.subarray(from))
  }
  const folder = tempDir()
  if (change.here) write(folder, 'part', change.here)
  const bases = await Promise.all(Array.from({ length: servers }, () => serve(listener)))
  const heard = {
    asked,
    slept: [] as number[],
    retried: [] as [string, number][],
    validators: [] as (string | undefined)[],
    progress: [] as [number, number][],
    checking: [] as boolean[],
  }
  const job: Download = {
    ...{ path: 'a.pbo', size: bytes.length, hash: md5(bytes), algorithm: 'md5', validator: undefined },
    sources: bases.map((base) => new Source(new URL(base))),
    part: part ?? (() => Promise.resolve(join(folder, 'part'))),
    alike: () => Promise.resolve([]),
    onValidator: (validator) => heard.validators.push(validator),
    progress: (all, came) => heard.progress.push([all, came]),
    checking: (is) => heard.checking.push(is),
    retrying: ({ reason }, ms) => heard.retried.push([reason.kind, ms]),
    ...change,
  }
  const clock = {
    now: () => 0,
    sleep: (ms: number, signal: AbortSignal) => (heard.slept.push(ms), Promise.resolve(signal.throwIfAborted())),
    random: () => 0.5,
  }
  const tools: DownloadTools = {
    ...{ disk: realDisk, digestOf: digestHere, clock, throttle: new Throttle(clock), gate: new PauseGate() },
    ...{ nudge: new Nudge(), connections: connect, allowHttp: false, tries: 3, inTurn: pLimit(1), signal: never },
    ...{ patience: { stallMs: 10_000, slowMs: 60_000 }, lockedForMs: 0, whoHolds: () => Promise.resolve(null) },
    findBlocks: () => Promise.resolve(null),
    ...change,
  }
  const failure = await download(job, tools).then(
    () => undefined,
    (error: unknown) => error as Trouble,
  )
  return { ...heard, failure, here: read(folder, 'part') }
}

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()
/** So many bytes, then the connection is cut. */
const some =
  (count: number, headers: Record<string, string> = {}): Answer =>
  (response, from) => {
    response.writeHead(from > 0 ? 206 : 200, {
      ...headers,
      ...(from > 0 && { 'content-range': `bytes ${from}-999/1000` }),
    })
    response.write(body.subarray(from, from + count), () => response.destroy())
  }
const others =
  (fill: string): Answer =>
  (response) =>
    void response.end(Buffer.alloc(body.length, fill))

describe('a download', () => {
  it('waits longer from try to try, as long as a source asks, and tells each', async () => {
    const busy = status(503, { 'retry-after': '4' })
    const { slept, retried, failure, here } = await downloadFrom([status(500), status(500), busy])
    expect(failure).toBeUndefined()
    expect(slept).toHaveLength(3)
    expect(slept[1]).toBe((slept[0] ?? 0) * 2)
    expect(slept[2]).toBe(4000)
    expect(retried).toEqual([
      ['source-error', slept[0]],
      ['source-error', slept[1]],
      ['source-busy', 4000],
    ])
    expect(here?.equals(body)).toBe(true)
  })

  it('is given up after tries that bring nothing, and not while they bring something', async () => {
    const dead = await downloadFrom(Array.from({ length: 9 }, () => status(500)))
    expect(dead.failure).toMatchObject({ reason: { kind: 'source-error', status: 500 } })
    expect(dead.asked).toHaveLength(4)
    const poor = Array.from({ length: 12 }, (_, at) => (at % 3 === 2 ? some(50) : status(500)))
    expect((await downloadFrom(poor)).failure).toBeUndefined()
  })

  it('ends after two hundred tries, however little each brings', async () => {
    const drip = Array.from({ length: 400 }, () => some(1))
    const { failure, asked, here } = await downloadFrom(drip)
    expect(failure).toMatchObject({ reason: { kind: 'unreachable' } })
    expect([asked.length, here?.length]).toEqual([200, 200])
  })

  it('goes on where it broke off, and tells what came', async () => {
    const { asked, progress, here } = await downloadFrom([some(300)])
    expect(asked).toEqual([undefined, 'bytes=300-'])
    expect(progress.at(-1)?.[0]).toBe(1000)
    expect(progress.reduce((sum, [, came]) => sum + came, 0)).toBe(1000)
    expect(progress[0]).toEqual([0, 0])
    expect(progress.filter(([all, came]) => all === 300 && came === 0)).toHaveLength(2)
    expect(here?.equals(body)).toBe(true)
  })

  it('asks for nothing where all is here, and for all where more is here, or nobody says how much there is', async () => {
    const whole = await downloadFrom([], { here: body })
    expect([whole.failure, whole.asked, whole.checking]).toEqual([undefined, [], [true, false]])
    expect(whole.progress).toEqual([[1000, 0]])
    const more = await downloadFrom([], { here: Buffer.alloc(1001) })
    expect([more.failure, more.asked]).toEqual([undefined, [undefined]])
    const unknown = await downloadFrom([], { here: body.subarray(0, 400), size: null })
    expect([unknown.failure, unknown.asked]).toEqual([undefined, [undefined]])
    expect(unknown.here?.equals(body)).toBe(true)
  })

  it('has the journal know what the source calls the bytes, once for each', async () => {
    const named = { etag: '"one"' }
    expect((await downloadFrom([some(9, named), some(9, named), some(9, { etag: '"two"' })])).validators).toEqual([
      '"one"',
      '"two"',
      undefined,
    ])
    expect((await downloadFrom([])).validators).toEqual([undefined])
  })

  it('says to the one source which bytes it has, and to one of two only what it said itself', async () => {
    const heard: unknown[] = []
    const hear: Answer = (response, from, headers) => {
      heard.push(headers['if-range'])
      some(10, { etag: '"new"' })(response, from, headers)
    }
    const given = { here: body.subarray(0, 400), validator: '"old"' }
    await downloadFrom([hear, hear], given)
    expect(heard).toEqual(['"old"', '"new"'])
    heard.length = 0
    await downloadFrom([hear, hear, hear], given, 2)
    expect(heard).toEqual([undefined, undefined, undefined])
  })

  it('that is wrong in one piece is fetched once more, past every cache; the same again is the source’s', async () => {
    const headers: unknown[] = []
    const wrong = (fill: string): Answer => {
      return (response, from, given) => {
        headers.push(given['cache-control'])
        others(fill)(response, from, given)
      }
    }
    const same = await downloadFrom([wrong('a'), wrong('a'), wrong('a')])
    expect(same.failure).toMatchObject({ reason: { kind: 'source-differs', bytes: 1000 }, remedy: 'none' })
    expect(same.asked).toEqual([undefined, undefined])
    expect(headers).toEqual([undefined, 'no-cache'])
    expect(same.checking).toEqual([true, false, true, false])
    const fickle = await downloadFrom([wrong('a'), wrong('b')])
    expect(fickle.failure).toMatchObject({ reason: { kind: 'memory-or-disk' }, remedy: 'none' })
    expect((await downloadFrom([wrong('a')])).failure).toBeUndefined()
  })

  it('that is wrong in two pieces is fetched from its start', async () => {
    const { failure, asked, here } = await downloadFrom([], { here: Buffer.alloc(400) })
    expect(failure).toBeUndefined()
    expect(asked).toEqual(['bytes=400-', undefined])
    expect(here?.equals(body)).toBe(true)
  })

  it('of a length that the list does not name is asked for three times, and left for another source', async () => {
    const long: Answer = (response) => void response.end(Buffer.alloc(1001))
    const alone = await downloadFrom(Array.from({ length: 9 }, () => long))
    expect(alone.failure).toMatchObject({ reason: { kind: 'source-differs', bytes: 1001 } })
    expect(alone.asked).toHaveLength(3)
    const missing = await downloadFrom([status(404), status(404)], {}, 2)
    expect(missing.failure).toMatchObject({ reason: { kind: 'not-found' } })
    expect([missing.asked.length, missing.slept]).toEqual([2, []])
    expect((await downloadFrom([status(404)], {}, 2)).failure).toBeUndefined()
    expect((await downloadFrom([], { sources: [] })).failure).toMatchObject({ reason: { kind: 'no-source' } })
  })

  it('that waits goes on at once with a nudge, and stops at the player’s word', async () => {
    const nudge = new Nudge()
    const control = new AbortController()
    const waiting = (act: () => void) => ({
      now: () => 0,
      random: () => 0.5,
      sleep: (_: number, signal: AbortSignal) =>
        new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
          act()
        }),
    })
    const nudged = await downloadFrom([status(500)], { nudge, clock: waiting(() => nudge.give()) })
    expect([nudged.failure, nudged.asked.length]).toEqual([undefined, 2])
    const stop = { signal: control.signal, clock: waiting(() => control.abort(new Error('the player’s'))) }
    const stopped = await downloadFrom([status(500)], stop)
    expect(stopped.failure).toMatchObject({ message: 'the player’s' })
    expect(stopped.asked).toHaveLength(1)
  })

  it('that is nudged while it stalls tells nobody, and may be nudged more often than it may fail', async () => {
    const nudge = new Nudge()
    const stall: Answer = () => nudge.give()
    const { failure, retried, slept } = await downloadFrom(
      Array.from({ length: 6 }, () => stall),
      { nudge },
    )
    expect([failure, retried, slept]).toEqual([undefined, [], []])
  })

  it('ends with the disk’s error, and the digest’s', async () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    const digestOf = () => Promise.reject(full)
    const { failure, asked, checking } = await downloadFrom([], { digestOf })
    expect(failure).toMatchObject({ reason: { kind: 'disk-full' } })
    expect([asked.length, checking]).toEqual([1, [true, false]])
    const bug = new Error('a bug')
    expect((await downloadFrom([], { part: () => Promise.reject(bug) })).failure).toBe(bug)
  })

  it('closes its part however it ends', async () => {
    let open = 0
    const disk: typeof realDisk = {
      ...realDisk,
      open: async (...given) => {
        const handle = await realDisk.open(...given)
        const close = handle.close.bind(handle)
        open++
        return Object.assign(handle, { close: () => (open--, close()) })
      },
    }
    await downloadFrom([some(10), status(500)], { disk })
    await downloadFrom([status(404)], { disk })
    expect(open).toBe(0)
  })

  it('counts against the speed limit, and waits while it is paused', async () => {
    const taken: number[] = []
    const throttle = { take: (count: number) => Promise.resolve(void taken.push(count)) } as unknown as Throttle
    await downloadFrom([some(10)], { throttle })
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(1000)
  })
})
