import type { FileHandle } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { PartFile } from '../../src-main/mods/repair/part-file.ts'
import { realDisk } from './real-disk.ts'
import { tempDir } from '../support/temp.ts'

const MIB = 1 << 20

/** A disk with room for so many bytes of one file. */
const diskWith = (room: number): Disk => ({
  ...realDisk,
  async open(...given: Parameters<Disk['open']>) {
    const handle = await realDisk.open(...given)
    const write = ((bytes: Buffer, from: number, length: number, at: number) =>
      at + length > room
        ? Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
        : handle.write(bytes, from, length, at)) as FileHandle['write']
    return new Proxy(handle, {
      get(of, name) {
        if (name === 'write') return write
        const value = Reflect.get(of, name, of) as unknown
        return typeof value === 'function' ? (value.bind(of) as unknown) : value
      },
    })
  },
})

test('a part that fills its disk leaves room for the journal to tell of it', async () => {
  const path = join(tempDir(), 'part')
  const part = await PartFile.open(diskWith(3 * MIB), path)
  await expect(part.append(Buffer.alloc(4 * MIB))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(part.size).toBe(2 * MIB)
  await part.close()
  expect(statSync(path).size).toBe(2 * MIB)
})
