import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { getBytes, HttpClient, networkFailure, reasonOf } from '../../src-main/http/index.ts'
import { withResolvers } from '../../src-main/lib/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { serve } from '../support/serve.ts'

const { signal } = new AbortController()
const MB = 1 << 20

function open(origin: string): HttpClient {
  const client = new HttpClient({ origin, sleep: () => Promise.resolve() })
  onTestFinished(() => client.close())
  return client
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!isFailure(error)) throw new Error('expected a failure', { cause: error })
  return error
}

test.each([
  ['once', (data: Buffer) => gzipSync(data), 'gzip'],
  ['twice', (data: Buffer) => gzipSync(gzipSync(data)), 'gzip, gzip'],
])('a body packed %s is limited by its unpacked size', async (_, pack, encoding) => {
  const bodies: Record<string, Buffer> = { '/fits': pack(Buffer.alloc(MB)), '/bomb': pack(Buffer.alloc(MB + 1)) }
  const origin = await serve(({ url = '' }, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bodies[url]),
  )
  const client = open(origin)
  expect(await client.get('/fits', { maxBytes: MB, signal })).toMatchObject({ kind: 'body', bytes: { length: MB } })
  expect(await failureOf(client.get('/bomb', { maxBytes: MB, signal }))).toMatchObject({
    code: 'too-large',
    facts: { limitBytes: MB },
  })
})

test.each(['none', 'UTF-8', '', 'identity, NONE'])('a body that is packed as %j is not packed', async (encoding) => {
  const origin = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('{}'))
  const answer = await open(origin).get('/', { maxBytes: MB, signal })
  expect(answer.kind === 'body' && Buffer.from(answer.bytes).toString()).toBe('{}')
})

test('a body that is packed too often is refused', async () => {
  const encoding = 'gzip, gzip, gzip'
  const origin = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('{}'))
  expect(await failureOf(open(origin).get('/', { maxBytes: MB, signal }))).toMatchObject({
    code: 'not-json',
    facts: { contentType: encoding },
  })
})

test('a request on a connection that is dead without an error, as after a sleep, is sent again on a new one', async () => {
  const { promise: asked, resolve: ask } = withResolvers()
  let requests = 0
  const client = open(
    await serve((_, response) => {
      if (++requests === 1) ask()
      else response.end('{}')
    }),
  )
  const answer = client.get('/', { maxBytes: MB, signal })
  await asked
  client.renew()
  expect(await answer).toMatchObject({ kind: 'body', bytes: { length: 2 } })
})

test('the bytes lie in a buffer of their own, which can be transferred to a thread', async () => {
  const client = open(await serve((_, response) => response.end('small')))
  const answer = await client.get('/', { maxBytes: MB, signal })
  if (answer.kind !== 'body') throw new Error(answer.kind)
  expect(answer.bytes.buffer.byteLength).toBe(5)
  structuredClone(answer.bytes, { transfer: [answer.bytes.buffer as ArrayBuffer] })
  expect(answer.bytes.length).toBe(0)
})

test('a body that drips is given up by its speed, though a byte comes again and again', async () => {
  const origin = await serve((_, response) => {
    const drips = setInterval(() => response.write('x'), 5)
    response.once('close', () => clearInterval(drips))
  })
  const timeouts = { stallMs: 20_000, bodyMs: 20_000, slowMs: 100 }
  const { facts } = await failureOf(getBytes(`${origin}/`, { maxBytes: MB, signal, timeouts }))
  expect(facts).toMatchObject({ stage: 'slow', ms: 100 })
})

test('a body has more time the larger it may be, because a hash list takes minutes on a slow line', async () => {
  const origin = await serve((_, response) => {
    let left = 20
    const drips = setInterval(() => (--left > 0 ? response.write('x') : response.end('x')), 30)
    response.once('close', () => clearInterval(drips))
  })
  const timeouts = { headersMs: 100, bodyMs: 200 }
  const get = (maxBytes: number) => getBytes(`${origin}/`, { maxBytes, signal, timeouts })
  expect((await failureOf(get(MB))).facts).toMatchObject({ stage: 'body', ms: 200 })
  expect((await get(64 * MB)).length).toBe(20)
})

test('a kept connection that the service has closed meanwhile costs no request', async () => {
  const asked: (number | undefined)[] = []
  const origin = await serve((request, response) => {
    asked.push(request.socket.remotePort)
    response.end('good', () => setImmediate(() => request.socket.destroy()))
  })
  const client = new HttpClient({ origin, plain: true })
  onTestFinished(() => client.close())
  for (let at = 0; at < 20; at++)
    expect(await client.get('/', { maxBytes: MB, signal })).toMatchObject({ kind: 'body' })
  expect(asked.length).toBe(20)
})

