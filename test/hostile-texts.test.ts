import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { bankDateReader, wholeFrom } from '../src-main/bank/bookings.ts'
import { createBankReader } from '../src-main/bank/read-bookings.ts'
import { endpoints, readAnswer, toInstant } from '../src-main/community/index.ts'
import type { AnswerOrder, AnswerRead } from '../src-main/community/read-answer.ts'
import { readLog } from '../src-main/diagnostics/index.ts'
import { isTimeZone, ReadingThread } from '../src-main/lib/index.ts'
import { isFailure } from '../src-preload/contract/failure.ts'
import { createFinder } from '../src-main/mods/repair/run/local-copy.ts'
import type { Disk } from '../src-main/mods/repair/disk.ts'
import type { SafePath } from '../src-main/mods/list/index.ts'
import { compareNews, type ServiceNews } from '../src-main/notifications/news.ts'
import { parseHashList } from '../src-main/mods/index.ts'
import { checkRestart } from '../src-main/play/preflight/steam-checks.ts'
import { parseProfile } from '../src-main/settings/index.ts'
import { setStage } from './community/support.ts'
import { programAt } from './support/programs.ts'
import { watchMain } from './support/stand-still.ts'
import { tempDir } from './support/temp.ts'
import { isLinux } from './support/system.ts'

/** Lists' times that main may spend on one turn: the most seen is 2, and what grows with a square takes 70. Elsewhere than on Linux a clock counts other programs too. */
const LONGEST_TURN = isLinux ? 10 : 100
/** What the process may take for one text of 16 MB: the thread's heap, and the text a few times over. */
const MOST_BYTES = 900 << 20

const thread = (name: Parameters<typeof programAt>[0]) => pathToFileURL(programAt(name))
const reading = new ReadingThread(thread('reading-worker'))
const bookings = new ReadingThread(thread('bookings-worker'))
afterAll(() => Promise.all([reading.close(), bookings.close()]))

/** Strings that cost patterns, numbers, dates and parsers the most, and one that is only long. */
const hurting = ['\t', ' ', '0', '1-', '\n', '-\n', '[', '{"a":', '"', 'a\n', '1.', 'new :', 'x', '🎈']
const long = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))

const fieldNames =
  'id Id Name name date created_at release_at updated_at change_mod change_map version pos location inventory gear phonebook players Players Servername price item market shops markers required Notification status iban'.split(
    ' ',
  )

/** Records with long fields. As JSON some pieces take twice as much. */
function longFields(bytes: number): string {
  const each = Math.floor(bytes / hurting.length / 4 / 2) - 100
  const record = (value: unknown) => Object.fromEntries(fieldNames.map((name) => [name, value]))
  const data = hurting.map((piece) => {
    const text = long(piece, each)
    return { id: 1, ...record('x'), change_mod: text, inventory: text, pos: text, created_at: text }
  })
  return JSON.stringify({ data, ...record(long('\t', 1000)) })
}

const dataOf = (count: number, make: (at: number) => object) =>
  JSON.stringify({ data: Array.from({ length: count }, (_, at) => make(at)) })

const BYTES = 128 << 10
/** Long fields, zones without end, tiny records, and what is nested without end. */
const hostile = [
  longFields(BYTES),
  dataOf(BYTES / 400, (id) => ({
    id,
    version: 'x',
    created_at: { date: '2024-01-01 12:00:00', timezone: `Zone/${id}` },
  })),
  dataOf(BYTES / 12, () => ({ id: 1 })),
  `{"data":${'['.repeat(BYTES / 4)}${']'.repeat(BYTES / 4)}}`,
]

const ask = (order: Partial<AnswerOrder>) => {
  const standard = { endpoint: 'mods', contentType: 'application/json', host: 'x', zone: 'Europe/Berlin', secrets: [] }
  return reading
    .call<AnswerRead>('read', { ...standard, ...order })
    .catch((error: unknown) => ({ gone: String(error) }))
}

