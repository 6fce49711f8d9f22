import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Algorithm } from '../../src-main/mods/list/hash-list.ts'
import { openSourceAgent } from '../../src-main/mods/repair/agent.ts'
import { realDisk, type Disk } from '../../src-main/mods/repair/disk.ts'
import { httpGet } from '../../src-main/mods/repair/http-get.ts'
import { openPartPool } from '../../src-main/mods/repair/part-pool.ts'
import { tempDir } from '../support/temp.ts'
import { bytesOf, fetchStep, MOD, openWorld, read } from './support.ts'

const never = new AbortController().signal

function openPool() {
  const pool = openPartPool(pathToFileURL(join(import.meta.dirname, '../../out/test/part-worker.js')))
  onTestFinished(() => pool.close())
  return pool
}

const digestOf = (bytes: Buffer, algorithm: Algorithm) => createHash(algorithm).update(bytes).digest('hex')

describe('part files that a thread hashes', () => {
  it('have the digest of what was written, several at a time, whatever the pieces', async () => {
    const pool = openPool()
    const folder = tempDir()
    const grow = async (name: string, algorithm: Algorithm, size: number, piece: number) => {
      const bytes = bytesOf(name, size)
      const part = await pool.open(realDisk, join(folder, name), algorithm, size, never)
      for (let at = 0; at < size; at += piece) await part.write(bytes.subarray(at, at + piece))
      expect(part.size).toBe(size)
      expect(await part.finish()).toBe(digestOf(bytes, algorithm))
      expect(read(folder, name)?.equals(bytes)).toBe(true)
    }
    await Promise.all([
      grow('a', 'md5', 5_000_001, 60_000),
      grow('b', 'md5', 3_145_728, 262_144),
      grow('c', 'sha1', 2_000_000, 1_000_000),
      grow('d', 'sha256', 1_500_000, 33_333),
      grow('e', 'md5', 700_000, 7_001),
      grow('small', 'md5', 4_000, 100),
    ])
  })

  it('go on after a break, and begin anew', async () => {
    const pool = openPool()
    const path = join(tempDir(), 'part')
    const bytes = bytesOf('part', 2_000_000)
    const first = await pool.open(realDisk, path, 'md5', bytes.length, never)
    await first.write(bytes.subarray(0, 777_777))
    await first.close()
    const second = await pool.open(realDisk, path, 'md5', bytes.length, never)
    expect(second.size).toBe(777_777)
    await second.write(Buffer.from('rubbish'))
    await second.restart()
    expect(second.size).toBe(0)
    await second.write(bytes)
    expect(await second.finish()).toBe(digestOf(bytes, 'md5'))
  })

  it('tell what the disk says, and write nothing after what failed', async () => {
    const pool = openPool()
    const folder = tempDir()
    let writes = 0
    const open: Disk['open'] = async (...given) => {
      const handle = await realDisk.open(...given)
      const write = handle.write.bind(handle) as (...bytes: unknown[]) => Promise<unknown>
      const failing = (...bytes: unknown[]) =>
        ++writes === 3 ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) : write(...bytes)
      return Object.assign(handle, { write: failing })
    }
    const part = await pool.open({ ...realDisk, open }, join(folder, 'part'), 'md5', 4_000_000, never)
    const grow = async () => {
      for (let n = 0; n < 16; n++) await part.write(bytesOf(`${n}`, 262_144))
      await part.finish()
    }
    await expect(grow()).rejects.toMatchObject({ code: 'EIO' })
    await part.close()
    expect(read(folder, 'part')?.length).toBe(2 * 262_144)
  })

  it('are what a repair uses', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${MOD}/${n}.pbo`, bytesOf(`${n}`, n * 800_000)]))
    const world = await openWorld(files)
    const options = world.options()
    world.faults.set(/3/, { kind: 'reset', share: 0.5 }, 2)
    const steps = Object.entries(files).map(([path, bytes]) => fetchStep(path, bytes))
    const { outcome } = await world.repair(steps, { tools: { ...options.tools, openPart: openPool().open } })
    expect(outcome).toMatchObject({ repaired: 5, troubles: [], stopped: null })
    for (const [path, bytes] of Object.entries(files)) expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
  })
})

describe('an answer', () => {
  it('keeps its order and its bytes however long each piece is held', async () => {
    const body = bytesOf('body', 6_000_000)
    const server = createServer((_, response) => void response.end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const dispatcher = openSourceAgent()
    onTestFinished(async () => {
      await dispatcher.close()
      server.close()
    })
    const pieces: Buffer[] = []
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await httpGet(
      { url, headers: {}, dispatcher, signal: never },
      {
        head: () => undefined,
        data: (chunk) => {
          if (pieces.length % 3 === 0) return void pieces.push(Buffer.from(chunk))
          return new Promise<void>((resolve) => setImmediate(resolve)).then(() => void pieces.push(Buffer.from(chunk)))
        },
      },
    )
    expect(Buffer.concat(pieces).equals(body)).toBe(true)
  })
})
