import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limitTo, watchTraffic } from '../../src-main/lib/index.ts'
import { askServer, readInfo } from '../../src-main/play/query/a2s.ts'
import { liveServers } from '../../src-main/play/query/live.ts'
import { watchSeats } from '../../src-main/play/query/seat-watch.ts'
import { anyone, infoPacket, queryServer } from './query-server.ts'

const quick = { tries: 3, timeoutMs: 150 }
const live = (now = () => new Date(1000)) => liveServers({ now, patience: quick, most: 8, freshMs: 5000 })

it('what a server is asked and answers is on the list of what left the computer', async () => {
  const traffic = watchTraffic(() => new Date(5))
  onTestFinished(() => traffic.close())
  const { gamePort } = await queryServer({ challenge: true })
  await askServer('127.0.0.1', gamePort + 1, quick)
  const [row] = traffic.list().filter(({ host }) => host === `127.0.0.1:${gamePort + 1}`)
  expect(row).toMatchObject({ requests: 2, sentBytes: 25 + 29, lastAt: 5 })
  expect(row?.receivedBytes).toBeGreaterThan(20)
})

describe('asking a server', () => {
  it.each([true, false])('is answered, challenge: %s', async (challenge) => {
    const { gamePort } = await queryServer({ challenge })
    const info = await askServer('127.0.0.1', gamePort + 1, quick)
    expect(info).toEqual({ ...anyone, pingMs: expect.any(Number) as number })
    expect(info?.pingMs).toBeGreaterThan(0)
  })

  it('tries three times', async () => {
    const late = await queryServer({ silent: 2, challenge: false })
    expect(await askServer('127.0.0.1', late.gamePort + 1, quick)).toMatchObject({ name: 'Harbour' })
    const never = await queryServer({ silent: 99 })
    expect(await askServer('127.0.0.1', never.gamePort + 1, quick)).toBeUndefined()
    expect(never.state.asked).toBe(3)
  })

  it('survives a server that only sends challenges, and packets that are nothing', async () => {
    const endless = await queryServer({ challenge: 'endless' })
    expect(await askServer('127.0.0.1', endless.gamePort + 1, { tries: 1, timeoutMs: 2000 })).toBeUndefined()
    expect(endless.state.asked).toBeLessThan(6)
    const instead = [
      Buffer.alloc(0),
      Buffer.from([0xff]),
      Buffer.from('\xff\xff\xff\xffI', 'latin1'),
      infoPacket(anyone),
    ]
    const noisy = await queryServer({ instead })
    expect(await askServer('127.0.0.1', noisy.gamePort + 1, quick)).toMatchObject({ map: 'Altis' })
  })

  it('gets nothing from a closed port or a name that does not exist', async () => {
    expect(await askServer('127.0.0.1', 1, { tries: 1, timeoutMs: 300 })).toBeUndefined()
    expect(await askServer('no-such-host.invalid', 2303, { tries: 1, timeoutMs: 300 })).toBeUndefined()
  })

  it('reads any packet without an error', () => {
    const whole = infoPacket(anyone)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        readInfo(Buffer.from(bytes))
        readInfo(Buffer.concat([whole.subarray(0, 5), Buffer.from(bytes)]))
      }),
    )
    for (let length = 0; length < whole.length - 4; length++)
      expect(readInfo(whole.subarray(0, length))).toBeUndefined()
  })
})

describe('live servers', () => {
  it('are asked side by side, on the port after the game’s', async () => {
    const servers = await Promise.all([queryServer(), queryServer({ silent: 99 }), queryServer()])
    const targets = servers.map(({ gamePort }, serverId) => ({ serverId, host: '127.0.0.1', port: gamePort }))
    const answers = await live().ask([...targets, { serverId: 9, host: '-evil', port: 1 }])
    expect(answers.map(({ serverId, answered }) => [serverId, answered])).toEqual([
      [0, true],
      [1, false],
      [2, true],
      [9, false],
    ])
  })

  it('are not asked again while the answer is young', async () => {
    let time = 0
    const servers = live(() => new Date(time))
    const { gamePort, state } = await queryServer({ challenge: false })
    const target = { serverId: 1, host: '127.0.0.1', port: gamePort }
    await Promise.all([servers.ask([target]), servers.ask([target])])
    await servers.ask([target])
    expect(state.asked).toBe(1)
    time = 6000
    state.said = { ...anyone, players: 3 }
    expect(await servers.ask([target])).toMatchObject([{ players: 3, at: 6000 }])
    expect(servers.last(1)).toMatchObject({ players: 3 })
  })
})

it('lets no more through than it should', async () => {
  const limit = limitTo(2)
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
  }
  await Promise.all(Array.from({ length: 20 }, () => limit(work)))
  await expect(limit(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(most).toBe(2)
  await limit(work)
})

it.each([
  ['that a seat is free', [0, undefined, 0, 2], 'seat'],
  ['that a server is back, full or not', ['down', undefined, 'down', 0], 'back'],
] as const)('tells once %s', async (_, given, news) => {
  const rounds: (number | 'down' | undefined)[] = [...given]
  const told = await new Promise<unknown[]>((resolve) => {
    const watch = watchSeats({
      everyMs: () => 1,
      seats: () => {
        const found = rounds.shift()
        if (found === undefined) return Promise.reject(new Error('no answer'))
        const isDown = found === 'down'
        return Promise.resolve({ name: 'Harbour', isDown, free: isDown ? 40 : found })
      },
      tell: (...args) => resolve([...args, watch.watched]),
    })
    onTestFinished(() => watch.close())
    watch.set(7, true)
    watch.set(7, true)
    expect(watch.watched).toEqual([7])
  })
  expect(told).toEqual([7, 'Harbour', news, []])
  expect(rounds).toEqual([])
})