it.each(endpoints.map(({ name }) => name))(
  '%s: whatever comes, main does not stand still',
  async (endpoint) => {
    const { longestTurn } = await watchMain(async () => {
      for (const body of hostile) await ask({ endpoint, bytes: Buffer.from(body) })
    })
    expect(longestTurn).toBeLessThan(LONGEST_TURN)
  },
  120_000,
)

it('an answer at the largest limit is refused, costs its endpoint alone, and no more than the stated memory', async () => {
  const lines = { data: [{ id: 1, version: '1', change_mod: long('a\n', 4 << 20) }] }
  const bytes = Buffer.from(JSON.stringify(lines))
  const { result, longestTurn, grownBytes } = await watchMain(() => ask({ endpoint: 'changelog', bytes }))
  expect('found' in result).toBe(false)
  expect(longestTurn).toBeLessThan(LONGEST_TURN)
  expect(grownBytes).toBeLessThan(MOST_BYTES)
  expect(await ask({ bytes: Buffer.from('{"data":[{"Id":1}]}') })).toMatchObject({ found: { state: 'ok' } })
}, 120_000)

const largest = new Map<number, string>()
const largestBody = (bytes: number): string => {
  const body = largest.get(bytes) ?? longFields(bytes)
  largest.set(bytes, body)
  return body
}

// a list of hashes has a reader of its own, below
it.each(endpoints.filter(({ name }) => name !== 'hashList'))(
  '$name: a text of its largest size is read whole or refused, and never becomes more than main takes',
  ({ name: endpoint, maxBytes }) => {
    const bytes = Buffer.from(largestBody(maxBytes))
    const order = { endpoint, bytes, contentType: 'application/json', host: 'x', zone: 'Europe/Berlin', secrets: [] }
    const read = readAnswer(order)
    const value = 'found' in read ? read.found.value : undefined
    expect(JSON.stringify(value ?? null).length).toBeLessThan(9_000_000)
  },
  60_000,
)

it.each([
  ['records', Array.from({ length: 31_000 }, (_, Id) => ({ Id }))],
  ['letters', Array.from({ length: 90 }, (_, Id) => ({ Id, Description: 'x'.repeat(100_000) }))],
])('more %s than main and page take in at once are refused, and what a community has is not', async (_, data) => {
  const read = (list: unknown[]) => ask({ endpoint: 'mods', bytes: Buffer.from(JSON.stringify({ data: list })) })
  expect(await read(data)).toMatchObject({ failure: { code: 'too-large' } })
  expect(await read(data.slice(0, data.length / 10))).toMatchObject({ found: { state: 'ok' } })
})

it('main passes bytes and takes records, live and from the copy', async () => {
  const stage = await setStage()
  try {
    const dates = Array.from({ length: 4_000 }, (_, id) => ({ id, created_at: `2024-01-01 12:00:00`, note: 'x' }))
    const community = stage.open({ baseUrl: await stage.serve({ data: dates }) })
    await community.read('mods', {}) // what is loaded and compiled once
    const live = await watchMain(() => community.read('changelog', {}))
    expect(live.result).toMatchObject({ source: 'live', state: 'ok' })
    const kept = await watchMain(() => community.read('changelog', {}))
    expect(kept.result.value).toEqual(live.result.value)
    expect(kept.longestTurn).toBeLessThan(LONGEST_TURN)
  } finally {
    await stage.close()
  }
}, 60_000)

it('who takes too long is ended, and who waits behind is read', async () => {
  const impatient = new ReadingThread(thread('rpc-child'), 5_000)
  const slow = impatient.call('hang', 'x').catch((error: Error) => error.name)
  const behind = impatient.call('add', { a: 1, b: 2 })
  expect(await slow).toBe('WorkerGone')
  expect(await behind).toBe(3)
  await impatient.close()
})

