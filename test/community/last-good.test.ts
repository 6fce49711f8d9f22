import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Copy, LastGoodStore } from '../../src-main/community/last-good.ts'
import { hasLinks } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'

const asOf = '2026-03-01T12:00:00.000Z'
const copyOf = (text: string, more: Partial<Copy> = {}): Copy => ({ bytes: Buffer.from(text), asOf, ...more })
/** What a copy without validators takes beside its own bytes. */
const HEAD = JSON.stringify({ version: 1, asOf }).length + 1

/** A folder that stores are opened on, one after the other, as by starts of the app. */
function openStore(folder = join(tempDir(), 'copies')) {
  const lines: string[] = []
  const used = new Date('2026-03-01T12:00:00Z')
  const open = (maxBytes = 1_000_000) =>
    LastGoodStore.open({ folder, maxBytes, now: () => used, log: (line) => lines.push(line) })
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.json'))
  return { folder, lines, used, open, files }
}

/** Which of the addresses a store has a copy for. */
async function keptOf(store: LastGoodStore, addresses: string): Promise<string> {
  const kept: string[] = []
  for (const address of addresses) if (await store.load(address)) kept.push(address)
  return kept.join('')
}

test('what is kept comes back whole, now and after a restart, and later replaces earlier', async () => {
  const { open, files } = openStore()
  const copy = copyOf('line\nanother {}', { etag: 'W/"1"', lastModified: 'Sun, 01 Mar 2026 10:00:00 GMT' })
  const store = await open()
  await store.save('/v1/mods', copyOf('earlier'))
  await store.save('/v1/mods', copy)
  expect(await store.load('/v1/mods')).toEqual(copy)
  expect(await store.load('/v1/other')).toBeUndefined()
  const later = await open()
  expect(await later.load('/v1/mods')).toEqual(copy)
  expect(later.size).toBe(store.size)
  expect(files()).toHaveLength(1)
})

test('names of files tell nothing of an address, and two folders name one address differently', async () => {
  const [one, other] = [openStore(), openStore()]
  for (const { open } of [one, other]) await (await open()).save('secret', copyOf('x'))
  expect(one.files()[0]).toMatch(/^[0-9a-f]{64}\.json$/)
  expect(one.files()).not.toEqual(other.files())
  expect(readFileSync(join(one.folder, 'salt'), 'utf8')).toHaveLength(64)
})

test('a salt that was cut short is made anew; one that is whole stays', async () => {
  const { folder, open } = openStore()
  await open()
  const salt = join(folder, 'salt')
  for (const [written, stays] of [
    ['s'.repeat(31), false],
    ['s'.repeat(32), true],
  ] as const) {
    writeFileSync(salt, written)
    await open()
    expect(readFileSync(salt, 'utf8') === written).toBe(stays)
  }
})

test.skipIf(!hasLinks)('a salt that cannot be read is not replaced', async () => {
  const { folder, open } = openStore()
  await (await open()).save('a', copyOf('a'))
  const salt = join(folder, 'salt')
  renameSync(salt, `${salt}.aside`)
  symlinkSync('salt', salt) // a loop
  expect(await keptOf(await open(), 'a')).toBe('')
  if (lstatSync(salt).isSymbolicLink()) renameSync(`${salt}.aside`, salt)
  expect(await keptOf(await open(), 'a')).toBe('a')
})

test('what is used least goes first, and the bound holds over restarts', async () => {
  const { open } = openStore()
  const each = HEAD + 1_000
  const store = await open(3 * each)
  for (const name of ['a', 'b', 'c']) await store.save(name, copyOf(name.repeat(1_000)))
  expect(store.size).toBe(3 * each)
  await store.load('a')
  await store.save('d', copyOf('d'.repeat(1_000)))
  expect(store.size).toBe(3 * each)
  expect(await keptOf(store, 'abcd')).toBe('acd')
  const smaller = await open(each + HEAD + 1)
  await smaller.save('e', copyOf('e'))
  expect(smaller.size).toBe(each + HEAD + 1)
})

test('the order of use outlives the app', async () => {
  const { folder, open, files, used } = openStore()
  const store = await open()
  for (const name of ['old', 'new']) await store.save(name, copyOf('x'.repeat(1_000)))
  for (const file of files()) utimesSync(join(folder, file), new Date(0), new Date(0))
  await store.load('old')
  expect(files().map((file) => statSync(join(folder, file)).mtimeMs)).toContain(used.getTime())
  const again = await open(1_500)
  await again.save('more', copyOf('y'))
  expect([await again.load('new'), (await again.load('old'))?.bytes.length]).toEqual([undefined, 1_000])
})

