import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStatReader, type ReadStats } from '../../src-main/mods/worker/path-stats.ts'
import { Kind, STAT_FIELDS } from '../../src-main/mods/worker/protocol.ts'
import { tempDir } from '../support/temp.ts'

const isWindows = process.platform === 'win32'

function read(readStats: ReadStats, folder: string, names: string[]) {
  const kinds = new Uint8Array(names.length)
  const stats = new BigInt64Array(names.length * STAT_FIELDS)
  return { ok: readStats(folder, names, kinds, stats), kinds, stats }
}

function expected(folder: string, name: string): bigint[] {
  const stat = lstatSync(join(folder, name), { bigint: true })
  return stat.isFile() ? [stat.size, stat.mtimeNs, stat.ctimeNs, stat.ino] : [0n, 0n, 0n, 0n]
}

describe.skipIf(isWindows)('stats of a folder', () => {
  const readStats = createStatReader() as ReadStats

  it('are those that lstat tells, of any name', () => {
    const folder = tempDir()
    const odd = ['ä.pbo', 'файл.pbo', '😀 x.pbo', 'e\u0301', ' a b ', 'x'.repeat(255), '.hidden']
    for (const [at, name] of odd.entries()) writeFileSync(join(folder, name), 'x'.repeat(at))
    mkdirSync(join(folder, 'folder'))
    symlinkSync('/', join(folder, 'link'))
    symlinkSync('ä.pbo', join(folder, 'near'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const names = readdirSync(folder)
    const { ok, kinds, stats } = read(readStats, folder, names)
    expect(ok).toBe(true)
    for (const [at, name] of names.entries())
      expect([name, ...stats.slice(at * STAT_FIELDS, (at + 1) * STAT_FIELDS)]).toEqual([
        name,
        ...expected(folder, name),
      ])
    const kindOf = (name: string) => kinds[names.indexOf(name)]
    expect(odd.map(kindOf)).toEqual(odd.map(() => Kind.file))
    expect(['folder', 'link', 'near', 'pipe'].map(kindOf)).toEqual([Kind.folder, Kind.link, Kind.link, Kind.other])
  })

  it('are told of more names than fit the memory at once', () => {
    const folder = tempDir()
    const names = Array.from({ length: 3_000 }, (_, at) => `${at}${(at % 3 === 0 ? 'ä' : 'a').repeat(80)}`)
    for (const name of names) writeFileSync(join(folder, name), name)
    const { ok, stats } = read(readStats, folder, names)
    expect(ok).toBe(true)
    expect(names.filter((_, at) => stats[at * STAT_FIELDS] === 0n)).toEqual([])
    for (const at of [0, 1_499, 2_999])
      expect([...stats.slice(at * STAT_FIELDS, (at + 1) * STAT_FIELDS)]).toEqual(expected(folder, names[at] ?? ''))
  })

  it('are given up where a name is gone, and of an empty folder there are none', () => {
    const folder = tempDir()
    writeFileSync(join(folder, 'there'), '')
    expect(read(readStats, folder, ['there', 'gone']).ok).toBe(false)
    expect(read(readStats, folder, []).ok).toBe(true)
    expect(read(readStats, folder, ['y'.repeat(20_000)]).ok).toBe(false)
  })
})
