import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withResolvers } from '../../src-main/lib/index.ts'
import { openSourceAgent } from '../../src-main/mods/repair/connections.ts'
import { digestHere } from './digest-here.ts'
import type { DigestOf, Disk } from '../../src-main/mods/repair/disk.ts'
import { realDisk } from './real-disk.ts'
import { PartFile } from '../../src-main/mods/repair/part-file.ts'
import { transfer, type Transfer } from '../../src-main/mods/repair/transfer.ts'
import { tempDir } from '../support/temp.ts'
import { bytesOf, fetchStep, MOD, openWorld, read, write } from './support.ts'

const path = `${MOD}/addons/one.pbo`
const bytes = bytesOf('one', 700_000)

describe('a part file', () => {
  it('goes on after a break, and begins again', async () => {
    const folder = tempDir()
    const first = await PartFile.open(realDisk, join(folder, 'part'))
    await first.append(bytes.subarray(0, 77_777))
    await first.close()
    const second = await PartFile.open(realDisk, join(folder, 'part'))
    expect(second.size).toBe(77_777)
    await second.append(bytes.subarray(77_777))
    await second.sync()
    expect(read(folder, 'part')?.equals(bytes)).toBe(true)
    await second.empty()
    expect(second.size).toBe(0)
    await second.append(Buffer.from('new'))
    await second.close()
    expect(read(folder, 'part')?.toString()).toBe('new')
  })

  it('has all bytes where the disk takes a few at a time, and tells what the disk says', async () => {
    const folder = tempDir()
    let writes = 0
    const open: Disk['open'] = async (...given) => {
      const handle = await realDisk.open(...given)
      const real = handle.write.bind(handle) as (bytes: Buffer, from: number, length: number, at: number) => unknown
      const few = (from: Buffer, start: number, length: number, at: number) =>
        ++writes === 4
          ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
          : real(from, start, Math.min(length, 1000), at)
      return Object.assign(handle, { write: few })
    }
    const part = await PartFile.open({ ...realDisk, open }, join(folder, 'part'))
    await part.append(bytes.subarray(0, 2500))
    await expect(part.append(bytes.subarray(2500))).rejects.toMatchObject({ code: 'EIO' })
    await part.close()
    expect(writes).toBe(4)
    expect(read(folder, 'part')?.equals(bytes.subarray(0, 2500))).toBe(true)
  })
})

/** A transfer from a server of its own. */
async function transferFrom(server: Server, change: Partial<Transfer>) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const dispatcher = openSourceAgent('http://127.0.0.1')
  onTestFinished(async () => {
    await dispatcher.destroy()
    server.close()
  })
  const never = new AbortController().signal
  return transfer({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    ...{ offset: 0, validator: undefined, size: null, fresh: false, allowHttp: false, stallMs: 10_000 },
    ...{ nudge: never, dispatcher, signal: never },
    begin: () => Promise.resolve(),
    take: () => Promise.resolve(),
    ...change,
  })
}

describe('an answer', () => {
  const body = bytesOf('body', 6_000_000)

  it('keeps its order and its bytes however long each piece is held', async () => {
    const pieces: Buffer[] = []
    await transferFrom(
      createServer((_, response) => void response.end(body)),
      {
        size: body.length,
        async take(chunk) {
          if (pieces.length % 3 === 0) await setImmediate()
          pieces.push(chunk)
        },
      },
    )
    expect(Buffer.concat(pieces).equals(body)).toBe(true)
  })

  it('whose connection is closed while all of it still waits for the disk comes to its end', async () => {
    const size = 512 << 10 // what waits in memory at most: the last bytes fill it up
    const closed = withResolvers()
    const server = createSocketServer({ allowHalfOpen: true }, (socket) => {
      socket.on('end', closed.resolve) // the client has seen the end of the answer, and ends too
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\nconnection: close\r\n\r\n`)
        socket.end(body.subarray(0, size))
      })
    })
    let received = 0
    await transferFrom(server, {
      size,
      begin: () => closed.promise,
      take: (chunk) => Promise.resolve(void (received += chunk.length)),
    })
    expect(received).toBe(size)
  })

  it('that is given up while the disk writes leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    const [begun, written, stop] = [withResolvers(), withResolvers(), new AbortController()]
    const done = transferFrom(
      createServer((_, response) => void response.end(body)),
      {
        signal: stop.signal,
        async take() {
          begun.resolve()
          await written.promise
        },
      },
    )
    await begun.promise
    stop.abort()
    written.resolve()
    await expect(done).rejects.toBe(stop.signal.reason)
    await expect.poll(timers).toBeLessThanOrEqual(before)
  })
})

describe('a digest', () => {
  it('that cannot be taken from the disk is told as the disk’s error, without harm to the former file', async () => {
    const world = await openWorld({ [path]: bytes })
    write(world.gameDir, path, 'former')
    let hits = 0
    const digestOf: DigestOf = (file, ...how) =>
      file.endsWith('-part')
        ? Promise.reject(Object.assign(new Error(`EIO ${++hits}`), { code: 'EIO' }))
        : digestHere(file, ...how)
    const { outcome } = await world.repair([fetchStep(path, bytes)], { digestOf })
    expect(outcome.troubles).toEqual([{ path, cause: { kind: 'disk-error', errno: 'EIO' } }])
    expect(hits).toBe(1)
    expect(read(world.gameDir, path)?.toString()).toBe('former')
  })

  it('is that of what is really on the disk: bytes that it loses are fetched again', async () => {
    const world = await openWorld({ [path]: bytes })
    let spoilt = 0
    const digestOf: DigestOf = (file, ...how) => {
      if (file.endsWith('-part') && spoilt++ === 0) write(world.gameDir, file.slice(world.gameDir.length), 'spoilt')
      return digestHere(file, ...how)
    }
    const { outcome } = await world.repair([fetchStep(path, bytes)], { digestOf })
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(spoilt).toBe(2)
    expect(world.service.asked).toHaveLength(2)
    expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
  })

  it('is told as checking where it is the last of the repair', async () => {
    const world = await openWorld({ [path]: bytes })
    const phases: string[] = []
    const shown = withResolvers()
    const digestOf: DigestOf = async (file, ...how) => {
      if (file.endsWith('-part')) await shown.promise
      return digestHere(file, ...how)
    }
    const { outcome } = await world.repair([fetchStep(path, bytes)], {
      digestOf,
      onProgress(meter, phase) {
        if (meter.progress().filesDone === 0) phases.push(phase)
        if (phase === 'checking') shown.resolve()
      },
    })
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(phases.at(-1)).toBe('checking')
  })
})
