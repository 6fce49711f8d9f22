import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DigestRow, readCache, basePathOf, writeCache } from '../../src-main/mods/check/digest-cache.ts'
import { type FoundFile, KnownDigests } from '../../src-main/mods/check/known-digests.ts'
import { parseHashList } from '../../src-main/mods/list/index.ts'
import { tempDir } from '../support/temp.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const statOf = (ms: number, size = 1) => ({ size, key: `${size} ${BigInt(ms) * 1_000_000n + 1n} 1 7` })
const old = statOf(NOW - 10_000)
const AA = 'aa'.repeat(16)
const BB = 'bb'.repeat(16)

/** A found file with the listed digest `AA`. */
function fileOf(path: string, stat: FoundFile['stat']): FoundFile {
  const list = parseHashList(Buffer.from(JSON.stringify([{ RelativPath: path, Size: 1, Hash: AA }])))
  const entry = list.trusted ? list.list.entries[0] : undefined
  if (entry?.kind !== 'file') throw new Error(path)
  return { listed: entry, index: 0, path, stat, differs: false, known: undefined }
}
describe('what is known of files', () => {
  it('is taken over by path and all of the stat', () => {
    const files = ['@Mod/a', '@Mod/b', '@Mod/C'].map((path) => fileOf(path, old))
    const known = new KnownDigests(files)
    const other = statOf(NOW - 10_001)
    const rows: DigestRow[] = [
      ['@Mod/a', old.key, BB],
      ['@Mod/b', other.key, BB],
      ['@Mod/c', old.key, BB],
    ]
    rows.forEach(known.listener())
    expect(files.map((file) => file.known)).toEqual([BB, undefined, undefined])
    expect([...known.rows()]).toEqual([['@Mod/a', old.key, BB]])
  })

  it('is heard in any order of rows', () => {
    const paths = ['@Mod/a', '@Mod/b', '@Mod/c', '@Mod/d']
    const rows = paths.map((path): DigestRow => [path, old.key, BB])
    for (const order of ['abcd', 'dcba', 'bacd', 'acdb', 'cd', 'bxd', 'aabcd']) {
      const files = paths.map((path) => fileOf(path, old))
      const heard = [...order].map((name) => rows.find(([path]) => path.endsWith(name)) ?? ['@Mod/x', old.key, BB])
      ;(heard as DigestRow[]).forEach(new KnownDigests(files).listener())
      const known = paths.map((path) => (order.includes(path.slice(-1)) ? BB : undefined))
      expect(
        files.map((file) => file.known),
        order,
      ).toEqual(known)
    }
  })

  it('takes no digest of a file that may still change unseen, but one that was taken earlier', () => {
    const fresh = statOf(NOW - 1)
    const files = [fileOf('@Mod/new', undefined), fileOf('@Mod/known', fresh)]
    const known = new KnownDigests(files)
    known.listener()(['@Mod/known', fresh.key, AA])
    for (const file of files) known.learn(file, fresh, BB, NOW)
    expect([...known.rows()]).toEqual([['@Mod/known', fresh.key, AA]])
    expect(known.isChanged).toBe(false)
  })

  it('keeps a digest with the stat that it was found with', () => {
    const file = fileOf('@Mod/a', old)
    const known = new KnownDigests([file])
    const later = statOf(NOW - 5_000)
    known.learn(file, later, BB, NOW)
    expect([...known.rows()]).toEqual([['@Mod/a', later.key, BB]])
  })

  it.each<[string, boolean, DigestRow[], string | undefined, { key: string; size: number }]>([
    ['the same again', false, [['@Mod/a', old.key, AA]], AA, old],
    ['nothing more', false, [['@Mod/a', old.key, AA]], undefined, old],
    ['another digest', true, [['@Mod/a', old.key, AA]], BB, old],
    ['another stat', true, [['@Mod/a', old.key, AA]], AA, statOf(NOW - 5_000)],
    ['a first digest', true, [], AA, old],
    [
      'less: a file is gone',
      true,
      [
        ['@Mod/a', old.key, AA],
        ['@Mod/b', old.key, AA],
      ],
      AA,
      old,
    ],
  ])('is changed by what is new: %s', (_, isChanged, rows, digest, stat) => {
    const file = fileOf('@Mod/a', old)
    const known = new KnownDigests([file])
    rows.forEach(known.listener())
    if (digest) known.learn(file, stat, digest, NOW)
    expect(known.isChanged).toBe(isChanged)
  })
})

