import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CheckOutcome, CheckSummary, ListDistrust } from '../../src-preload/contract/mods.ts'
import { RepairQueue } from '../../src-main/mods/repair/index.ts'
import { empties, states, until } from './queue-support.ts'
import { one, openRepairs, two, wholeOf } from './setup.ts'
import { serve } from '../support/serve.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import { bytesOf, fetchStep, hastyClock, MOD, openWorld, partsIn, read } from './support.ts'

/** A line to a server on this computer, which can be cut: then nobody answers at its address. */
async function openLine(server: URL) {
  const ends = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect(Number(server.port), server.hostname)
    for (const end of [near, far]) ends.add(end.on('error', () => undefined).once('close', () => ends.delete(end)))
    near.pipe(far).pipe(near)
  })
  const listen = async (port: number) => {
    relay.listen(port, '127.0.0.1')
    await once(relay, 'listening')
    return (relay.address() as AddressInfo).port
  }
  const port = await listen(0)
  const cut = () => {
    relay.close()
    ends.forEach((end) => end.destroy())
  }
  onTestFinished(cut)
  const url = new URL(server)
  url.port = `${port}`
  return { url, cut, mend: () => listen(port) }
}

/** A queue behind a line that is cut. Its time passes with `pass` only. */
async function behindLine() {
  let [time, isOnline] = [0, true]
  let url = ''
  const clock = { ...hastyClock, now: () => time }
  const world = await openRepairs({ downloadUrls: () => [url], clock, isOnline: () => isOnline })
  const { queue } = world
  const line = await openLine(world.base)
  url = line.url.href
  line.cut()
  return {
    ...world,
    ...line,
    pass: (ms: number) => void (time += ms),
    goOnline: (is: boolean) => void (isOnline = is),
    reads: (state: string) => until(queue, () => states(queue).join() === `1 ${state}`),
  }
}

const notLoaded = (reason: ListDistrust): CheckOutcome => ({
  trusted: false,
  distrust: { reason, detail: '', at: '2026-01-01T00:00:00Z' },
})
const readySummary = { result: 'ready' } as CheckSummary

const HALF_MINUTE = 30_000

