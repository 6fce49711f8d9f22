import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { serve } from '../support/serve.ts'
import type { FileFault } from '../support/file-faults.ts'
import { Nudge } from '../../src-main/mods/repair/pace.ts'
import type { RunOptions } from '../../src-main/mods/repair/run/repair-file.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import { bytesOf, fetchStep, MOD, openWorld, partsIn, read, treeOf, write } from './support.ts'

const path = `${MOD}/addons/härbour & sea#1.pbo`
const bytes = bytesOf('harbour', 3_000_001)
const former = bytesOf('former', 2_000_000)

/** Short only where silence is the fault: a busy computer is silent too. */
const patienceWith = ({ kind }: FileFault) => ({ stallMs: kind === 'stall' ? 150 : 20_000, slowMs: 60_000 })

describe('a faulty source', () => {
  const passing: [string, FileFault, number][] = [
    ['a connection cut in the middle', { kind: 'reset', share: 0.4 }, 3],
    ['a connection cut before the body', { kind: 'reset', share: 0 }, 2],
    ['a stall', { kind: 'stall', share: 0.5 }, 1],
    ['a body told shorter than it is', { kind: 'short', share: 0.5 }, 1],
    ['another body of the same size', { kind: 'wrong' }, 1],
    ['more bytes than the file has', { kind: 'long' }, 1],
    ['500', { kind: 'status', status: 500 }, 2],
    ['429 with a pause', { kind: 'status', status: 429, retryAfter: 0 }, 2],
    ['503', { kind: 'status', status: 503 }, 2],
    ['416 without a range', { kind: 'status', status: 416 }, 1],
  ]
  for (const [name, fault, times] of passing)
    it(`is outlived: ${name}`, async () => {
      const world = await openWorld({ [path]: bytes })
      write(world.gameDir, path, former)
      world.faults.set(/./, fault, times)
      const { outcome, session } = await world.repair([fetchStep(path, bytes)], {
        patience: patienceWith(fault),
      })
      expect(world.service.asked.length).toBeGreaterThan(times) // each fault was met
      expect(outcome).toMatchObject({ repaired: 1, setAside: 1, troubles: [], stopped: null })
      expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
      expect(read(session.folder, `kept/0/${path}`)?.equals(former)).toBe(true)
      expect(partsIn(world.gameDir)).toEqual([])
    })

  it('that stalls is left at once after a sleep, and the rest comes over a new connection', async () => {
    const world = await openWorld({ [path]: bytes })
    world.faults.set(/./, { kind: 'stall', share: 0.5 }, 1)
    const nudge = new Nudge()
    const onProgress: RunOptions['onProgress'] = (meter) => {
      if (meter.progress().bytesDone > 0) nudge.give()
    }
    const { outcome } = await world.repair([fetchStep(path, bytes)], {
      patience: { stallMs: 600_000, slowMs: 60_000 },
      nudge,
      onProgress,
    })
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    const ranges = world.service.asked.map(({ headers }) => headers.range)
    expect(ranges).toEqual([undefined, ...Array(ranges.length - 1).fill(expect.stringMatching(/^bytes=[1-9]\d*-$/))])
    expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
  })

  for (const kind of ['no-ranges', 'lying-range', 'shifted-range'] as const)
    it(`is outlived when it goes on wrongly: ${kind}`, async () => {
      const world = await openWorld({ [path]: bytes })
      world.faults.set(/./, { kind }, 1)
      world.faults.set(/./, { kind: 'reset', share: 0.5 }, 1)
      const { outcome } = await world.repair([fetchStep(path, bytes)])
      expect(world.service.asked[1]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/) // and that is answered wrongly
      expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
      expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
    })

  const lasting: [string, FileFault, string][] = [
    ['404', { kind: 'status', status: 404 }, 'not-found'],
    ['403', { kind: 'status', status: 403 }, 'source-refused'],
    ['416', { kind: 'status', status: 416 }, 'bad-range'],
    ['429', { kind: 'status', status: 429, retryAfter: 0 }, 'source-busy'],
    ['502', { kind: 'status', status: 502 }, 'source-error'],
    ['cuts', { kind: 'reset', share: 0 }, 'unreachable'],
    ['stalls', { kind: 'stall', share: 0 }, 'stalled'],
    ['the same wrong file', { kind: 'wrong' }, 'source-differs'],
    ['another wrong file each time', { kind: 'wrong', fickle: true }, 'memory-or-disk'],
    ['a shorter file', { kind: 'short', share: 0.5 }, 'source-differs'],
    ['a redirect to plain http', { kind: 'redirect', to: 'http://files.example.invalid/x' }, 'insecure-redirect'],
  ]
  for (const [name, fault, kind] of lasting)
    it(`that never gets better is told by its cause, and costs nothing: ${name}`, async () => {
      const world = await openWorld({ [path]: bytes })
      write(world.gameDir, path, former)
      world.faults.set(/./, fault)
      const { outcome, session } = await world.repair([fetchStep(path, bytes)], {
        patience: patienceWith(fault),
      })
      expect(outcome.troubles).toMatchObject([{ path, cause: { kind } }])
      expect(read(world.gameDir, path)?.equals(former)).toBe(true)
      expect(existsSync(join(session.folder, 'kept'))).toBe(false)
    })
})

it('a source that the plan did not call plain http leads to none, though the profile allows it', async () => {
  const world = await openWorld({ [path]: bytes })
  world.faults.set(/./, { kind: 'redirect', to: 'http://files.example.invalid/x' })
  const { outcome } = await world.repair([fetchStep(path, bytes)], { allowHttp: true })
  expect(outcome.troubles).toMatchObject([{ path, cause: { kind: 'insecure-redirect' } }])
})

describe('going on', () => {
  it('asks only for the rest', async () => {
    const world = await openWorld({ [path]: bytes })
    world.faults.set(/./, { kind: 'reset', share: 0.5 }, 1)
    await world.repair([fetchStep(path, bytes)])
    expect(world.service.asked.at(-1)?.headers.range).toMatch(/^bytes=[1-9]\d*-$/)
  })

  it('fetches many files at most four at a time', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`${MOD}/addons/${n}.pbo`, bytesOf(`${n}`, n * 97)]),
    )
    const world = await openWorld(files)
    let [open, most] = [0, 0]
    const base = await serve((request, response) => {
      most = Math.max(most, ++open)
      const path = decodeURIComponent(request.url ?? '').slice(1)
      const answer = async () => {
        for (let turn = 0; turn < 20; turn++) await setImmediate() // whoever may come has come
        open--
        response.end(files[path])
      }
      void answer()
    })
    const { outcome } = await world.repair(
      Object.entries(files).map(([name, content]) => fetchStep(name, content)),
      { sources: () => [new Source(new URL(base))] },
    )
    expect(outcome).toMatchObject({ repaired: 60, troubles: [], setAside: 0 })
    expect(most).toBe(4)
    for (const [name, content] of Object.entries(files)) expect(read(world.gameDir, name)?.equals(content)).toBe(true)
    expect(Object.keys(treeOf(world.gameDir)).filter((file) => !file.startsWith('.loadout')).length).toBe(60)
  })
})