it('names of zones are not kept without end', async () => {
  const letters = 'europe/berlin'
  const spelled = (at: number) =>
    [...letters].map((one, place) => ((at >> place) & 1 ? one.toUpperCase() : one)).join('')
  const { grownBytes } = await watchMain(async () => {
    for (let at = 0; at < 8_000; at++) {
      for (const timezone of [spelled(at), `Zone/${at}${'x'.repeat(1_000)}`, `Zone/${at}`])
        toInstant({ date: '2024-01-01 12:00:00', timezone }, 'UTC')
      if (at % 100 === 0) await new Promise(setImmediate)
    }
  })
  expect(grownBytes).toBeLessThan(60 << 20)
})

it('texts that are no dates, numbers or zones are known by their length', async () => {
  const { longestTurn } = await watchMain(() => {
    for (const piece of hurting) {
      const text = long(piece, 1 << 20)
      expect(toInstant(text, 'UTC')).toBeNull()
      expect(toInstant({ date: text, timezone: text }, 'UTC')).toBeNull()
      expect(bankDateReader('UTC')(text)).toBeUndefined()
      expect(wholeFrom(text)).toBeUndefined()
      expect(isTimeZone(text)).toBe(false)
    }
    // each would be one, but for its length
    const padded = (text: string) => text + ' '.repeat(80)
    expect(toInstant(padded('2024-01-01 12:00:00'), 'UTC')).toBeNull()
    expect(bankDateReader('UTC')(padded('01.01.2024 12:00'))).toBeUndefined()
    expect(wholeFrom(padded('12'))).toBeUndefined()
    return Promise.resolve()
  })
  expect(longestTurn).toBeLessThan(LONGEST_TURN)
})

it.each(hurting)(
  'a game log of %j is read in a thread, or given up in words',
  async (piece) => {
    const log = join(tempDir(), 'a.rpt')
    const signs = [
      'Addon ',
      'BattlEye ',
      'Cannot load ',
      'Cannot open file ',
      'CallExtension a',
      'Error loading library a',
      'Config ',
    ]
    writeFileSync(
      log,
      signs
        .map((sign) => `${long(`${sign}${piece}`, 499).replaceAll('\n', ' ').slice(0, 499)}\n`.repeat(1_200))
        .join(''),
    )
    const { result, longestTurn } = await watchMain(() =>
      readLog(thread('crash-worker'), log, (text) => text).catch((error: unknown) => {
        if (!isFailure(error)) throw error
        return undefined
      }),
    )
    expect(result?.causes.length ?? 0).toBeLessThan(40)
    expect(longestTurn).toBeLessThan(LONGEST_TURN)
  },
  60_000,
)

it('pages and bookings of the bank that nest and repeat without end hold up nothing', async () => {
  const reader = createBankReader('Europe/Berlin', bookings)
  const order = { wanted: [{ from: '', to: 'b', amount: 1, info: '' }], view: { iban: 'a', names: [] } }
  const page = (html: string) => reader.page(html).catch(() => undefined)
  const empty = Buffer.from(`[${long('{},', 1 << 20)}{}]`)
  const booking = { source: 'a', destination: 'b', amount: 1, info: '', created_at: long('1.', 200) }
  const equal = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, () => booking)))
  const letters = long('&amp; x', 1 << 20)
  await page(letters) // the thread is there
  const { longestTurn } = await watchMain(async () => {
    await page('<div>'.repeat(8_000) + '<p>'.repeat(8_000))
    await page('<a><b><table>'.repeat(5_000))
    await page(letters)
    await reader.bookings(empty, order)
    await reader.bookings(equal, order)
  })
  expect(longestTurn).toBeLessThan(LONGEST_TURN)
}, 120_000)

it('a profile of hurting strings is refused or read at once', async () => {
  const { longestTurn } = await watchMain(() => {
    for (const piece of hurting) {
      const text = long(piece, 60_000)
      expect(() =>
        parseProfile({ id: text, name: text, baseUrl: `https://x.example/${text}`, timeZone: text }, 'x'),
      ).toThrow()
    }
    return new Promise(setImmediate)
  })
  expect(longestTurn).toBeLessThan(LONGEST_TURN)
})