test('what was used least is told by the files’ times, in whatever order the disk lists them', async () => {
  const { folder, open, files } = openStore()
  const store = await open()
  const addressOf = new Map<string, string>()
  for (const address of 'abcdef') {
    await store.save(address, copyOf('x'))
    for (const file of files()) if (!addressOf.has(file)) addressOf.set(file, address)
  }
  const listed = files()
  for (const [at, file] of [...listed].reverse().entries())
    utimesSync(join(folder, file), new Date(at * 1_000), new Date(at * 1_000))
  const smaller = await open(3 * (HEAD + 1))
  await smaller.save('g', copyOf('x'))
  const kept = listed.slice(0, 2).map((file) => addressOf.get(file) ?? '')
  expect(await keptOf(smaller, 'abcdef')).toBe(kept.sort().join(''))
})

test('an answer larger than the bound is not kept, and drives nothing out', async () => {
  const { open } = openStore()
  const store = await open(2_000)
  await store.save('s', copyOf('s'))
  await store.save('l', copyOf('l'.repeat(2_000 - HEAD + 1)))
  expect(await keptOf(store, 'sl')).toBe('s')
  await store.save('l', copyOf('l'.repeat(2_000 - HEAD)))
  expect(await keptOf(store, 'sl')).toBe('l')
  expect(store.size).toBe(2_000)
})

test.each([
  ['nothing', ''],
  ['no head', '{"version":1}'],
  ['a head without a time', '{"version":1}\n{}'],
  ['a time that is none', '{"version":1,"asOf":"yesterday"}\n[]'],
  ['another version', `{"version":2,"asOf":"${asOf}"}\n[]`],
  ['a head without end', `${' '.repeat(65_537 - HEAD)}{"version":1,"asOf":"${asOf}"} \n[]`],
  ['zeros', '\0'.repeat(50)],
])('a copy that is damaged is thrown away: %s', async (_what, content) => {
  const { folder, open, files } = openStore()
  const store = await open()
  await store.save('a', copyOf('a'))
  await store.save('b', copyOf('b'))
  const size = HEAD + 1
  const [file = ''] = files()
  writeFileSync(join(folder, file), content)
  expect(await keptOf(store, 'ab')).toHaveLength(1)
  expect(store.size).toBe(size)
  expect(existsSync(join(folder, file))).toBe(false)
  await store.clear()
  expect(store.size).toBe(0)
})

test('a head of 64 KiB is the longest', async () => {
  const { folder, open, files } = openStore()
  const store = await open()
  const head = JSON.stringify({ version: 1, asOf })
  for (const [length, is] of [
    [65_536, true],
    [65_537, false],
  ] as const) {
    await store.save('a', copyOf('a'))
    writeFileSync(join(folder, files()[0] ?? ''), `${head.padEnd(length)}\n[]`)
    expect((await store.load('a')) !== undefined).toBe(is)
  }
})

test('halves of a crash are swept away, and no other file is touched or counted', async () => {
  const { folder, open, lines } = openStore()
  await (await open()).save('a', copyOf('a'))
  for (const name of ['a.json.abc.tmp', 'other.txt']) writeFileSync(join(folder, name), 'half')
  const store = await open()
  expect(store.size).toBe(HEAD + 1)
  expect(readdirSync(folder).filter((name) => !name.endsWith('.json'))).toEqual(['other.txt', 'salt'])
  expect(lines).toEqual([])
})

test.skipIf(!hasLinks)('what cannot be looked at is not counted, and keeps no store from opening', async () => {
  const { folder, open } = openStore()
  await (await open()).save('a', copyOf('a'))
  symlinkSync('nowhere', join(folder, 'lost.json'))
  expect((await open()).size).toBe(HEAD + 1)
})

test('clearing takes what is being written, too, and misses nothing that has gone', async () => {
  const { folder, open, files, lines } = openStore()
  const store = await open()
  await store.save('a', copyOf('a'))
  rmSync(join(folder, files()[0] ?? ''))
  const writing = store.save('b', copyOf('b'.repeat(100_000)))
  await store.clear()
  await writing
  expect([store.size, files(), lines]).toEqual([0, [], []])
})

test('what cannot be removed is told in the log, and removed the next time', async () => {
  const { folder, open, files, lines } = openStore()
  const store = await open()
  await store.save('a', copyOf('a'))
  const path = join(folder, files()[0] ?? '')
  rmSync(path)
  mkdirSync(path)
  await store.clear()
  expect(lines).toEqual(['cache file stays'])
  rmdirSync(path)
  writeFileSync(path, 'the copy')
  await store.clear()
  expect([store.size, files()]).toEqual([0, []])
})

test('a disk that refuses is told in the log, and nowhere else', async () => {
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  const { open, lines } = openStore(join(file, 'below'))
  const store = await open()
  await store.save('a', copyOf('a'))
  expect(await store.load('a')).toBeUndefined()
  expect(store.size).toBe(0)
  expect(lines).toEqual(['cache folder', 'cache salt', 'answer not kept'])
})
