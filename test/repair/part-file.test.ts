import { linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { PartFile } from '../../src-main/mods/repair/run/part-file.ts'
import { tempDir } from '../support/temp.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, read } from './support.ts'

const MIB = 1 << 20
const bytes = bytesOf('one', 700_000)

const fail = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

type Write = (bytes: Buffer, from: number, length: number, at: number) => Promise<unknown>
type Change = Partial<Record<keyof FileHandle, (...given: never[]) => unknown>>

/** The real disk, whose open files have other calls. `open`: how many of them are open. */
function diskWith(change: (write: Write) => Change) {
  const count = { open: 0 }
  const open: Disk['open'] = async (...given) => {
    const handle = await realDisk.open(...given)
    const close = handle.close.bind(handle)
    count.open++
    return Object.assign(
      handle,
      { close: () => (count.open--, close()) },
      change(handle.write.bind(handle) as unknown as Write),
    )
  }
  return { count, disk: { ...realDisk, open } satisfies Disk }
}

const newPart = () => join(tempDir(), 'part')

describe('a part file', () => {
  it('goes on after a break, and begins again', async () => {
    const path = newPart()
    const first = await PartFile.open(realDisk, path)
    expect(first.size).toBe(0)
    await first.append(bytes.subarray(0, 77_777))
    await first.close()
    const second = await PartFile.open(realDisk, path)
    expect(second.size).toBe(77_777)
    await second.append(bytes.subarray(77_777))
    await second.sync()
    expect(read(path, '')?.equals(bytes)).toBe(true)
    await second.append(Buffer.from('held'))
    await second.empty()
    expect(second.size).toBe(0)
    expect(read(path, '')).toHaveLength(0)
    await second.append(Buffer.from('new'))
    await second.close()
    expect(read(path, '')?.toString()).toBe('new')
  })

  it('has all bytes where the disk takes a few at a time, and tells what the disk says', async () => {
    const path = newPart()
    let writes = 0
    const { disk } = diskWith((write) => ({
      write: (from: Buffer, start: number, length: number, at: number) =>
        ++writes === 4 ? fail('EIO') : write(from, start, Math.min(length, 1000), at),
    }))
    const part = await PartFile.open(disk, path)
    await part.append(bytes.subarray(0, 2500))
    await part.sync()
    await part.append(bytes.subarray(2500, 3000))
    await expect(part.sync()).rejects.toMatchObject({ code: 'EIO' })
    await part.close()
    expect(writes).toBe(4)
    expect(read(path, '')?.equals(bytes.subarray(0, 2500))).toBe(true)
  })

  it('has what came before it was closed, and every byte of more than is held at once', async () => {
    const path = newPart()
    const whole = bytesOf('long', 3 * MIB + 77)
    const part = await PartFile.open(realDisk, path)
    for (let at = 0; at < whole.length; at += 700_001) {
      await part.append(whole.subarray(at, at + 700_001))
      expect(part.size).toBe(Math.min(at + 700_001, whole.length))
    }
    await part.close()
    expect(read(path, '')?.equals(whole)).toBe(true)
  })

  it('asks the disk once for each mebibyte, however small the pieces', async () => {
    const lengths: number[] = []
    const { disk } = diskWith((write) => ({
      write: (from: Buffer, start: number, length: number, at: number) => (
        lengths.push(length),
        write(from, start, length, at)
      ),
    }))
    const part = await PartFile.open(disk, newPart())
    for (let at = 0; at < 2 * MIB; at += 1000) await part.append(Buffer.alloc(1000))
    expect(lengths).toEqual([MIB, MIB])
    await part.close()
  })

  it.each([
    [3, 2],
    [0.5, 0],
  ])('on a disk with room for %d MiB keeps %d: the journal has to tell of it', async (room, kept) => {
    const path = newPart()
    const { disk } = diskWith((write) => ({
      write: (from: Buffer, start: number, length: number, at: number) =>
        at + length > room * MIB ? fail('ENOSPC') : write(from, start, length, at),
    }))
    const part = await PartFile.open(disk, path)
    await expect(part.append(Buffer.alloc(4 * MIB))).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(part.size).toBe(kept * MIB)
    await part.close()
    expect(statSync(path).size).toBe(kept * MIB)
  })

  it('keeps what it has where the disk fails otherwise', async () => {
    const path = newPart()
    let isBroken = false
    const { disk, count } = diskWith((write) => ({
      write: (from: Buffer, start: number, length: number, at: number) =>
        isBroken ? fail('EIO') : write(from, start, length, at),
    }))
    const part = await PartFile.open(disk, path)
    await part.append(Buffer.alloc(2 * MIB))
    isBroken = true
    await part.append(Buffer.from('more'))
    await part.close()
    expect([statSync(path).size, count.open]).toEqual([2 * MIB, 0])
  })

  it('is durable once it is synced', async () => {
    let synced = 0
    const { disk } = diskWith(() => ({ sync: () => Promise.resolve(void synced++) }))
    const part = await PartFile.open(disk, newPart())
    await part.sync()
    expect(synced).toBe(1)
    await part.close()
  })

  it('that has another name is somebody else’s, and is not touched', async () => {
    const path = newPart()
    writeFileSync(path, 'a player’s')
    linkSync(path, `${path}-kept`)
    const { disk, count } = diskWith(() => ({}))
    await expect(PartFile.open(disk, path)).rejects.toMatchObject({ reason: { kind: 'foreign-part', part: 'part' } })
    expect([count.open, read(path, '')?.toString()]).toEqual([0, 'a player’s'])
  })

  it('is never made where something came after the look', async () => {
    const path = newPart()
    const lateFile: Disk = {
      ...realDisk,
      open: (...given) => (writeFileSync(path, 'a player’s'), realDisk.open(...given)),
    }
    await expect(PartFile.open(lateFile, path)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(read(path, '')?.toString()).toBe('a player’s')
  })

  it.skipIf(process.platform === 'win32')('is never written through a link, nor into what is no file', async () => {
    const path = newPart()
    writeFileSync(`${path}-kept`, 'a player’s')
    symlinkSync(`${path}-kept`, path)
    await expect(PartFile.open(realDisk, path)).rejects.toMatchObject({ code: 'ELOOP' })
    expect(read(`${path}-kept`, '')?.toString()).toBe('a player’s')
    const folder = newPart()
    mkdirSync(folder)
    await expect(PartFile.open(realDisk, folder)).rejects.toMatchObject({ code: 'EISDIR' })
    const device: Disk = { ...realDisk, open: () => realDisk.open('/dev/null', 'r+') }
    const own = newPart()
    writeFileSync(own, '')
    await expect(PartFile.open(device, own)).rejects.toMatchObject({ reason: { kind: 'foreign-part' } })
  })

  it('that cannot be looked at is closed', async () => {
    const { disk, count } = diskWith(() => ({ stat: () => fail('EIO') }))
    await expect(PartFile.open(disk, newPart())).rejects.toMatchObject({ code: 'EIO' })
    expect(count.open).toBe(0)
  })
})