describe('a cache file', () => {
  const path = () => join(tempDir(), 'cache', 'mod.digests')
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, at): DigestRow => [`@Mod/${at}`, `${at}`, `d${at}`])
  const read = async (file: string) => {
    const rows: DigestRow[] = []
    return { lastGoodCount: await readCache(file, (row) => rows.push(row)), rows }
  }
  const none = { lastGoodCount: 0, rows: [] }
  const damaged = (whole: Buffer, at: number) => Buffer.from(whole).fill((whole[at] ?? 0) ^ 1, at, at + 1)
  /** A file as it would be written with this head, its sum right. */
  const withHead = (file: string, head: object) => {
    const body = JSON.stringify(head)
    writeFileSync(file, `${createHash('sha1').update(body).digest('hex')}${body}\n`)
  }

  it.each([0, 1, 499, 500, 501, 1_200, 30_000])('of %d rows comes back as it was', async (count) => {
    const file = path()
    await writeCache(file, count, rowsOf(count))
    expect(await read(file)).toEqual({ lastGoodCount: count, rows: rowsOf(count) })
    expect(await readCache(file)).toBe(count)
  })

  it('has its rows, whatever count is before them', async () => {
    const file = path()
    await writeCache(file, 0, rowsOf(3))
    expect(await read(file)).toEqual({ lastGoodCount: 0, rows: rowsOf(3) })
  })

  it.runIf(process.platform === 'linux')('is closed once it is read, whole or its head alone', async () => {
    const file = path()
    await writeCache(file, 3, rowsOf(3))
    await read(file)
    await readCache(file)
    const open = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return '' // the one that lists them is closed by now
      }
    })
    expect(open).not.toContain(file)
  })

  it('that is absent or damaged in its head is as good as none', async () => {
    const file = path()
    expect(await read(file)).toEqual(none)
    await writeCache(file, 3, rowsOf(3))
    const whole = readFileSync(file)
    for (let at = 0; at <= whole.indexOf('\n'); at++) {
      writeFileSync(file, damaged(whole, at))
      expect(await read(file), `byte ${at}`).toEqual(none)
      writeFileSync(file, whole.subarray(0, at))
      expect(await read(file), `${at} bytes`).toEqual(none)
    }
  })

  it('that is damaged or cut among its rows tells no row that was not written', async () => {
    const file = path()
    await writeCache(file, 700, rowsOf(700))
    const whole = readFileSync(file)
    const head = whole.indexOf('\n') + 1
    const second = whole.indexOf('\n', head) + 1
    expect(second).toBeLessThan(whole.length)
    const cases: [from: number, to: number, rows: number][] = [
      [head, second, 0],
      [second, whole.length, 500],
    ]
    for (const [from, to, count] of cases)
      for (let at = to - 1; at >= from; at -= 101) {
        writeFileSync(file, damaged(whole, at))
        expect(await read(file), `byte ${at}`).toEqual({ lastGoodCount: 700, rows: rowsOf(count) })
        writeFileSync(file, whole.subarray(0, at))
        expect(await read(file), `${at} bytes`).toEqual({ lastGoodCount: 700, rows: rowsOf(count) })
      }
  })

  it('of another format, or with a count that is none, is none', async () => {
    const file = path()
    await writeCache(file, 0, [])
    const good = async (head: object) => {
      withHead(file, head)
      return readCache(file)
    }
    expect(await good({ format: 5, lastGoodCount: 7 })).toBe(7)
    expect(await good({ format: 5, lastGoodCount: 0 })).toBe(0)
    for (const head of [
      { format: 4, lastGoodCount: 7 },
      { format: 5, lastGoodCount: -1 },
      { format: 5, lastGoodCount: 0.5 },
      {},
    ])
      expect(await good(head)).toBe(0)
  })

  it('has a name of its own for each game folder and mod, however the mod is spelled', () => {
    const name = basePathOf('/cache', '/game', '@Mod')
    expect(dirname(name)).toBe(join('/cache'))
    expect(name).toMatch(/[\\/][0-9a-f]{32}$/)
    expect(basePathOf('/cache', '/game', '@MOD')).toBe(name)
    expect(basePathOf('/cache', '/other', '@Mod')).not.toBe(name)
    expect(basePathOf('/cache', '/game@', 'Mod')).not.toBe(name)
  })
})
