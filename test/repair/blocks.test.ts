import { type RequestListener } from 'node:http'
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../src-main/lib/index.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import { realDisk } from './real-disk.ts'
import { serve } from '../support/serve.ts'
import { blockListOf, bytesOf, fetchStep, md5, MOD, openWorld, partsIn, read, write } from './support.ts'

const MIB = 1 << 20
const path = `${MOD}/addons/one.pbo`
const old = bytesOf('old', 3 * MIB)
/** Two places changed, and an insertion that moves the rest. */
const bytes = Buffer.concat([
  ...[old.subarray(0, 700_000), bytesOf('changed', 5000), old.subarray(705_000, 1_500_000)],
  ...[Buffer.from('inserted'), old.subarray(1_500_000, 2_900_000), bytesOf('end', 300)],
])
/** More than what changed, the blocks around it and the list. */
const LITTLE = 150_000

const blocksOf = (whole: Buffer): Record<string, Buffer> => ({ [`blocks/${md5(whole)}`]: blockListOf(whole) })

/** A service that has the file and its block list, and a game folder with the old one. `sent`: bytes of the answers' bodies. */
async function openBlocks(more: Record<string, Buffer> = {}) {
  const files: Record<string, Buffer> = { [path]: bytes, ...blocksOf(bytes), ...more }
  const world = await openWorld(files)
  write(world.gameDir, path, old)
  const asked = () => world.service.asked.map(({ path: at, headers }) => [at.replace(/^\/files\//, ''), headers.range])
  const ranges = () => asked().flatMap(([at, range]) => (at === encoded(path) ? [range] : []))
  const wholeAgain = () => expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
  return { ...world, files, asked, ranges, wholeAgain }
}

const encoded = (one: string) => one.split('/').map(encodeURIComponent).join('/')

const bytesIn = (ranges: readonly (string | undefined)[]): number =>
  ranges.reduce((sum, range) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    return sum + (from === undefined ? bytes.length : Number(to) - Number(from) + 1)
  }, 0)

describe('of a file that changed', () => {
  it('only what changed is fetched where the server has its block list', async () => {
    const world = await openBlocks()
    const { outcome } = await world.repair([fetchStep(path, bytes)])
    expect(outcome).toMatchObject({ repaired: 1, copied: 0, troubles: [] })
    world.wholeAgain()
    expect(world.ranges().length).toBeGreaterThan(2)
    expect(bytesIn(world.ranges())).toBeLessThan(LITTLE)
  })

  it('the whole is fetched where the server knows no ranges, once', async () => {
    const world = await openBlocks()
    world.faults.set(/one\.pbo$/, { kind: 'no-ranges' })
    expect((await world.repair([fetchStep(path, bytes)])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    world.wholeAgain()
    expect(world.ranges()).toHaveLength(1)
  })

  it('the whole is fetched without a block list, and no list is asked for again', async () => {
    const two = `${MOD}/addons/two.pbo`
    const world = await openBlocks({ [two]: bytesOf('two', 2 * MIB) })
    write(world.gameDir, two, bytesOf('two once', 2 * MIB))
    delete world.files[`blocks/${md5(bytes)}`]
    const steps = [fetchStep(path, bytes), fetchStep(two, bytesOf('two', 2 * MIB))]
    const { outcome } = await world.repair(steps, { concurrency: 1 })
    expect(outcome).toMatchObject({ repaired: 2, troubles: [] })
    expect(world.asked().filter(([at]) => at?.startsWith('blocks/'))).toHaveLength(1)
    expect(world.ranges()).toEqual([undefined])
  })

  it('no list is asked for where nothing alike is on the disk, or the file is small', async () => {
    const small = `${MOD}/small.pbo`
    const world = await openBlocks({ [small]: bytesOf('small', 1000) })
    rmSync(join(world.gameDir, path))
    write(world.gameDir, small, 'former')
    const steps = [fetchStep(path, bytes), fetchStep(small, bytesOf('small', 1000))]
    expect((await world.repair(steps)).outcome).toMatchObject({ repaired: 2, troubles: [] })
    expect(world.asked().filter(([at]) => at?.startsWith('blocks/'))).toEqual([])
  })

  it('blocks come from a neighbour with a name like its own, but not from one that was fetched just now', async () => {
    const world = await openBlocks()
    rmSync(join(world.gameDir, path))
    const former = `${MOD}/addons/one_v1.pbo`
    write(world.gameDir, former, old)
    const later = Date.now() / 1000 + 3600
    utimesSync(join(world.gameDir, former), later, later)
    await world.repair([fetchStep(path, bytes)])
    expect(bytesIn(world.ranges())).toBe(bytes.length)
    rmSync(join(world.gameDir, path))
    utimesSync(join(world.gameDir, former), 1, 1)
    const before = world.ranges().length
    await world.repair([fetchStep(path, bytes)])
    expect(bytesIn(world.ranges().slice(before))).toBeLessThan(LITTLE)
    world.wholeAgain()
  })

  it('the whole is fetched where the old file goes before it is read', async () => {
    const world = await openBlocks()
    let gone = 0
    const open: Disk['open'] = (at, ...how) => {
      if (at === join(world.gameDir, path) && typeof how[0] === 'number') {
        gone++
        return Promise.reject(Object.assign(new Error('ENOENT'), { code: 'ENOENT' }))
      }
      return realDisk.open(at, ...how)
    }
    const { outcome } = await world.repair([fetchStep(path, bytes)], { disk: { ...realDisk, open } })
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(gone).toBe(1)
    world.wholeAgain()
  })

  it('a search that fails costs nothing but the whole file', async () => {
    const world = await openBlocks()
    const { outcome } = await world.repair([fetchStep(path, bytes)], { findBlocks: () => Promise.resolve(null) })
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(world.ranges()).toEqual([undefined])
  })
})

describe('a file that changes on the server while its ranges are fetched', () => {
  it('is taken from its start by the new one, which the list does not name', async () => {
    const world = await openBlocks()
    const next = bytesOf('next', bytes.length)
    let asked = 0
    world.faults.decide((at) => {
      if (at.endsWith('one.pbo') && ++asked === 2) world.files[path] = next
      return undefined
    })
    const { outcome } = await world.repair([fetchStep(path, bytes)])
    expect(outcome.troubles).toEqual([{ path, cause: { kind: 'source-differs', bytes: bytes.length } }])
    expect(read(world.gameDir, path)?.equals(old)).toBe(true)
    expect(partsIn(world.gameDir)).toEqual([])
  })

  it('is whole where it is as listed again', async () => {
    const world = await openBlocks()
    let asked = 0
    world.faults.decide((at) => {
      if (at.endsWith('one.pbo')) world.files[path] = ++asked === 2 ? bytesOf('next', bytes.length) : bytes
      return undefined
    })
    expect((await world.repair([fetchStep(path, bytes)])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    world.wholeAgain()
  })
})

describe('a block list that lies', () => {
  /** All sums of the old file: each block is found, and the wrong one. */
  const ofOld = () => {
    const list = blockListOf(Buffer.concat([old, old]).subarray(0, bytes.length))
    list.writeBigUInt64LE(BigInt(bytes.length), 8)
    return list
  }

  it('leads to the whole file, once', async () => {
    const world = await openBlocks({ [`blocks/${md5(bytes)}`]: ofOld() })
    expect((await world.repair([fetchStep(path, bytes)])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    world.wholeAgain()
    expect(world.asked().filter(([at]) => at?.startsWith('blocks/'))).toHaveLength(1)
    expect(world.ranges().filter((range) => range === undefined)).toHaveLength(1)
  })

  it.each<[string, () => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['nothing but zeros', () => Buffer.alloc(blockListOf(bytes).length)],
    ['longer than it can be', () => Buffer.concat([blockListOf(bytes), Buffer.alloc(16)])],
    ['of a file of 2^63 bytes', () => (blockListOf(bytes).writeBigUInt64LE(2n ** 63n, 8), blockListOf(bytes))],
  ])('by being %s leads to the whole file', async (_, list) => {
    const world = await openBlocks({ [`blocks/${md5(bytes)}`]: list() })
    expect((await world.repair([fetchStep(path, bytes)])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    world.wholeAgain()
  })

  it.each<[string, RequestListener]>([
    ['never ends', (_, response) => endless(response.writeHead(200))],
    ['says nothing', () => undefined],
    ['stalls', (_, response) => void response.writeHead(200).write('L')],
    ['leads round in circles', (request, response) => void response.writeHead(302, { location: request.url }).end()],
    [
      'leads elsewhere by http',
      (_, response) => void response.writeHead(302, { location: 'http://files.example/' }).end(),
    ],
    ['breaks off', (_, response) => void response.writeHead(200).write('L', () => response.destroy())],
  ])('or that %s leads to the whole file', async (_, answer) => {
    const world = await openBlocks()
    const front = await serve((request, response) => {
      if (request.url?.startsWith('/blocks/')) return void answer(request, response)
      response.end(bytes)
    })
    const { outcome } = await world.repair([fetchStep(path, bytes)], {
      sources: () => [new Source(new URL(front))],
      patience: { stallMs: 200, slowMs: 60_000 },
    })
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    world.wholeAgain()
  })
})

describe('a repair that is stopped in the middle of the ranges', () => {
  it('goes on where it was', async () => {
    const world = await openBlocks()
    const session = await world.begin([fetchStep(path, bytes)])
    const [stop, stalled] = [new AbortController(), withResolvers()]
    let asked = 0
    world.faults.decide((at) => {
      if (!at.endsWith('one.pbo') || ++asked < 2) return undefined
      stalled.resolve()
      return { kind: 'stall', share: 0 }
    })
    const run = runSteps(session, world.options({ signal: stop.signal }))
    await stalled.promise
    stop.abort()
    expect((await run).stopped).toBe('by-player')
    expect(read(world.gameDir, path)?.equals(old)).toBe(true)
    expect(partsIn(world.gameDir)).toHaveLength(1)
    world.faults.clear()
    const before = world.ranges().length
    expect(await runSteps(session, world.options())).toMatchObject({ repaired: 1, troubles: [] })
    await session.close()
    world.wholeAgain()
    const after = world.ranges().slice(before)
    expect(bytesIn(after)).toBeLessThan(LITTLE)
    expect(after).not.toContain(world.ranges()[0])
  })

  it('does not believe the part that is there', async () => {
    const world = await openBlocks()
    const session = await world.begin([fetchStep(path, bytes)])
    write(world.gameDir, `${MOD}/addons/.one.pbo.loadout-part`, bytesOf('rotten', 1_000_000))
    expect(await runSteps(session, world.options())).toMatchObject({ repaired: 1, troubles: [] })
    await session.close()
    world.wholeAgain()
  })

  it('stops while the blocks are looked for', async () => {
    const world = await openBlocks()
    const session = await world.begin([fetchStep(path, bytes)])
    const stop = new AbortController()
    const run = runSteps(
      session,
      world.options({
        signal: stop.signal,
        findBlocks(_, signal) {
          stop.abort()
          return Promise.reject(signal.reason as Error)
        },
      }),
    )
    expect((await run).stopped).toBe('by-player')
    await session.close()
    expect(read(world.gameDir, path)?.equals(old)).toBe(true)
  })
})

it('a nudge while the list is fetched asks for the list again', async () => {
  const world = await openBlocks()
  const options = world.options()
  let lists = 0
  world.faults.decide((at) => {
    if (!at.startsWith('blocks/') || ++lists > 1) return undefined
    options.tools.nudge.give()
    return { kind: 'stall', share: 0 }
  })
  const session = await world.begin([fetchStep(path, bytes)])
  expect(await runSteps(session, options)).toMatchObject({ repaired: 1, troubles: [] })
  await session.close()
  expect(lists).toBe(2)
  expect(bytesIn(world.ranges())).toBeLessThan(LITTLE)
})

function endless(response: { write: (chunk: Buffer, done: (error?: Error | null) => void) => unknown }): void {
  const more = (error?: Error | null) => void (error || response.write(Buffer.alloc(64 << 10), more))
  more()
}
