import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PauseGate, withResolvers } from '../../src-main/lib/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/index.ts'
import { digestHere } from './digest-here.ts'
import type { DigestOf } from '../../src-main/mods/repair/disk.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { isTrouble } from '../../src-main/mods/repair/trouble.ts'
import { transfer, type FileTransfer } from '../../src-main/mods/repair/run/transfer.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import { serve } from '../support/serve.ts'
import { bytesOf, fetchStep, MOD, openWorld, read, write } from './support.ts'

const path = `${MOD}/addons/one.pbo`
const bytes = bytesOf('one', 700_000)

/** A transfer from a server of its own. */
async function transferFrom(server: Server, change: Partial<FileTransfer>) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const connections = openSourceConnections('http://127.0.0.1')
  onTestFinished(async () => {
    await connections.close()
    server.close()
  })
  const never = new AbortController().signal
  return transfer({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    ...{
      offset: 0,
      size: null,
      fresh: false,
      allowHttp: false,
      patience: { stallMs: 10_000, slowMs: 60_000 },
    },
    ...{ nudge: never, connections, signal: never },
    begin: () => Promise.resolve(),
    take: () => Promise.resolve(),
    ...change,
  })
}

describe('an answer', () => {
  const body = bytesOf('body', 6_000_000)

  it('keeps its order and its bytes where each third piece is held for a moment', async () => {
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

  const length = (size: number) => `content-length: ${size}\r\n`
  const chunked = 'transfer-encoding: chunked\r\n'
  const sizeLine = (size: number) => `${size.toString(16)}\r\n`
  type Piece = string | Buffer
  const endings: [string, string, (whole: Buffer) => [header: string, ...pieces: Piece[]]][] = [
    ['with its length', 'whole', (whole) => [length(whole.length), whole]],
    ['without a length', 'whole', (whole) => ['', whole]],
    ['in chunks', 'whole', (whole) => [chunked, sizeLine(whole.length), whole, '\r\n0\r\n\r\n']],
    ['cut off', 'broken off', (whole) => [length(whole.length + 1), whole]],
    ['cut off in chunks', 'broken off', (whole) => [chunked, sizeLine(whole.length + 1), whole]],
  ]
  // Somewhat more than waits in memory: its last bytes and the end of the connection lie in the socket when the reading begins.
  const sizes = [0, 16, 32, 48, 64, 80, 96].map((more) => (512 + more) << 10)
  it.each(endings)(
    '%s whose connection is closed while it waits for the disk comes to its end: %s',
    async (_, end, answer) => {
      for (const size of sizes) {
        const whole = body.subarray(0, size)
        const [header, ...pieces] = answer(whole)
        const sent = withResolvers()
        const server = createSocketServer((socket) => {
          socket.once('data', () => {
            socket.write(`HTTP/1.1 200 OK\r\n${header}connection: close\r\n\r\n`)
            for (const piece of pieces) socket.write(piece)
            socket.end()
          })
          socket.once('finish', sent.resolve)
        })
        const taken: Buffer[] = []
        const outcome = await transferFrom(server, {
          async begin() {
            await sent.promise
            for (let turn = 0; turn < 20; turn++) await setImmediate() // the client's end of the socket reads it
          },
          take: (piece) => Promise.resolve(void taken.push(piece)),
        }).then(
          () => 'whole',
          (error: unknown) => (isTrouble(error) && error.remedy === 'resume' ? 'broken off' : error),
        )
        expect([size, outcome]).toEqual([size, end])
        const came = Buffer.concat(taken) // what waits in memory goes with a connection that breaks off
        expect(came.equals(end === 'whole' ? whole : whole.subarray(0, came.length))).toBe(true)
      }
    },
  )

  it('that drips is given up, after one more try, however often a byte comes', async () => {
    const world = await openWorld({})
    let asked = 0
    const base = await serve((_, response) => {
      asked++
      response.writeHead(200, { 'content-length': 1000 })
      const drips = setInterval(() => response.write('x'), 5)
      response.once('close', () => clearInterval(drips))
    })
    const { outcome } = await world.repair([fetchStep(path, bytes.subarray(0, 1000))], {
      sources: () => [new Source(new URL(base))],
      patience: { stallMs: 20_000, slowMs: 100 },
    })
    expect(outcome.troubles).toEqual([{ path, cause: { kind: 'too-slow' } }])
    expect(asked).toBe(2)
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

it.each(['FIN', 'RST'] as const)(
  'a %s that comes while the repair is paused costs nothing, and nothing is thrown',
  async (end) => {
    const bytes = bytesOf('short', 40_000) // fits into every buffer on the way: its end comes though nobody reads
    const world = await openWorld({ [path]: bytes })
    const gate = new PauseGate()
    const [asked, half] = [withResolvers(), bytes.length / 2]
    let requests = 0
    let wasPaused = false
    const gone = withResolvers()
    const base = await serve((request, response) => {
      if (++requests > 1) {
        const range = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0)
        const more = { 'content-range': `bytes ${range}-${bytes.length - 1}/${bytes.length}` }
        response.writeHead(range > 0 ? 206 : 200, {
          'content-length': bytes.length - range,
          ...(range > 0 ? more : {}),
        })
        return void response.end(bytes.subarray(range))
      }
      response.writeHead(200, { 'content-length': bytes.length, connection: 'close' })
      response.write(bytes.subarray(0, half))
      void asked.promise.then(() => {
        if (end === 'RST') response.socket?.resetAndDestroy()
        else response.end(bytes.subarray(half))
        void once(response, end === 'RST' ? 'close' : 'finish').then(gone.resolve)
      })
    })
    const options = world.options({
      patience: { stallMs: 60_000, slowMs: 60_000 }, // a busy computer is no reason to ask again
      sources: () => [new Source(new URL(base))],
      onProgress(meter) {
        if (wasPaused || meter.progress().bytesDone === 0) return
        wasPaused = true
        gate.pause()
        asked.resolve()
      },
    })
    const session = await world.begin([fetchStep(path, bytes)])
    const repairing = runSteps(session, { ...options, tools: { ...options.tools, gate } })
    await gone.promise
    for (let turn = 0; turn < 20; turn++) await setImmediate() // what came is heard
    gate.resume()
    expect(await repairing).toMatchObject({ repaired: 1, troubles: [], stopped: null })
    await session.close()
    expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
  },
)