test('a single read is made once, follows no redirect and asks for no packing', async () => {
  const asked: string[] = []
  const origin = await serve(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers['accept-encoding'] ?? 'plain'} ${headers.accept}`)
    if (url === '/good') response.end('good')
    else if (url === '/moved') response.writeHead(302, { location: '/good' }).end()
    else response.writeHead(Number(url.slice(1))).end()
  })
  const options = { maxBytes: 4, signal, headers: { accept: 'text/plain' } }
  expect(Buffer.from(await getBytes(`${origin}/good`, options)).toString()).toBe('good')
  const reasons: string[] = []
  for (const path of ['/moved', '/503', '/404'])
    reasons.push(reasonOf(await failureOf(getBytes(`${origin}${path}`, options))))
  reasons.push(reasonOf(await failureOf(getBytes(`${origin}/good`, { ...options, maxBytes: 3 }))))
  expect(reasons).toEqual(['redirect-refused', '503', '404', 'too-large'])
  const paths = ['/good', '/moved', '/503', '/404', '/good']
  expect(asked).toEqual(paths.map((path) => `${path} plain text/plain`))
})

test.each([
  ['ECONNREFUSED', 'connection-lost', 'ECONNREFUSED'],
  ['ENETUNREACH', 'connection-lost', 'ENETUNREACH'],
  ['ENOTFOUND', 'dns', 'dns'],
  ['ETIMEDOUT', 'timeout', 'no-answer'],
  ['UND_ERR_SOCKET', 'connection-lost', 'UND_ERR_SOCKET'],
  ['CERT_HAS_EXPIRED', 'tls', 'CERT_HAS_EXPIRED'],
  ['INVALID_PURPOSE', 'tls', 'INVALID_PURPOSE'],
  ['PATH_LENGTH_EXCEEDED', 'tls', 'PATH_LENGTH_EXCEEDED'],
  ['UNSPECIFIED', 'tls', 'UNSPECIFIED'],
  ['ERROR_IN_CERT_NOT_BEFORE_FIELD', 'tls', 'ERROR_IN_CERT_NOT_BEFORE_FIELD'],
  ['UNKNOWN', 'connection-lost', 'UNKNOWN'],
  ['HPE_INVALID_CONSTANT', 'connection-lost', 'HPE_INVALID_CONSTANT'],
])('%s is told as %s, in one word %s', (errno, code, word) => {
  const facts = { host: 'x', timeouts: { connectMs: 1, headersMs: 1 }, isOnline: () => true }
  const inner = Object.assign(new Error('inner'), { code: errno })
  for (const error of [inner, new Error('outer', { cause: inner }), new AggregateError([inner])]) {
    const failure = networkFailure(error, facts)
    expect([isFailure(failure) && failure.code, reasonOf(failure)]).toEqual([code, word])
  }
  expect(networkFailure(new TypeError('a bug'), facts)).toBeInstanceOf(TypeError)
})

test.each(['ENETUNREACH', 'ENOTFOUND'])('without a network, %s is told as offline', (code) => {
  const facts = { host: 'x', timeouts: { connectMs: 1, headersMs: 1 }, isOnline: () => false }
  expect(networkFailure(Object.assign(new Error('inner'), { code }), facts)).toMatchObject({ code: 'offline' })
})

test('a pause of days, as from maintenance that ended earlier, does not last until the next start', async () => {
  let isBusy = true
  let at = 0
  const origin = await serve((_, response) =>
    isBusy ? response.writeHead(503, { 'retry-after': '999999999' }).end() : response.end('ok'),
  )
  const client = new HttpClient({ origin, plain: true, now: () => new Date(at) })
  onTestFinished(() => client.close())
  const get = () => client.get('/', { maxBytes: MB, signal })
  await failureOf(get())
  isBusy = false
  at += 9 * 60_000
  await failureOf(get())
  at += 2 * 60_000
  expect(await get()).toMatchObject({ kind: 'body' })
})

test.each([
  ['set back since a refusal', '5', 0, -7_200_000],
  ['two hours late', new Date(Date.parse('2026-05-04T14:00:05Z')).toUTCString(), -7_200_000, 0],
])('a clock that is %s does not lengthen the pause that a service asks for', async (_, retryAfter, off, moved) => {
  let isBusy = true
  let at = Date.parse('2026-05-04T14:00:00Z')
  const refusal = { date: new Date(at).toUTCString(), 'retry-after': retryAfter }
  const origin = await serve((_, response) => (isBusy ? response.writeHead(503, refusal).end() : response.end('ok')))
  at += off
  const client = new HttpClient({ origin, plain: true, now: () => new Date(at) })
  onTestFinished(() => client.close())
  const get = () => client.get('/', { maxBytes: MB, signal })
  await failureOf(get())
  isBusy = false
  await failureOf(get())
  at += moved + 60_000
  expect(await get()).toMatchObject({ kind: 'body' })
})
