import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasNetwork } from '../../src-main/http/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/index.ts'
import { withResolvers } from '../../src-main/lib/index.ts'
import { transfer, type FileTransfer } from '../../src-main/mods/repair/run/transfer.ts'
import type { Trouble } from '../../src-main/mods/repair/trouble.ts'
import { serve } from '../support/serve.ts'
import { bytesOf } from './support.ts'

const body = bytesOf('body', 1000)
const never = new AbortController().signal

function connect() {
  const connections = openSourceConnections('http://127.0.0.1')
  onTestFinished(() => connections.close())
  return connections
}

/** What a transfer from this server asked, said and brought. */
async function transferFrom(listener: RequestListener, change: Partial<FileTransfer> = {}, at?: string) {
  const asked: IncomingHttpHeaders[] = []
  const base = at ?? (await serve((request, response) => (asked.push(request.headers), listener(request, response))))
  const begun: unknown[] = []
  const pieces: Buffer[] = []
  const work = transfer({
    ...{ url: new URL('file', base), offset: 0, size: body.length, fresh: false },
    ...{ allowHttp: false, patience: { stallMs: 10_000, slowMs: 60_000 }, nudge: never, signal: never },
    connections: connect(),
    begin: (start) => Promise.resolve(void begun.push(start)),
    take: (chunk) => Promise.resolve(void pieces.push(Buffer.from(chunk))),
    ...change,
  })
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error as Trouble,
  )
  return { asked, begun, failure, came: Buffer.concat(pieces) }
}

