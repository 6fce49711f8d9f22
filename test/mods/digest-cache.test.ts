import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type DigestCache,
  type DigestRow,
  DigestTable,
  noCache,
  readCache,
  storeName,
  writeCache,
} from '../../src-main/mods/check/digest-cache.ts'
import { tempDir } from '../support/temp.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const statOf = (ms: number, size = 1) => ({ size, key: `${size} ${BigInt(ms) * 1_000_000n + 1n} 1 7` })
const old = statOf(NOW - 10_000)
const tableOf = (...rows: DigestRow[]) => new DigestTable(rows)

describe('a table of digests', () => {
  it('knows a file by its path and all of its stat', () => {
    const table = new DigestTable()
    table.add('@Mod/a', old, 'aa', NOW)
    expect(table.get('@Mod/a', old)).toBe('aa')
    expect(table.get('@Mod/a', statOf(NOW - 10_001))).toBeUndefined()
    expect(table.get('@Mod/A', old)).toBeUndefined()
    expect([...table.rows()]).toEqual([['@Mod/a', old.key, 'aa']])
  })

  it('takes no digest of a file that may still change unseen, but one that was taken earlier', () => {
    const table = new DigestTable()
    const fresh = statOf(NOW - 1)
    table.add('@Mod/a', fresh, 'aa', NOW)
    expect(table.size).toBe(0)
    table.carry('@Mod/a', tableOf(['@Mod/a', fresh.key, 'aa']))
    expect(table.get('@Mod/a', fresh)).toBe('aa')
  })

  it('equals another of the same rows in any order, and no other', () => {
    const [a, b]: DigestRow[] = [
      ['a', '1', 'aa'],
      ['b', '2', 'bb'],
    ]
    if (!a || !b) throw new Error()
    expect(tableOf(a, b).equals(tableOf(b, a))).toBe(true)
    for (const other of [
      tableOf(a),
      tableOf(a, ['b', '3', 'bb']),
      tableOf(a, ['b', '2', 'cc']),
      tableOf(a, ['c', '2', 'bb']),
    ])
      expect(tableOf(a, b).equals(other)).toBe(false)
    expect(tableOf(a).equals(tableOf(a, b))).toBe(false)
  })
})

describe('a cache file', () => {
  const path = () => join(tempDir(), 'cache', 'mod.digests')
  const cacheOf = (count: number): DigestCache => ({
    digests: tableOf(...Array.from({ length: count }, (_, at): DigestRow => [`@Mod/${at}`, `${at}`, `d${at}`])),
    lastGoodCount: count,
  })
  const rowsOf = ({ digests }: DigestCache) => [...digests.rows()]
  /** A file as it would be written with this head, its sum right. */
  const withHead = (file: string, head: object) => {
    const body = `${JSON.stringify(head)}\n[]\n`
    writeFileSync(file, body + createHash('sha1').update(body).digest('hex'))
  }

  it.each([0, 1, 499, 500, 501, 1_200])('of %d rows comes back as it was', async (count) => {
    const file = path()
    await writeCache(file, cacheOf(count))
    const read = await readCache(file)
    expect(rowsOf(read)).toEqual(rowsOf(cacheOf(count)))
    expect(read.lastGoodCount).toBe(count)
  })

  it('that is absent or damaged anywhere is as good as none', async () => {
    const file = path()
    expect(await readCache(file)).toEqual(noCache())
    expect(noCache().lastGoodCount).toBe(0)
    await writeCache(file, cacheOf(3))
    const whole = readFileSync(file)
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      writeFileSync(file, damaged)
      expect((await readCache(file)).digests.size, `byte ${at}`).toBe(0)
      writeFileSync(file, whole.subarray(0, at))
      expect((await readCache(file)).digests.size, `${at} bytes`).toBe(0)
    }
  })

  it('of another format, or with a count that is none, is none', async () => {
    const file = path()
    await writeCache(file, noCache())
    const good = async (head: object) => {
      withHead(file, head)
      return (await readCache(file)).lastGoodCount
    }
    expect(await good({ format: 4, lastGoodCount: 7 })).toBe(7)
    expect(await good({ format: 4, lastGoodCount: 0 })).toBe(0)
    for (const head of [
      { format: 3, lastGoodCount: 7 },
      { format: 4, lastGoodCount: -1 },
      { format: 4, lastGoodCount: 0.5 },
      {},
    ])
      expect(await good(head)).toBe(0)
  })

  it('has a name of its own for each game folder and mod, however the mod is spelled', () => {
    const name = storeName('/cache', '/game', '@Mod')
    expect(dirname(name)).toBe(join('/cache'))
    expect(name).toMatch(/[\\/][0-9a-f]{32}$/)
    expect(storeName('/cache', '/game', '@MOD')).toBe(name)
    expect(storeName('/cache', '/other', '@Mod')).not.toBe(name)
    expect(storeName('/cache', '/game@', 'Mod')).not.toBe(name)
  })
})
