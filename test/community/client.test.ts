import { createServer } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serve } from '../support/serve.ts'
import { setStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await setStage()
})
afterEach(async () => {
  await stage.close()
})

const pathsAsked = () => stage.service.asked.map(({ path }) => path)

describe('tries again', () => {
  test('three times in all, with growing pauses of full jitter', async () => {
    stage.service.faults.set('/v1/mods', { kind: 'status', status: 503 })
    await expect(stage.open().read('mods', {})).rejects.toMatchObject({ code: 'http-status', facts: { status: 503 } })
    expect(pathsAsked()).toHaveLength(3)
    expect(stage.slept).toEqual([250, 500])
  })

  test('and succeeds when the trouble passes', async () => {
    stage.service.faults.set('/v1/mods', { kind: 'reset' }, 2)
    expect(await stage.open().read('mods', {})).toMatchObject({ source: 'live' })
  })

  test.each([400, 401, 403, 404, 410, 418])('never after %i', async (status) => {
    stage.service.faults.set('/v1/mods', { kind: 'status', status })
    await stage
      .open()
      .read('mods', {})
      .catch(() => undefined)
    expect(pathsAsked()).toHaveLength(1)
  })

  test.each([408, 429])('after %i', async (status) => {
    stage.service.faults.set('/v1/mods', { kind: 'status', status }, 1)
    expect(await stage.open().read('mods', {})).toMatchObject({ source: 'live' })
    expect(pathsAsked()).toHaveLength(2)
  })

  test('never a moment before Retry-After says', async () => {
    stage.service.faults.set('/v1/mods', { kind: 'status', status: 429, retryAfter: '3' }, 1)
    await stage.open().read('mods', {})
    expect(stage.slept).toEqual([3250])
  })

  test('not at all while a long Retry-After lasts, and then again', async () => {
    const community = stage.open()
    stage.service.faults.set('/v1/mods', { kind: 'status', status: 503, retryAfter: '120' }, 1)
    for (const passed of [0, 100_000]) {
      stage.clock.pass(passed)
      await expect(community.read('mods', {})).rejects.toMatchObject({ code: 'http-status' })
    }
    expect(pathsAsked()).toHaveLength(1)
    stage.clock.pass(21_000)
    expect(await community.read('mods', {})).toMatchObject({ source: 'live' })
  })

  test('not after the asker left during a pause', async () => {
    const leave = new AbortController()
    const community = stage.open({
      sleep: (_, signal) => {
        leave.abort()
        return Promise.reject(signal.reason as Error)
      },
    })
    stage.service.faults.set('/v1/mods', { kind: 'status', status: 503 })
    await expect(community.read('mods', {}, { signal: leave.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(pathsAsked()).toHaveLength(1)
  })
})

describe('one run per address', () => {
  test('asks once for many', async () => {
    const community = stage.open()
    const readings = await Promise.all(Array.from({ length: 20 }, () => community.read('servers', {})))
    expect(pathsAsked()).toEqual(['/v1/servers'])
    expect(new Set(readings.map(({ asOf }) => asOf)).size).toBe(1)
  })

  test('goes on while one waiter is left, and is aborted with the last', async () => {
    let gone = 0
    let begun: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (begun = resolve))
    let cut: () => void = () => undefined
    const wasCut = new Promise<void>((resolve) => (cut = resolve))
    const baseUrl = await serve((_, response) => {
      response.on('close', () => {
        gone++
        cut()
      })
      begun()
    })
    const community = stage.open({ baseUrl })
    const [one, other] = [new AbortController(), new AbortController()]
    const first = community.read('mods', {}, { signal: one.signal }).catch((error: unknown) => error)
    const second = community.read('mods', {}, { signal: other.signal }).catch((error: unknown) => error)
    await asked
    one.abort()
    expect(await first).toMatchObject({ name: 'AbortError' })
    expect(gone).toBe(0)
    other.abort()
    expect(await second).toMatchObject({ name: 'AbortError' })
    await wasCut
  })

  test('one that was aborted before it began asks nothing', async () => {
    await expect(stage.open().read('mods', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(pathsAsked()).toEqual([])
  })
})

describe('speaks HTTP', () => {
  test('names app and version, and asks for JSON', async () => {
    await stage.open().read('mods', {})
    expect(stage.service.asked[0]?.headers).toMatchObject({
      'user-agent': 'Loadout/0.0.0 (test)',
      accept: 'application/json',
    })
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['gzip, br', (data: Buffer) => brotliCompressSync(gzipSync(data))],
  ] as const)('unpacks %s', async (encoding, pack) => {
    const body = pack(Buffer.from('{"data":[{"Id":1,"Name":"X"}]}'))
    const baseUrl = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body))
    expect((await stage.open({ baseUrl }).read('mods', {})).value).toMatchObject([{ name: 'X' }])
  })

  test.each([
    ['etag', 'if-none-match', 'W/"one"'],
    ['last-modified', 'if-modified-since', 'Sun, 01 Mar 2026 10:00:00 GMT'],
  ])('%s is sent back, and a 304 to it confirms the copy', async (name, asked, value) => {
    const seen: (string | string[] | undefined)[] = []
    const baseUrl = await serve(({ headers }, response) => {
      seen.push(headers[asked])
      if (headers[asked] === value) response.writeHead(304).end()
      else response.writeHead(200, { [name]: value }).end('{"data":[{"Id":1}]}')
    })
    const community = stage.open({ baseUrl })
    await community.read('mods', {})
    stage.clock.pass(3_600_000)
    const again = await community.read('mods', {})
    expect(again).toMatchObject({ source: 'live', value: [{ id: 1 }], asOf: stage.clock.now().toISOString() })
    expect(seen).toEqual([undefined, value])
  })

  test('follows a redirect within the same origin only', async () => {
    const community = stage.open()
    stage.service.faults.set('/v1/mods', { kind: 'redirect', to: '/v1/mods/', status: 301 }, 1)
    expect(await community.read('mods', {})).toMatchObject({ source: 'live' })
    const elsewhere: string[] = []
    const other = await serve(({ url = '' }, response) => {
      elsewhere.push(url)
      response.end('{"data":[]}')
    })
    stage.service.faults.set(/player/, { kind: 'redirect', to: `${other}/v1/player/x` })
    await expect(community.read('player', { secret: 'a-secret-word' })).rejects.toMatchObject({
      code: 'redirect-refused',
    })
    expect(elsewhere).toEqual([])
  })

  test('a base address may have a path of its own', async () => {
    const paths: string[] = []
    const baseUrl = await serve(({ url = '' }, response) => {
      paths.push(url)
      response.end('{"data":[]}')
    })
    await stage.open({ baseUrl: `${baseUrl}/api/` }).read('market', { server_id: 1 })
    expect(paths).toEqual(['/api/v1/market/1'])
  })
})

describe('tells what went wrong with the way there', () => {
  test('nobody listens', async () => {
    const gone = createServer()
    const baseUrl = await serve(() => undefined, gone)
    gone.close()
    await expect(stage.open({ baseUrl }).read('mods', {})).rejects.toMatchObject({
      code: 'connection-lost',
      facts: { errno: 'ECONNREFUSED' },
    })
  })

  test('a name that nobody knows: dns, or offline without a network', async () => {
    const baseUrl = 'https://nobody.invalid'
    await expect(stage.open({ baseUrl }).read('mods', {})).rejects.toMatchObject({ code: 'dns' })
    await expect(stage.open({ baseUrl, isOnline: () => false }).read('mods', {})).rejects.toMatchObject({
      code: 'offline',
    })
  })

  test('a service that speaks no TLS', async () => {
    const baseUrl = (await serve(() => undefined)).replace('http:', 'https:')
    await expect(stage.open({ baseUrl }).read('mods', {})).rejects.toMatchObject({ code: 'tls' })
  })

  test('a service that never answers', async () => {
    const baseUrl = await serve(() => undefined)
    const community = stage.open({ baseUrl, timeouts: { connectMs: 500, headersMs: 100, stallMs: 100, bodyMs: 5_000 } })
    await expect(community.read('mods', {})).rejects.toMatchObject({ code: 'timeout', facts: { stage: 'headers' } })
  })
})