it('news, prices and servers without end are looked through at once, and told as a few', async () => {
  const [many, ids] = [30_000, Array.from({ length: 30_000 }, (_, id) => id)]
  const alerts = ids.slice(0, 200).map((price) => ({ item: 'x', name: 'x', when: 'at-least' as const, price }))
  const known = { launcher: '', changelogs: ids, offline: [], friends: {}, prices: [], lists: {} }
  const told = {
    launcher: { active: true, html: long('<', 100_000) },
    changelogs: ids.map((id) => ({ id: id + many, active: true, version: 'x', mod: [] })),
    servers: ids.map((id) => ({
      id,
      name: 'x',
      online: true,
      updatedAt: 'x',
      players: ['['.repeat(200)],
      sides: null,
    })),
    markets: [{ online: true, items: ids.map(() => ({ item: 'x', name: 'x', price: 7 })) }],
  } as unknown as ServiceNews
  const { result, longestTurn } = await watchMain(() => {
    const { notices } = compareNews(known, told, { favourites: ids.slice(0, 500), friends: [], alerts }, 0)
    return new Promise<number>((end) => setImmediate(end, notices.length))
  })
  expect(result).toBe(1 + 50 + 8)
  expect(longestTurn).toBeLessThan(LONGEST_TURN)
})

it('a log of a server that restarts every other minute is looked through at once', async () => {
  const log = Array.from({ length: 11_000 }, (_, minute) => {
    const at = new Date(minute * 60_000).toISOString()
    return { at, serverId: 1, players: minute % 2 ? 0 : 10, civ: 0, cop: 0, medic: 0, rac: 0 }
  })
  const now = log.length * 60_000
  checkRestart(log.slice(0, 1_000), now) // what is compiled once
  const { result, longestTurn } = await watchMain(() => Promise.resolve(checkRestart(log, now)))
  expect(result).toEqual([]) // no habit
  expect(longestTurn).toBeLessThan(LONGEST_TURN)
})

it('a list of few and endless rows keeps none of them whole', () => {
  const endless = long('../', 1 << 20)
  const rows = [
    { RelativPath: '@mod/a', Hash: 'a'.repeat(32), Size: 5 },
    { RelativPath: endless, Hash: 'b', Size: 5 },
    { RelativPath: '@mod/b', Hash: endless, Size: 5 },
  ]
  const reading = parseHashList(Buffer.from(JSON.stringify(rows)))
  if (!reading.trusted) throw new Error(reading.reason)
  expect(reading.list.entries.map(({ kind }) => kind)).toEqual(['file', 'unsafe-path', 'unsupported-hash'])
  expect(JSON.stringify(reading.list).length).toBeLessThan(4_000)
})

it('a list of 30,000 equal files is read, and its copies are looked for, in a time that grows with it', async () => {
  const names = Array.from({ length: 30_000 }, (_, at) => `f${at}`)
  const rows = names.map((name) => ({ RelativPath: `@mod/${name}`, Hash: 'a'.repeat(32), Size: 5 }))
  expect(parseHashList(Buffer.from(JSON.stringify(rows)))).toMatchObject({ trusted: true })
  const entries = names.map((name) => ({ name, isFile: () => true, isDirectory: () => false }))
  const stats = { size: 5, isFile: () => true }
  const disk = {
    readdir: () => Promise.resolve(entries),
    lstat: () => Promise.resolve(stats),
    stat: () => Promise.resolve(stats),
  }
  const wanted = { size: 5, hash: 'a'.repeat(32), algorithm: 'md5' as const }
  const finder = createFinder(
    disk as unknown as Disk,
    ['/x'],
    names.map((name) => ({ do: 'fetch' as const, path: `@mod/${name}` as SafePath, ...wanted })),
    new AbortController().signal,
  )
  for (const name of names) expect((await finder(`@mod/${name}`, wanted)).length).toBe(4) // of 30,000
}, 120_000)
