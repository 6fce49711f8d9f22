import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, now, plainFs, sleep, steadyNow, writeFileAtomic } from '../../src-main/lib/index.ts'
import { parseFaults } from '../support/faults/faults.ts'
import { faultyFs } from '../support/faults/faulty-fs.ts'
import { planted } from '../support/faults/planted.ts'
import { tempDir } from '../support/temp.ts'

const { signal } = new AbortController()

describe('planted faults', () => {
  it('are read from their words, and a wrong word is told', () => {
    expect(parseFaults('rename:EBUSY@.pbo*2, clock:-60000,clock:+5*3,haste:20')).toEqual({
      files: [{ word: 'rename:EBUSY@.pbo*2', call: 'rename', errno: 'EBUSY', match: '.pbo', left: 2 }],
      clock: [
        { word: 'clock:-60000', ms: -60_000, atReading: 1 },
        { word: 'clock:+5*3', ms: 5, atReading: 3 },
      ],
      haste: { word: 'haste:20', times: 20 },
    })
    for (const wrong of ['rename', 'rename:EBUSY', 'chmod:EIO@x', 'clock:1', 'haste:0'])
      expect(() => parseFaults(wrong)).toThrow()
  })

  it('make a call fail as often as told, only on paths that match, and count it', async () => {
    const path = join(tempDir(), 'core.pbo')
    const hits = planted('open:ENOSPC@core.pbo.*2')
    for (let n = 0; n < 2; n++) await expect(writeFileAtomic(path, 'a')).rejects.toMatchObject({ code: 'ENOSPC' })
    await writeFileAtomic(`${path}x`, 'b')
    await writeFileAtomic(path, 'c')
    expect(await readFile(path, 'utf8')).toBe('c')
    expect(hits('open:ENOSPC@core.pbo.*2')).toBe(2)
  })

  it('reach the folders that a source makes, and the file system without archives', async () => {
    const hits = planted('mkdir:EPERM@sick,lstat:EIO@sick')
    const path = join(tempDir(), 'sick')
    await expect(makeFolder(path)).rejects.toMatchObject({ code: 'EPERM' })
    await expect(plainFs.promises.lstat(path)).rejects.toMatchObject({ code: 'EIO' })
    expect(() => plainFs.lstatSync(path)).toThrow(expect.objectContaining({ code: 'EIO' }))
    expect([hits('mkdir:EPERM@sick'), hits('lstat:EIO@sick')]).toEqual([1, 2])
  })

  it('fail in the middle of an open file, at once and by promise', async () => {
    const path = join(tempDir(), 'core.pbo')
    writeFileSync(path, 'abc')
    const hits = planted('read:EIO@core.pbo*2')
    const faulty = faultyFs({ openSync, readSync, closeSync, promises: plainFs.promises })
    const file = faulty.openSync(path, 'r')
    expect(() => faulty.readSync(file, Buffer.alloc(3))).toThrow(expect.objectContaining({ code: 'EIO' }))
    const handle = await plainFs.promises.open(path)
    await expect(handle.read(Buffer.alloc(3))).rejects.toMatchObject({ code: 'EIO' })
    expect((await handle.read(Buffer.alloc(3))).bytesRead).toBe(3)
    expect(faulty.readSync(file, Buffer.alloc(3), 0, 3, 0)).toBe(3)
    await handle.close()
    faulty.closeSync(file)
    expect(hits('read:EIO@core.pbo*2')).toBe(2)
  })

  it('let the clock jump at a reading of its own, and its pauses pass quickly', async () => {
    const hits = planted('clock:-100000,clock:+200000*3,haste:100')
    const shift = () => Math.round((now().getTime() - Date.now()) / 1_000)
    expect([shift(), shift(), shift(), shift()]).toEqual([-100, -100, 100, 100])
    const since = steadyNow()
    await sleep(10_000, signal)
    expect(steadyNow() - since).toBeGreaterThan(9_000)
    expect(['clock:-100000', 'clock:+200000*3', 'haste:100'].map(hits)).toEqual([1, 1, 1])
  })
})