describe('a queue whose line is gone', () => {
  it('waits, and begins again after a pause, which doubles', async () => {
    const { queue, repairs, gameDir, mend, pass, reads } = await behindLine()
    await queue.add([1])
    await reads('network')
    expect(repairs.stateOf(1)?.outcome).toMatchObject({ troubles: [{ cause: { kind: 'unreachable' } }, {}, {}] })
    expect(queue.left).not.toEqual([])
    pass(HALF_MINUTE - 1)
    queue.lookForNetwork()
    expect(states(queue)).toEqual(['1 network'])
    pass(1)
    queue.lookForNetwork()
    expect(states(queue)).toEqual(['1 working'])
    await reads('network')
    await mend()
    pass(2 * HALF_MINUTE - 1)
    queue.lookForNetwork()
    expect(states(queue)).toEqual(['1 network'])
    pass(1)
    queue.lookForNetwork()
    await empties(queue)
    expect(repairs.stateOf(1)).toMatchObject({ outcome: { stopped: null, troubles: [], repaired: 3 } })
    expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
  })

  it('begins again at once when the network is back', async () => {
    const { queue, gameDir, mend, goOnline, reads } = await behindLine()
    await queue.add([1])
    await reads('network')
    goOnline(false)
    queue.lookForNetwork()
    expect(states(queue)).toEqual(['1 network'])
    await mend()
    goOnline(true)
    queue.lookForNetwork()
    await empties(queue)
    expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
  })

  it('follows the player at once: paused it waits in its turn, resumed it tries, taken out it ends', async () => {
    const { queue, repairs, pass, reads } = await behindLine()
    await queue.add([1])
    await reads('network')
    queue.pause()
    pass(HALF_MINUTE)
    queue.lookForNetwork()
    expect(states(queue)).toEqual(['1 waiting'])
    await queue.resume()
    expect(states(queue)).toEqual(['1 working'])
    await reads('network')
    await queue.resume(1)
    await reads('network')
    await queue.add([1])
    expect(states(queue)).toEqual(['1 working'])
    await reads('network')
    await queue.takeOut(1)
    pass(10 * HALF_MINUTE)
    queue.lookForNetwork()
    expect([states(queue), repairs.stateOf(1)?.phase]).toEqual([[], 'ended'])
  })

  it('continues what the player chose of a plan, and nothing else', async () => {
    const { queue, repairs, gameDir, mend, pass, reads } = await behindLine()
    const plan = await repairs.plans.whole(1)
    const choice = plan.fetch.map(({ path }) => (path === two ? '1' : '0')).join('')
    await queue.start(plan.id, { ...wholeOf(plan), fetch: choice })
    await reads('network')
    pass(HALF_MINUTE)
    queue.lookForNetwork()
    await reads('network') // it tried, and did not succeed
    await mend()
    pass(2 * HALF_MINUTE)
    queue.lookForNetwork()
    await empties(queue)
    expect([read(gameDir, one), read(gameDir, two)?.equals(bytesOf('two', 80_000))]).toEqual([undefined, true])
  })

  it('goes on after a restart, and waits again as long as the line is gone', async () => {
    const { queue, repairs, open, gameDir, mend, pass, reads } = await behindLine()
    await queue.add([1])
    await reads('network')
    await queue.close()
    await repairs.close()
    const second = open()
    await second.repairs.recover()
    await second.queue.goOn()
    await until(second.queue, () => states(second.queue).join() === '1 network')
    await mend()
    pass(HALF_MINUTE)
    second.queue.lookForNetwork()
    await empties(second.queue)
    expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
  })

  it('lets a join that waits for the mod go on', async () => {
    const { queue } = await behindLine()
    expect(await queue.bringUp(1, new AbortController().signal)).toBe(true)
    expect(states(queue)).toEqual(['1 network'])
  })

  it.each<ListDistrust>(['offline', 'dns', 'unreachable', 'tls', 'http-error', 'not-json'])(
    'waits for a hash list that does not come: %s',
    async (reason) => {
      let isThere = false
      const { needs, repairs, recheck, gameDir } = await openRepairs()
      const check = () => (isThere ? recheck() : Promise.resolve(notLoaded(reason)))
      const queue = new RepairQueue({ ...needs, service: repairs, check, isOnline: () => isThere })
      onTestFinished(() => queue.close())
      await queue.add([1])
      await until(queue, () => states(queue).join() === '1 network')
      queue.lookForNetwork()
      isThere = true
      queue.lookForNetwork()
      await empties(queue)
      expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
    },
  )

  it('goes on with the other mods meanwhile', async () => {
    const { needs, repairs } = await openRepairs()
    const check = (modId: number): Promise<CheckOutcome> =>
      Promise.resolve(modId === 1 ? notLoaded('unreachable') : { trusted: true, summary: readySummary })
    const queue = new RepairQueue({ ...needs, service: repairs, check })
    onTestFinished(() => queue.close())
    await queue.add([1, 2])
    await until(queue, () => states(queue).join() === '1 network')
  })
})

it('a repair without a line stops after four files, and not for four that others come between', async () => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${MOD}/${at}.pbo`, bytesOf(`${at}`, 500)]))
  const steps = Object.entries(files).map(([path, bytes]) => fetchStep(path, bytes))
  const { faults, service, repair } = await openWorld(files)
  faults.set(/./, { kind: 'reset', share: 0 })
  const { outcome } = await repair(steps, { concurrency: 1 })
  expect(outcome).toMatchObject({ stopped: { kind: 'unreachable' }, troubles: { length: 4 } })
  expect(service.asked.length).toBeLessThan(60)
  faults.clear()
  faults.set(/\/(?:3|9|15|21|27|33)\.pbo/, { kind: 'reset', share: 0 })
  const rest = await repair(steps, { concurrency: 1 })
  expect(rest.outcome).toMatchObject({ stopped: null, repaired: 34, troubles: { length: 6 } })
})

it('a source that suddenly has another file costs none of the bytes that are here', async () => {
  const path = `${MOD}/a.pbo`
  const bytes = bytesOf('a', 5_000)
  const { gameDir, repair } = await openWorld({})
  let isFirst = true
  const base = await serve((_, response) => {
    if (!isFirst) return void response.end('of others')
    isFirst = false
    response
      .writeHead(200, { 'content-length': bytes.length })
      .write(bytes.subarray(0, 2_000), () => response.destroy())
  })
  const { outcome } = await repair([fetchStep(path, bytes)], { sources: () => [new Source(new URL(`${base}/`))] })
  expect(outcome.troubles).toMatchObject([{ cause: { kind: 'source-differs' } }])
  const [part = ''] = partsIn(gameDir)
  expect(read(gameDir, part)?.equals(bytes.subarray(0, 2_000))).toBe(true)
})