/** Answers a range as it was asked. */
const ranged =
  (headers: Record<string, string> = {}, total = String(body.length)): RequestListener =>
  (request, response) => {
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const part = body.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${total}`
    response.writeHead(206, { 'content-range': range, ...headers }).end(part)
  }

describe('a transfer', () => {
  it.each([
    [{ offset: 0, until: undefined }, undefined],
    [{ offset: 1, until: undefined }, 'bytes=1-'],
    [{ offset: 0, until: 10 }, 'bytes=0-9'],
    [{ offset: 7, until: 10 }, 'bytes=7-9'],
  ])('asks for what is left: %o', async (change, range) => {
    const whole: RequestListener = (_, response) => void response.end(body)
    const { asked, failure, came } = await transferFrom(range === undefined ? whole : ranged(), change)
    expect(failure).toBeUndefined()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.range).toBe(range)
    expect(asked[0]).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'Loadout' })
    expect(asked[0]).not.toHaveProperty('if-range')
    expect(asked[0]).not.toHaveProperty('cache-control')
    expect(came.equals(body.subarray(change.offset, change.until))).toBe(true)
  })

  it('asks caches for the origin’s where it begins anew', async () => {
    const { asked } = await transferFrom(ranged(), { offset: 7, fresh: true })
    expect(asked[0]).toMatchObject({ 'cache-control': 'no-cache' })
  })

  it('tells where it begins', async () => {
    expect((await transferFrom(ranged(), { offset: 7 })).begun).toEqual([7])
    expect((await transferFrom((_, response) => void response.end(body), { offset: 7 })).begun).toEqual([0])
  })

  it.each([
    [404, {}, { reason: { kind: 'not-found' }, remedy: 'none' }],
    [410, {}, { reason: { kind: 'not-found' }, remedy: 'none' }],
    [416, {}, { reason: { kind: 'bad-range' }, remedy: 'restart' }],
    [416, { 'content-range': 'bytes */1000' }, { reason: { kind: 'bad-range' }, remedy: 'restart' }],
    [416, { 'content-range': 'bytes */0' }, { reason: { kind: 'source-differs', bytes: 0 }, remedy: 'resume' }],
    [404, { 'content-range': 'bytes */900' }, { reason: { kind: 'not-found' } }],
    [429, {}, { reason: { kind: 'source-busy', status: 429 }, remedy: 'resume', waitMs: undefined }],
    [503, { 'retry-after': '4' }, { reason: { kind: 'source-busy', status: 503 }, remedy: 'resume', waitMs: 4000 }],
    [503, { 'retry-after': '9999' }, { remedy: 'resume', waitMs: 120_000 }],
    [408, {}, { reason: { kind: 'source-error', status: 408 }, remedy: 'resume' }],
    [500, {}, { reason: { kind: 'source-error', status: 500 }, remedy: 'resume' }],
    [502, {}, { reason: { kind: 'source-error', status: 502 }, remedy: 'resume' }],
    [403, {}, { reason: { kind: 'source-refused', status: 403 }, remedy: 'none' }],
    [302, {}, { reason: { kind: 'source-refused', status: 302 }, remedy: 'none' }],
    [400, { location: 'file' }, { reason: { kind: 'source-refused', status: 400 }, remedy: 'none' }],
    [299, { location: 'file' }, { reason: { kind: 'source-refused', status: 299 }, remedy: 'none' }],
  ])('takes nothing of an answer with status %i %o', async (status, headers, trouble) => {
    const { failure, begun, came } = await transferFrom(
      (_, response) => void response.writeHead(status, headers).end('no such file'),
    )
    expect(failure).toMatchObject(trouble)
    expect([begun, came.length]).toEqual([[], 0])
  })

  const range = (text: string): RequestListener => ranged({ 'content-range': text })
  it.each<[string, RequestListener, Partial<FileTransfer>, object]>([
    ['of another begin', range('bytes 6-999/1000'), { offset: 7 }, { reason: { kind: 'bad-range' } }],
    [
      'of another length',
      range('bytes 7-999/1001'),
      { offset: 7 },
      { reason: { kind: 'source-differs' }, remedy: 'resume' },
    ],
    ['that is none', range('7-999'), { offset: 7 }, { reason: { kind: 'bad-range' }, remedy: 'restart' }],
  ])('takes no range %s', async (_, listener, change, trouble) => {
    const { failure, begun } = await transferFrom(listener, change)
    expect(failure).toMatchObject(trouble)
    expect(begun).toEqual([])
  })

  it.each<[string, RequestListener, Partial<FileTransfer>]>([
    ['of a length that is not told', ranged({}, '*'), { offset: 7 }],
    ['of a length that the list does not say', ranged(), { offset: 7, size: null }],
    ['of a length that neither tells', ranged({}, '*'), { offset: 7, size: null }],
  ])('takes a range %s', async (_, listener, change) => {
    const { failure, came } = await transferFrom(listener, change)
    expect(failure).toBeUndefined()
    expect(came.equals(body.subarray(7))).toBe(true)
  })

  const raw = (head: string, bytes: Buffer): RequestListener => {
    return ({ socket }) => void socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n\r\n`), bytes]))
  }
  const four: RequestListener = (_, r) => void r.writeHead(206, { 'content-range': 'bytes 7-9/1000' }).end('four')
  it.each<[string, RequestListener, Partial<FileTransfer>, object]>([
    [
      'longer, and says so',
      (_, r) => void r.end(Buffer.alloc(1001)),
      {},
      { reason: { bytes: 1001 }, remedy: 'resume' },
    ],
    ['shorter, and says so', (_, r) => void r.end(Buffer.alloc(999)), {}, { reason: { bytes: 999 }, remedy: 'resume' }],
    ['longer without saying so', raw('200 OK', Buffer.alloc(1001)), {}, { reason: { bytes: 1001 }, remedy: 'restart' }],
    ['more than was asked for', four, { offset: 7, until: 9 }, { remedy: 'restart' }],
  ])('gives up a file that is %s', async (_, listener, change, trouble) => {
    const { failure } = await transferFrom(listener, change)
    expect(failure).toMatchObject(trouble)
    expect(failure).toMatchObject({ reason: { kind: 'source-differs' } })
  })

  it('takes a page only where the list names one', async () => {
    const page: RequestListener = (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end(body)
    const { failure, begun } = await transferFrom(page)
    expect([failure, begun]).toMatchObject([{ reason: { kind: 'source-error', status: 200 }, remedy: 'resume' }, []])
  })

  it('takes the whole of a source that knows no ranges, though it asked for less', async () => {
    const { failure, begun, came } = await transferFrom((_, r) => void r.end(body), { offset: 7, until: 9 })
    expect([failure, begun]).toEqual([undefined, [0]])
    expect(came.equals(body)).toBe(true)
  })

  it.each(['begin', 'take'])('that is given up at its %s lets the source know', async (at) => {
    const gone = withResolvers()
    const endless: RequestListener = (_, response) => {
      response.once('close', gone.resolve)
      response.write('x')
    }
    const failure = new Error('no room')
    expect((await transferFrom(endless, { [at]: () => Promise.reject(failure) })).failure).toBe(failure)
    await gone.promise
  })

  it('that ends early goes on where it broke off', async () => {
    const short = await transferFrom(raw('200 OK', body.subarray(0, 999)))
    expect(short.failure).toMatchObject({ reason: { kind: 'broken-off' }, remedy: 'resume' })
    expect(short.came).toHaveLength(999)
    const cut = await transferFrom(raw('206 P\r\ncontent-range: bytes 7-20/1000', body.subarray(7, 20)), {
      offset: 7,
      until: 21,
    })
    expect(cut.failure).toMatchObject({ reason: { kind: 'broken-off' }, remedy: 'resume' })
    const unknown = await transferFrom(raw('200 OK', body.subarray(0, 999)), { size: null })
    expect([unknown.failure, unknown.came.length]).toEqual([undefined, 999])
    const empty = await transferFrom((_, r) => void r.end(), { size: null })
    expect([empty.failure, empty.came.length]).toEqual([undefined, 0])
  })

  it('follows five redirects, and no sixth', async () => {
    const hops = (most: number): RequestListener => {
      let hop = 0
      return (_, response) =>
        hop++ < most ? void response.writeHead(307, { location: `../hop${hop}` }).end('moved') : void response.end(body)
    }
    for (const status of [300, 399]) {
      const moved: RequestListener = ({ url }, r) =>
        url === '/moved' ? void r.end(body) : void r.writeHead(status, { location: '/moved' }).end()
      expect((await transferFrom(moved)).came).toHaveLength(1000)
    }
    const five = await transferFrom(hops(5))
    expect([five.failure, five.asked.length, five.came.length]).toEqual([undefined, 6, 1000])
    const six = await transferFrom(hops(6))
    expect(six.failure).toMatchObject({ reason: { kind: 'source-error', status: 307 }, remedy: 'none' })
    expect(six.asked).toHaveLength(6)
    const nowhere = await transferFrom((_, r) => void r.writeHead(301, { location: 'https://' }).end())
    expect(nowhere.failure).toMatchObject({ reason: { kind: 'source-error', status: 301 }, remedy: 'none' })
    for (const allowHttp of [false, true]) {
      const elsewhere: RequestListener = (_, r) => void r.writeHead(301, { location: 'http://files.example/a' }).end()
      const plain = await transferFrom(elsewhere, { allowHttp })
      expect(plain.failure).toMatchObject({ reason: { kind: 'insecure-redirect', host: 'files.example' } })
      const local = await transferFrom((_, r) => void r.writeHead(301, { location: 'file:///a' }).end(), { allowHttp })
      expect(local.failure).toMatchObject({ reason: { kind: 'insecure-redirect', host: 'file:' } })
    }
    const gone = await transferFrom((_, r) => void r.writeHead(301, { location: 'https://nobody.invalid/a' }).end())
    const notFound = { kind: 'name-not-found', host: 'nobody.invalid' } // and not the host that leads there
    expect(gone.failure).toMatchObject({ reason: hasNetwork() ? notFound : { kind: 'offline' } })
  })

  it('ends with the player’s word, and as a stall with a nudge', async () => {
    for (const [key, like] of [
      ['signal', { message: 'the player’s' }],
      ['nudge', { reason: { kind: 'stalled' }, remedy: 'resume' }],
    ] as const) {
      const control = new AbortController()
      const { failure } = await transferFrom(() => control.abort(new Error('the player’s')), { [key]: control.signal })
      expect(failure).toMatchObject(like)
    }
  })

  it('tells the disk’s error from the network’s', async () => {
    const fails = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    const whole: RequestListener = (_, response) => void response.end(body)
    for (const change of [{ take: fails }, { begin: fails }])
      expect((await transferFrom(whole, change)).failure).toMatchObject({
        reason: { kind: 'other', errno: 'ECONNRESET' },
        remedy: 'none',
      })
    const bug = new Error('a bug')
    expect((await transferFrom(whole, { take: () => Promise.reject(bug) })).failure).toBe(bug)
  })

  it.each([
    ['CERT_HAS_EXPIRED', { kind: 'bad-certificate', host: 'files.example', errno: 'CERT_HAS_EXPIRED' }, 'none'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', { kind: 'unreachable', errno: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'resume'],
    ['UND_ERR_CONNECT_TIMEOUT', { kind: 'unreachable', errno: 'ETIMEDOUT' }, 'resume'],
    ['ECONNRESET', { kind: 'unreachable', errno: 'ECONNRESET' }, 'resume'],
    ['ENETUNREACH', hasNetwork() ? { kind: 'unreachable', errno: 'ENETUNREACH' } : { kind: 'offline' }, 'resume'],
  ])('tells what %s means', async (code, reason, remedy) => {
    const lookup = ((_: string, __: object, callback: (error: Error) => void) =>
      callback(Object.assign(new Error(code), { code }))) as unknown as Parameters<typeof openSourceConnections>[1]
    const connections = openSourceConnections('http://127.0.0.1', lookup)
    onTestFinished(() => connections.close())
    const { failure } = await transferFrom(() => undefined, { connections }, 'https://files.example/')
    expect(failure).toMatchObject({ reason, remedy })
  })

  it('that drips is too slow', async () => {
    const drips: RequestListener = (_, response) => {
      const drip = setInterval(() => response.write('x'), 5)
      response.once('close', () => clearInterval(drip))
    }
    const { failure } = await transferFrom(drips, { patience: { stallMs: 10_000, slowMs: 50 } })
    expect(failure).toMatchObject({ reason: { kind: 'too-slow' }, remedy: 'resume' })
  })

  it('tells a source that is not there from one that is silent, and from one that speaks another language', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    const port = await new Promise<number>((resolve) =>
      gone.once('listening', () => resolve((gone.address() as { port: number }).port)),
    )
    await new Promise((resolve) => gone.close(resolve))
    const absent = await transferFrom(() => undefined, {}, `http://127.0.0.1:${port}/`)
    expect(absent.failure).toMatchObject({ reason: { kind: 'unreachable', errno: 'ECONNREFUSED' }, remedy: 'resume' })
    const silent = await transferFrom(() => undefined, { patience: { stallMs: 100, slowMs: 60_000 } })
    expect(silent.failure).toMatchObject({ reason: { kind: 'stalled' }, remedy: 'resume' })
    const nowhere = await transferFrom(() => undefined, {}, 'http://no-such-name.invalid/')
    expect(['name-not-found', 'offline']).toContain(nowhere.failure?.reason.kind)
    const strange = createSocketServer((socket) => void socket.on('error', () => undefined).end('not TLS')).listen(0)
    onTestFinished(() => void strange.close())
    const other = await transferFrom(
      () => undefined,
      {},
      `https://127.0.0.1:${(strange.address() as { port: number }).port}/`,
    )
    expect(other.failure).toMatchObject({ reason: { kind: 'unreachable' }, remedy: 'resume' })
  })
})
