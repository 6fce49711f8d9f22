import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PauseGate } from '../../src-main/lib/index.ts'
import { blockListPath, FETCHED, layoutOf, type Search } from '../../src-main/mods/blocks/index.ts'
import { Nudge, type Throttle } from '../../src-main/mods/repair/pace.ts'
import { tempDir } from '../support/temp.ts'
import { type Answer, downloadFrom, others, status } from './download-setup.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, md5, write } from './support.ts'

const MIB = 1 << 20
const bytes = bytesOf('whole', MIB)
const list = bytesOf('list', layoutOf(bytes.length)?.listBytes ?? 0)
const listAt = `0/${blockListPath(md5(bytes))}`
const HERE = 600_000

const whole =
  (content: Buffer): Answer =>
  (response, from) =>
    void response
      .writeHead(from > 0 ? 206 : 200, from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/*` } : {})
      .end(content.subarray(from))

/** A file whose first bytes another one on this computer has, by its block list. */
function formerFile(content = bytes) {
  const former = join(tempDir(), 'former')
  write(former, '', content.subarray(0, HERE))
  const searches: Search[] = []
  const given = {
    bytes,
    alike: () => Promise.resolve([former]),
    findBlocks(search: Search) {
      searches.push(search)
      return Promise.resolve(Float64Array.of(HERE, 0, 0, MIB - HERE, FETCHED, 0))
    },
    route: (asked: string) => (asked === listAt ? whole(list) : undefined),
  }
  return { former, searches, given }
}

describe('a file with a block list', () => {
  it('is put together, and only the rest of it fetched', async () => {
    const { former, searches, given } = formerFile()
    const taken: number[] = []
    const throttle = { take: (count: number) => Promise.resolve(void taken.push(count)) } as unknown as Throttle
    const gate = new PauseGate()
    const got = await downloadFrom([whole(bytes)], { ...given, throttle, gate })
    expect(got.failure).toBeUndefined()
    expect(got.here?.equals(bytes)).toBe(true)
    expect([got.paths, got.asked]).toEqual([
      [listAt, '0/a.pbo'],
      [undefined, `bytes=${HERE}-${MIB - 1}`],
    ])
    expect(searches).toEqual([{ list, size: MIB, files: [former] }])
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(list.length + MIB - HERE)
    expect(got.progress.find(([all]) => all > 0)).toEqual([HERE, 0])
    expect(got.sources[0]?.hasBlockLists).toBe(true)
  })

  it.each([
    ['says no size', { size: null }],
    ['is small', { bytes: bytes.subarray(1) }],
  ])('is asked for none where the list %s', async (_, change) => {
    const alike = () => Promise.reject(new Error('nobody asks'))
    const got = await downloadFrom([], { bytes, ...change, alike })
    expect([got.failure, got.paths]).toEqual([undefined, ['0/a.pbo']])
  })

  it('is asked for none where nothing alike is here, and looks for nothing where there is none', async () => {
    const { given, searches } = formerFile()
    const alone = await downloadFrom([], { ...given, alike: () => Promise.resolve([]) })
    expect([alone.failure, alone.paths]).toEqual([undefined, ['0/a.pbo']])
    for (const [code, has] of [
      [404, false],
      [403, false],
      [500, undefined],
    ] as const) {
      const route = (asked: string) => (asked === listAt ? status(code) : undefined)
      const got = await downloadFrom([status(500)], { ...given, route })
      expect([got.failure, got.paths]).toEqual([undefined, [listAt, '0/a.pbo', '0/a.pbo']])
      expect([got.asked[1], got.sources[0]?.hasBlockLists]).toEqual([undefined, has])
    }
    expect(searches).toEqual([])
  })

  it('is not asked for its list again of a source that has none; one that had others has only lost this one', async () => {
    const { given } = formerFile()
    const got = await downloadFrom([status(404)], { ...given, route: undefined })
    const [source] = got.sources
    expect([got.failure, source?.hasBlockLists]).toEqual([undefined, false])
    await downloadFrom([], { ...given, ...(source && { sources: [source] }) })
    expect(got.paths).toEqual([listAt, '0/a.pbo', '0/a.pbo'])
    if (source) source.hasBlockLists = true
    const none = (asked: string) => (asked === listAt ? status(404) : undefined)
    const lost = await downloadFrom([], { ...given, route: none, ...(source && { sources: [source] }) })
    expect(lost.failure).toBeUndefined()
    expect(source?.hasBlockLists).toBe(true)
  })

  it('is fetched whole where its blocks are nowhere, or what has them has gone', async () => {
    const { given } = formerFile()
    const nowhere = await downloadFrom([], { ...given, findBlocks: () => Promise.resolve(null) })
    expect([nowhere.failure, nowhere.asked]).toEqual([undefined, [undefined, undefined]])
    let opened = 0
    const gone = join(tempDir(), 'gone')
    const disk: typeof realDisk = {
      ...realDisk,
      open: (path, ...how) => ((opened += Number(path === gone)), realDisk.open(path, ...how)),
    }
    const lost = await downloadFrom([whole(list), status(500)], {
      ...given,
      ...{ disk, route: undefined, alike: () => Promise.resolve([gone]) },
    })
    expect([lost.failure, lost.asked, opened]).toEqual([undefined, [undefined, undefined, undefined], 1])
    expect(lost.retried.map(([kind]) => kind)).toEqual(['source-error'])
  })

  it('goes on with what it was put together from', async () => {
    const { given, searches } = formerFile()
    const cut: Answer = (response, from) => {
      response.writeHead(206, { 'content-range': `bytes ${from}-${MIB - 1}/*` })
      response.write(bytes.subarray(from, from + 1000), () => response.destroy())
    }
    const got = await downloadFrom([cut, cut], given)
    expect([got.failure, searches.length]).toEqual([undefined, 1])
    expect(got.asked.slice(1)).toEqual([0, 1000, 2000].map((more) => `bytes=${HERE + more}-${MIB - 1}`))
  })

  it('that is put together wrong is fetched whole, which says nothing of the disk', async () => {
    const { given, searches } = formerFile(Buffer.alloc(MIB))
    const got = await downloadFrom([whole(bytes), others('a', MIB)], given)
    expect([got.failure, searches.length]).toEqual([undefined, 1])
    expect(got.asked.slice(2)).toEqual([undefined, undefined])
  })

  it('is asked for again after a nudge, ends with the player’s word, and with what no source is to blame for', async () => {
    const { given } = formerFile()
    const nudge = new Nudge()
    let lists = 0
    const stalls = (asked: string): Answer | undefined => {
      if (asked !== listAt) return undefined
      return ++lists === 1 ? () => nudge.give() : whole(list)
    }
    const nudged = await downloadFrom([], { ...given, nudge, route: stalls })
    expect([nudged.failure, lists, nudged.retried]).toEqual([undefined, 2, []])
    expect(nudged.asked.at(-1)).toBe(`bytes=${HERE}-${MIB - 1}`)
    const word = new Error('the player’s')
    const stop = new AbortController()
    const stopped = await downloadFrom([], { ...given, signal: stop.signal, route: () => () => stop.abort(word) })
    expect([stopped.failure, stopped.paths]).toEqual([word, [listAt]])
    const bug = new Error('a bug')
    const throttle = { take: () => Promise.reject(bug) } as unknown as Throttle
    const broken = await downloadFrom([], { ...given, throttle })
    expect([broken.failure, broken.paths]).toEqual([bug, [listAt]])
  })
})

describe('a long file of two sources', () => {
  const long = bytesOf('long', 32 * MIB)
  const given = { bytes: long }
  const asksOf = ({ paths }: { paths: string[] }, server: number) =>
    paths.filter((path) => path === `${server}/a.pbo`).length

  it('comes from both, each byte once, and counts all of it', async () => {
    let [taken, passed] = [0, 0]
    const throttle = {
      take: (count: number) => Promise.resolve(void ((taken += count), (passed -= 1))),
    } as unknown as Throttle
    const gate = Object.assign(new PauseGate(), { pass: () => Promise.resolve(void passed++) })
    const clock = { now: () => 5, sleep: () => Promise.resolve(), random: () => 0.5 }
    const got = await downloadFrom([], { ...given, throttle, gate, clock }, 2)
    expect([got.failure, taken]).toEqual([undefined, long.length])
    expect(got.here?.equals(long)).toBe(true)
    expect([asksOf(got, 0), asksOf(got, 1)]).toEqual([2, 2])
    expect(got.progress.reduce((sum, [, now]) => sum + now, 0)).toBe(long.length)
    expect(passed).toBe(1) // before the try, and for each piece
    const brought = [8 * MIB, 0]
    expect(got.sources.map(({ seen }) => seen)).toEqual([
      [brought, brought],
      [brought, brought],
    ])
  })

  it.each<[string, Answer]>([
    ['fails', status(500)],
    ['knows no ranges', whole(long)],
  ])('comes from one where the other %s', async (_, answer) => {
    const ranged: Answer = (response, from, headers) => answer(response, answer === status(500) ? from : 0, headers)
    const route = (asked: string) => (asked === '1/a.pbo' ? ranged : undefined)
    const got = await downloadFrom([], { ...given, route }, 2)
    expect([got.failure, asksOf(got, 1), got.sources[1]?.seen]).toEqual([undefined, 1, ['failed']])
    expect(got.here?.equals(long)).toBe(true)
    expect(got.retried).toEqual([])
  })

  it('that is wrong comes from one, and a wrong one of two says nothing of the disk', async () => {
    const wrong: Answer = (response, from, { range = '' }) => {
      const end = Number(/-(\d+)$/.exec(range)?.[1])
      response.writeHead(206, { 'content-range': `bytes ${from}-${end}/*` }).end(Buffer.alloc(end - from + 1, 'w'))
    }
    let turn = 0
    const route = (asked: string) => (asked === '1/a.pbo' && turn++ === 0 ? wrong : undefined)
    const fresh = { ...given, tries: 3, route }
    const got = await downloadFrom([], fresh, 2)
    expect([got.failure, got.asked.filter((range) => range === undefined).length]).toEqual([undefined, 1])
    expect(got.here?.equals(long)).toBe(true)
  })

  it('ends with the first source, and does not wait for the second', async () => {
    const silent: Answer = () => undefined
    let turn = 0
    const silentOnce = (asked: string) => (asked === '1/a.pbo' && turn++ === 0 ? silent : undefined)
    const left = await downloadFrom([status(404)], { ...given, route: silentOnce }, 2)
    expect([left.failure, left.sources[1]?.seen]).toEqual([undefined, [[long.length, 0]]])
    const stop = new AbortController()
    const word = new Error('the player’s')
    const route = (asked: string) => (asked === '1/a.pbo' ? silent : undefined)
    const first: Answer = () => stop.abort(word)
    const got = await downloadFrom([first], { ...given, signal: stop.signal, route }, 2)
    expect([got.failure, got.sources.map(({ seen }) => seen)]).toEqual([word, [[], []]])
  })

  it('comes from one where it is a byte shorter, or nobody says how long it is', async () => {
    const short = long.subarray(1)
    const got = await downloadFrom([], { bytes: short }, 2)
    expect([got.failure, got.asked]).toEqual([undefined, [undefined]])
    const unknown = await downloadFrom([], { ...given, size: null }, 2)
    expect([unknown.failure, unknown.asked]).toEqual([undefined, [undefined]])
  })
})
