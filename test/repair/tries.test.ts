import type { LimitFunction } from 'p-limit'
import { describe, expect, it } from 'vitest'
import { PauseGate } from '../../src-main/lib/index.ts'
import { Nudge, type Throttle } from '../../src-main/mods/repair/pace.ts'
import { type Answer, body, downloadFrom, others, some, status } from './download-setup.ts'
import { realDisk } from './real-disk.ts'

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
    const first = [status(500), status(500), some(1), status(500)]
    expect((await downloadFrom(first, { tries: 2 })).failure).toBeUndefined()
  })

  it('is given up where each try brings the same bytes again, or drips', async () => {
    const again: Answer = (response) => void response.write(body.subarray(0, 300), () => response.destroy())
    const poor = await downloadFrom(Array.from({ length: 9 }, () => again))
    expect([poor.failure?.reason.kind, poor.asked.length]).toEqual(['unreachable', 4])
    const drips: Answer = (response) => {
      const drip = setInterval(() => response.write('x'), 5)
      response.once('close', () => clearInterval(drip))
    }
    const patience = { stallMs: 20_000, slowMs: 50 }
    const slow = await downloadFrom([drips, drips, drips], { patience })
    expect([slow.failure?.reason.kind, slow.asked.length]).toEqual(['too-slow', 2])
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

  it('keeps what is here where something else comes once, of no told length', async () => {
    const signIn: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('Please sign in', () => response.end())
    }
    const { asked, here, failure } = await downloadFrom([signIn], { here: body.subarray(0, 400) })
    expect([failure, asked]).toEqual([undefined, ['bytes=400-', 'bytes=400-']])
    expect(here?.equals(body)).toBe(true)
  })

  it('takes only what is not here of a source that knows no ranges', async () => {
    const whole: Answer = (response) => void response.end(body)
    const { asked, progress, here, failure } = await downloadFrom([some(300), whole])
    expect([failure, asked]).toEqual([undefined, [undefined, 'bytes=300-']])
    expect(here?.equals(body)).toBe(true)
    expect(progress.slice(-2)).toEqual([
      [300, 0],
      [1000, 1000],
    ])
  })

  it('asks for nothing where all is here, and for all where more is here, or nobody says how much there is', async () => {
    const whole = await downloadFrom([], { here: body })
    expect([whole.failure, whole.asked, whole.checking]).toEqual([undefined, [], [true, false]])
    expect(whole.progress).toEqual([[1000, 0]])
    const more = await downloadFrom([], { here: Buffer.alloc(1001) })
    expect([more.failure, more.asked, more.checking]).toEqual([undefined, [undefined], [true, false]])
    const unknown = await downloadFrom([], { here: body.subarray(0, 400), size: null })
    expect([unknown.failure, unknown.asked]).toEqual([undefined, [undefined]])
    expect(unknown.here?.equals(body)).toBe(true)
  })

  it('of a file that changed on the server between two parts is fetched from its start, once', async () => {
    const { failure, asked, here, retried } = await downloadFrom([some(300, Buffer.alloc(1000, 'former'))])
    expect([failure, retried.map(([kind]) => kind)]).toEqual([undefined, ['unreachable', 'source-differs']])
    expect(asked).toEqual([undefined, 'bytes=300-', undefined])
    expect(here?.equals(body)).toBe(true)
  })

  it.each<[string, Answer]>([
    ['of another length', status(206, { 'content-range': 'bytes 400-899/900' })],
    ['shorter than what is here', status(416, { 'content-range': 'bytes */300' })],
  ])('keeps what is here where a source has a file %s, and goes on with the next', async (_, stale) => {
    const { failure, asked, here } = await downloadFrom([stale], { here: body.subarray(0, 400) }, 2)
    expect([failure, asked]).toEqual([undefined, ['bytes=400-', 'bytes=400-']])
    expect(here?.equals(body)).toBe(true)
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
    expect(same.retried.map(([kind]) => kind)).toEqual(['source-differs'])
    const cut: Answer = (response, from, given) => (
      headers.push(given['cache-control']),
      some(9)(response, from, given)
    )
    await downloadFrom([wrong('a'), cut, cut])
    expect(headers.slice(2)).toEqual([undefined, 'no-cache', 'no-cache'])
    expect(same.checking).toEqual([true, false, true, false])
    const fickle = await downloadFrom([wrong('a'), wrong('b')])
    expect(fickle.failure).toMatchObject({ reason: { kind: 'memory-or-disk' }, remedy: 'none' })
    expect((await downloadFrom([wrong('a')])).failure).toBeUndefined()
  })

  it('that is wrong in two pieces is fetched from its start', async () => {
    const { failure, asked, here, retried } = await downloadFrom([], { here: Buffer.alloc(400) })
    expect([failure, retried.map(([kind]) => kind)]).toEqual([undefined, ['source-differs']])
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

  it.each<[string, Record<string, string | number>, string]>([
    ['of a router or of maintenance', { 'content-type': 'text/html; charset=utf-8' }, 'source-error'],
    ['of another length', { 'content-length': 9 }, 'source-differs'],
  ])('keeps its bytes when the source sends a page %s', async (_, headers, kind) => {
    const page: Answer = (response) => void response.writeHead(200, headers).write('<p>Busy?', () => response.end('!'))
    const once = await downloadFrom([some(300), page])
    expect([once.failure, once.asked]).toEqual([undefined, [undefined, 'bytes=300-', 'bytes=300-']])
    const always = await downloadFrom([some(300), ...Array.from({ length: 9 }, () => page)])
    expect(always.failure).toMatchObject({ reason: { kind } })
    expect(always.here?.equals(body.subarray(0, 300))).toBe(true)
  })

  it('never waits less than its own pause, as for a source that asks for none', async () => {
    const { slept } = await downloadFrom([status(503, { 'retry-after': '0' }), status(503, { 'retry-after': '0' })])
    expect(slept).toEqual([375, 750])
  })

  it('tries each of two sources as often, going on where the other was, and waits for none that is fine', async () => {
    const dead = await downloadFrom(
      Array.from({ length: 20 }, () => status(500)),
      {},
      2,
    )
    expect([dead.asked.length, dead.slept.length]).toEqual([8, 5])
    expect(dead.sources.map(({ seen }) => seen.length)).toEqual([6, 2])
    const long = Array.from({ length: 20 }, () => others('x', 1001))
    expect((await downloadFrom(long, {}, 2)).asked).toHaveLength(6)
    const brief = [some(300), status(404)]
    expect((await downloadFrom(brief, {}, 2)).asked).toEqual([undefined, 'bytes=300-', 'bytes=300-'])
  })

  it('from two sources tells the one’s wrong content from the other’s, and a full disk from both', async () => {
    const wrong = await downloadFrom([others('a'), others('a'), others('b'), others('b')], {}, 2)
    expect(wrong.failure).toMatchObject({ reason: { kind: 'source-differs' }, remedy: 'none' })
    expect(wrong.asked).toEqual([undefined, undefined, undefined, undefined])
    expect(wrong.checking).toHaveLength(8)
    const digestOf = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    const full = await downloadFrom([], { digestOf }, 2)
    expect([full.failure?.reason.kind, full.asked.length, full.checking.length]).toEqual(['disk-full', 1, 2])
  })

  it('tells a source’s speed by the time that it was waited for, not by what the disk and the limit took', async () => {
    let at = 1000
    const throttle = { take: () => Promise.resolve(void (at += 7)) } as unknown as Throttle
    const clock = { now: () => at, sleep: () => Promise.resolve(), random: () => 0.5 }
    const late: Answer = (response) => ((at += 100), void response.end(body))
    const { sources } = await downloadFrom([status(500), late], { clock, throttle })
    expect(sources[0]?.seen).toEqual(['failed', [1000, 100]])
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
    const thrice = [status(500), status(500), status(500)]
    expect((await downloadFrom([...thrice, stall, ...thrice], { nudge })).failure).toBeUndefined()
    expect((await downloadFrom([...thrice, stall, ...thrice, status(500)], { nudge })).failure).toBeDefined()
  })

  it('ends with the player’s word, and a full disk’s, whatever comes at the same time', async () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    const [stop, nudge] = [new AbortController(), new Nudge()]
    const nudged = await downloadFrom([], { nudge, digestOf: () => (nudge.give(), Promise.reject(full)) })
    expect([nudged.failure?.reason.kind, nudged.checking.length]).toEqual(['disk-full', 2])
    const word = new Error('the player’s')
    const stopped = await downloadFrom([], {
      signal: stop.signal,
      digestOf: () => (stop.abort(word), Promise.reject(full)),
    })
    expect(stopped.failure).toBe(word)
    const late = new AbortController()
    const inTurn = ((work: () => unknown) => (late.abort(word), work())) as unknown as LimitFunction
    const unasked = await downloadFrom([], { signal: late.signal, inTurn })
    expect([unasked.failure, unasked.here]).toEqual([word, undefined])
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

  it('closes its part however it ends, and has it durable', async () => {
    let open = 0
    let synced = 0
    const disk: typeof realDisk = {
      ...realDisk,
      open: async (...given) => {
        const handle = await realDisk.open(...given)
        const close = handle.close.bind(handle)
        open++
        return Object.assign(handle, {
          close: () => (open--, close()),
          sync: () => Promise.resolve(void synced++),
        })
      },
    }
    await downloadFrom([status(404)], { disk })
    expect([open, synced]).toEqual([0, 0])
    await downloadFrom([some(10), status(500)], { disk })
    expect([open, synced]).toEqual([0, 1])
  })

  it('counts against the speed limit, and waits while it is paused', async () => {
    const happened: unknown[] = []
    const throttle = { take: (count: number) => Promise.resolve(void happened.push(count)) } as unknown as Throttle
    const gate = Object.assign(new PauseGate(), { pass: () => Promise.resolve(void happened.push('passed')) })
    const ask: Answer = (response) => (happened.push('asked'), void response.end(body))
    await downloadFrom([ask], { throttle, gate })
    expect(happened).toEqual(['passed', 'asked', 'passed', 1000])
  })
})
