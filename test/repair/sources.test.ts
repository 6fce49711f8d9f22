import { type RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../src-main/lib/index.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { pickSource, readAddresses, Source } from '../../src-main/mods/repair/sources.ts'
import { openRepairs, one, wholeOf } from './setup.ts'
import { serve } from '../support/serve.ts'
import { blockListOf, bytesOf, fetchStep, hastyClock, md5, MOD, openWorld, read, write } from './support.ts'

const MIB = 1 << 20
const paths = [1, 2, 3, 4, 5, 6].map((n) => `${MOD}/addons/${n}.pbo`)
const files = Object.fromEntries(paths.map((path) => [path, bytesOf(path, 400_000)]))
const steps = paths.map((path) => fetchStep(path, files[path] ?? Buffer.alloc(0)))

/** A second server of the same files, and a world whose sources are both; what each was asked. */
async function openTwo(change: Parameters<typeof createListener>[0] = {}) {
  const world = await openWorld({ ...files })
  const asked: string[] = []
  const second = await serve(createListener({ ...change, hear: (path) => asked.push(path) }))
  const sources = [new Source(world.base), new Source(new URL(second))]
  const repair = (these = steps, concurrency = 1, more: Parameters<typeof world.repair>[1] = {}) =>
    world.repair(these, { sources: () => sources, concurrency, ...more })
  const wholeAgain = () => {
    for (const [path, bytes] of Object.entries(files)) expect(read(world.gameDir, path)?.equals(bytes), path).toBe(true)
  }
  return { ...world, asked, sources, second, repair, wholeAgain }
}

/** Serves the files, by ranges too. `answer` takes a request in its place. */
function createListener(given: {
  answer?: RequestListener
  hear?: (path: string) => void
  serves?: Record<string, Buffer>
}): RequestListener {
  return (request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    given.hear?.(path)
    if (given.answer) return void given.answer(request, response)
    const bytes = (given.serves ?? files)[path]
    if (!bytes) return void response.writeHead(404).end()
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const part = bytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`
    if (!request.headers.range) return void response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    response.writeHead(206, { 'content-range': range, 'content-length': part.length }).end(part)
  }
}

describe('of two sources', () => {
  it('both are tried, then the quicker one is asked', async () => {
    const [slow, quick] = [new Source(new URL('https://a.example/')), new Source(new URL('https://b.example/'))]
    expect(pickSource([slow, quick], new Set())).toBe(slow)
    await slow.use(() => Promise.resolve(expect(pickSource([slow, quick], new Set())).toBe(quick)))
    slow.gave(MIB, 1000)
    expect(pickSource([slow, quick], new Set())).toBe(quick)
    quick.gave(MIB, 100)
    expect(pickSource([slow, quick], new Set())).toBe(quick)
    for (let n = 0; n < 5; n++) quick.gave(MIB, 10_000) // it has become slow
    expect(pickSource([slow, quick], new Set())).toBe(slow)
    slow.failed()
    expect(pickSource([slow, quick], new Set())).toBe(quick)
    slow.gave(MIB, 1000)
    expect(pickSource([slow, quick], new Set([quick]))).toBe(slow)
    expect(pickSource([slow, quick], new Set([slow, quick]))).toBeUndefined()
  })

  it('one that is still being tried gets no more files before the other', async () => {
    const [slow, quick] = [new Source(new URL('https://a.example/')), new Source(new URL('https://b.example/'))]
    await slow.use(async () => {
      await quick.use(() => Promise.resolve(quick.gave(MIB, 10)))
      expect(pickSource([slow, quick], new Set())).toBe(quick)
    })
  })

  it('files at once come from both', async () => {
    const world = await openTwo()
    expect((await world.repair(steps, 4)).outcome).toMatchObject({ repaired: 6, troubles: [] })
    world.wholeAgain()
    expect(world.asked.length).toBeGreaterThan(0)
    expect(world.service.asked.length).toBeGreaterThan(0)
  })

  it.each<[string, RequestListener]>([
    ['is not there', (request) => void request.socket.destroy()],
    ['has none of the files', (_, response) => void response.writeHead(404).end()],
    ['refuses', (_, response) => void response.writeHead(403).end()],
    ['is broken', (_, response) => void response.writeHead(500).end()],
    ['has other files', (_, response) => void response.end(bytesOf('other', 400_000))],
    ['leads to plain http', (_, response) => void response.writeHead(302, { location: 'http://files.example/' }).end()],
    ['leads into the network', (_, response) => void response.writeHead(302, { location: 'https://10.0.0.1/' }).end()],
    ['breaks off', (_, response) => void response.write(bytesOf('x', 1000), () => response.destroy())],
  ])('one that %s is left for the other', async (_, answer) => {
    const world = await openTwo({ answer })
    // the first one that is asked is the bad one
    const { outcome } = await world.repair(steps.slice(0, 3), 2)
    expect(outcome).toMatchObject({ repaired: 3, troubles: [] })
    for (const path of paths.slice(0, 3))
      expect(read(world.gameDir, path)?.equals(files[path] ?? Buffer.alloc(0))).toBe(true)
    expect(world.asked.length).toBeGreaterThan(0)
  })

  it('the second goes on where the first broke off, by the bytes alone', async () => {
    const world = await openTwo()
    world.faults.set(/./, { kind: 'reset', share: 0.5 })
    const { outcome } = await world.repair(steps.slice(0, 1))
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(world.service.asked).toHaveLength(1)
    expect(world.asked).toEqual([paths[0]])
    expect(read(world.gameDir, paths[0] ?? '')?.equals(files[paths[0] ?? ''] ?? Buffer.alloc(0))).toBe(true)
  })

  it('a part of both that is wrong is fetched again from one', async () => {
    const rotten = Object.fromEntries(paths.map((path) => [path, bytesOf(`rotten ${path}`, 400_000)]))
    const world = await openTwo({ serves: rotten })
    world.faults.set(/./, { kind: 'reset', share: 0.5 }, 1)
    const { outcome } = await world.repair(steps.slice(0, 1))
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(world.asked.length).toBeGreaterThan(0)
  })

  it('neither has the file: the last one’s cause is told', async () => {
    const world = await openTwo({ serves: {} })
    world.faults.set(/./, { kind: 'status', status: 404 })
    const { outcome } = await world.repair(steps.slice(0, 1))
    expect(outcome.troubles).toEqual([{ path: paths[0], cause: { kind: 'not-found' } }])
    expect(world.service.asked).toHaveLength(1)
    expect(world.asked).toHaveLength(1)
  })

  it('one has block lists and fails, the other gives the ranges', async () => {
    const former = bytesOf('former', 3 * MIB)
    const bytes = Buffer.concat([former.subarray(0, MIB), bytesOf('new', 7000), former.subarray(MIB + 7000)])
    const served = { [`${MOD}/a.pbo`]: bytes, [`blocks/${md5(bytes)}`]: blockListOf(bytes) }
    const world = await openTwo({ serves: served })
    Object.assign(world.files, { [`blocks/${md5(bytes)}`]: blockListOf(bytes) })
    write(world.gameDir, `${MOD}/a.pbo`, former)
    const { outcome } = await world.repair([fetchStep(`${MOD}/a.pbo`, bytes)])
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(read(world.gameDir, `${MOD}/a.pbo`)?.equals(bytes)).toBe(true)
    expect(world.asked.every((path) => path === `${MOD}/a.pbo`)).toBe(true)
  })
})

describe('a long file', () => {
  const long = `${MOD}/long.pbo`
  const bytes = bytesOf('long', 40 * MIB)
  const step = fetchStep(long, bytes)

  /** Both sources have it; `spoil` answers in the second one's place. */
  const openLong = async (spoil?: RequestListener) => {
    const world = await openTwo({ serves: { [long]: bytes }, ...(spoil && { answer: spoil }) })
    world.files[long] = bytes
    return { ...world, isWhole: () => read(world.gameDir, long)?.equals(bytes) }
  }

  it('comes from both at once, each byte from one of them', async () => {
    const world = await openLong()
    let sent = 0
    expect((await world.repair([step])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(world.isWhole()).toBe(true)
    for (const { headers } of world.service.asked) {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      sent += Number(to) - Number(from) + 1
    }
    expect(world.asked.length).toBeGreaterThan(0)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(bytes.length)
  })

  it.each<[string, RequestListener]>([
    ['fails', (_, response) => void response.writeHead(500).end()],
    ['knows no ranges', (_, response) => void response.end(bytes)],
    ['is cut off', (_, response) => void response.writeHead(206).write('x', () => response.destroy())],
    [
      'has another file',
      (request, response) => {
        const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
        const end = to === '' ? bytes.length - 1 : Number(to)
        const other = Buffer.alloc(end - Number(from) + 1, 'other')
        response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${bytes.length}` }).end(other)
      },
    ],
  ])('is whole where the second source %s', async (_, spoil) => {
    const world = await openLong(spoil)
    expect((await world.repair([step])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(world.isWhole()).toBe(true)
    expect(world.asked.length).toBeGreaterThan(0)
  })

  it('is not held up by a source that turns out slow', async () => {
    const [world, known] = [await openLong(), withResolvers()]
    let time = 0
    const ranges: unknown[] = []
    const slow = await serve((request, response) => {
      ranges.push(request.headers.range)
      void known.promise.then(() => {
        time += 10_000
        createListener({ serves: { [long]: bytes } })(request, response)
      })
    })
    const [quick, sources] = [new Source(new URL(world.second)), [new Source(new URL(slow))]]
    const gave = quick.gave.bind(quick)
    quick.gave = (...given) => (gave(...given), known.resolve())
    const options = { sources: () => [...sources, quick], clock: { ...hastyClock, now: () => time } }
    expect((await world.repair([step], 1, options)).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect([ranges, world.isWhole()]).toEqual([['bytes=0-8388607'], true])
  })

  it('is whole where the first source knows no ranges', async () => {
    const world = await openLong()
    world.faults.set(/./, { kind: 'no-ranges' })
    expect((await world.repair([step])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(world.isWhole()).toBe(true)
  })

  it('that is stopped in between goes on with what is there', async () => {
    const world = await openLong()
    const session = await world.begin([step])
    const [stop, stalled] = [new AbortController(), withResolvers()]
    let asked = 0
    world.faults.decide(() => {
      if (++asked < 2) return undefined
      stalled.resolve()
      return { kind: 'stall', share: 0.5 }
    })
    const options = { sources: () => world.sources }
    const run = runSteps(session, world.options({ ...options, signal: stop.signal }))
    await stalled.promise
    stop.abort()
    expect((await run).stopped).toBe('by-player')
    world.faults.clear()
    world.service.asked.length = 0
    expect(await runSteps(session, world.options(options))).toMatchObject({ repaired: 1, troubles: [] })
    await session.close()
    expect(world.isWhole()).toBe(true)
    expect(world.service.asked.every(({ headers }) => headers.range && !headers.range.startsWith('bytes=0-'))).toBe(
      true,
    )
  })
})

describe('addresses', () => {
  it('that cannot be used are left out; where none can, the first tells why', () => {
    const read = (...urls: string[]) => readAddresses(urls, false)
    const bases = [new URL('https://a.example/x/'), new URL('https://b.example/')]
    expect(read('https://a.example/x', '', 'nonsense', 'http://c.example/', 'https://b.example')).toEqual({
      ok: true,
      bases,
      insecure: false,
    })
    expect(read('', 'http://c.example/', 'nonsense')).toEqual({ ok: false, refusal: 'insecure-source' })
    expect(read()).toEqual({ ok: false, refusal: 'no-source' })
    const some = readAddresses(['https://a.example/', 'http://c.example/'], true)
    expect(some).toMatchObject({ ok: true, insecure: true })
  })

  it('of the profile serve a mod whose own does not answer', async () => {
    const dead = await serve((request) => void request.socket.destroy())
    const world = await openRepairs()
    const { repairs, reached, repairAll } = await openRepairs({
      gameDir: () => world.gameDir,
      downloadUrls: () => [dead, world.base.href],
    })
    const plan = await repairAll()
    expect(wholeOf(plan).fetch).toBe('111')
    const state = await reached('ended')
    expect(state.outcome).toMatchObject({ repaired: 3, troubles: [] })
    expect(read(world.gameDir, one)?.length).toBe(90_000)
    await repairs.close()
  })
})
