import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchTraffic } from '../../src-main/lib/index.ts'
import { askInfo, askKeys } from '../../src-main/play/query/a2s.ts'
import { readServerInfo } from '../../src-main/play/query/answers.ts'
import { LiveServers } from '../../src-main/play/query/live-servers.ts'
import { anyone, infoPacket, pieceOf, piecesOf, queryServer } from './query-server.ts'

/** For who answers: a busy machine may take its time. */
const patient = { tries: 3, timeoutMs: 3000 }
/** For who does not. */
const brief = { tries: 3, timeoutMs: 40 }
const here = '127.0.0.1'
const askOn = (gamePort: number, patience = patient) => askInfo(here, gamePort + 1, patience)
const live = (patience = patient, now = () => new Date(1000), isOnline = () => true) =>
  new LiveServers({ now, patience, isOnline })

it('what a server is asked and answers is on the list of what left the computer', async () => {
  const traffic = watchTraffic(() => new Date(5))
  onTestFinished(() => traffic.close())
  const { gamePort } = await queryServer({ challenge: true })
  await askOn(gamePort)
  const [row] = traffic.list().filter(({ host }) => host === `${here}:${gamePort + 1}`)
  expect(row).toMatchObject({ requests: 2, sentBytes: 25 + 29, lastAt: 5 })
  expect(row?.receivedBytes).toBe(9 + infoPacket(anyone).length)
})

describe('asking a server', () => {
  it.each([true, false])('is answered, challenge: %s', async (challenge) => {
    const { gamePort } = await queryServer({ challenge })
    const info = await askOn(gamePort)
    expect(info).toEqual({ ...anyone, pingMs: expect.any(Number) as number })
    expect(info?.pingMs).toBeGreaterThan(0)
  })

  it('is as far away as its quickest answer: a busy computer reads the other late', async () => {
    const { gamePort } = await queryServer()
    const times = [1000, 1020, 1020, 1320] // asked, challenged, asked again, answered
    expect(await askInfo(here, gamePort + 1, patient, () => times.shift() ?? 0)).toMatchObject({ pingMs: 20 })
    expect(times).toEqual([])
  })

  it('reads more than 127 players, and a name in place of an address', async () => {
    const said = { ...anyone, players: 200, slots: 255 }
    const { gamePort } = await queryServer({ said })
    expect(await askInfo('localhost', gamePort + 1, patient)).toMatchObject({ players: 200, slots: 255 })
  })

  it('tells the keys that the server takes, where the server does', async () => {
    const telling = await queryServer({ keys: ['harbour_v3', 'Maps'] })
    expect(await live().keys({ id: 1, host: here, port: telling.gamePort })).toEqual(['harbour_v3', 'maps'])
    const many = Array.from({ length: 60 }, (_none, at) => `key_of_the_harbour_${at}`)
    const split = await queryServer({ keys: many, splitAt: 400 })
    expect(await live().keys({ id: 1, host: here, port: split.gamePort })).toEqual(many)
    const endless = await queryServer({ keys: many, splitAt: 100 }) // more pieces than anybody needs
    expect(await askKeys(here, endless.gamePort + 1, { tries: 1, timeoutMs: 300 })).toBeUndefined()
    const silent = await queryServer()
    expect(await askKeys(here, silent.gamePort + 1, { tries: 1, timeoutMs: 300 })).toBeUndefined()
    expect(await live().keys({ id: 1, host: '-x', port: 1 })).toBeUndefined()
  })

  it('tries three times', async () => {
    const late = await queryServer({ silent: 2, challenge: false })
    expect(await askOn(late.gamePort, { tries: 3, timeoutMs: 300 })).toMatchObject({ name: 'Harbour' })
    const never = await queryServer({ silent: 99 })
    expect(await askOn(never.gamePort, brief)).toBeUndefined()
    expect(never.state.asked).toBe(3)
  })

  it('gets nothing from a closed port, a name that does not exist, or an address that cannot be reached', async () => {
    const once = { tries: 1, timeoutMs: 100 }
    const places = ['127.0.0.1', 'no-such-host.invalid', '::1', '255.255.255.255', '0.0.0.0']
    expect(await Promise.all(places.map((host) => askInfo(host, 1, once)))).toEqual(places.map(() => undefined))
  })
})

describe('a hostile server', () => {
  const packed = Buffer.concat([Buffer.alloc(8), Buffer.from('BZh91AY&SY\x17\x72\x45\x38\x50\x90', 'latin1')])
  const noise: readonly Buffer[] = [
    Buffer.alloc(0),
    Buffer.from([0xff]),
    Buffer.from([0xff, 0xff, 0xff]),
    Buffer.alloc(60_000, 0xff),
    pieceOf(1, 2, 0, infoPacket(anyone)),
    pieceOf(0x8000_0001, 1, 0, packed),
    pieceOf(2, 0, 255, Buffer.alloc(0)),
  ]

  it('that sends nothing but challenges is left', async () => {
    const endless = await queryServer({ challenge: 'endless' })
    expect(await askOn(endless.gamePort, { tries: 1, timeoutMs: 150 })).toBeUndefined()
    expect(endless.state.asked).toBeLessThan(6)
  })

  it('hides its answer behind nothing that cannot be put together or would have to be unpacked', async () => {
    const { gamePort } = await queryServer({ instead: [...noise, infoPacket(anyone)] })
    expect(await askOn(gamePort)).toMatchObject({ map: 'Altis' })
  })

  it('has no pieces of others put together with its own', async () => {
    const own = piecesOf(infoPacket(anyone), 30)
    const strange = piecesOf(infoPacket({ ...anyone, map: 'Tanoa' }), 30)
    const { gamePort } = await queryServer({ strange, instead: own, challenge: false })
    expect(await askOn(gamePort)).toMatchObject({ map: 'Altis' })
  })

  it('that floods is not heard to the end', async () => {
    const traffic = watchTraffic(() => new Date(5))
    onTestFinished(() => traffic.close())
    const flood = Array.from({ length: 500 }, (_, uid) => pieceOf(uid, 9, 0, Buffer.alloc(1000)))
    const { gamePort } = await queryServer({ instead: flood, challenge: false })
    expect(await askOn(gamePort, brief)).toBeUndefined()
    const [row] = traffic.list().filter(({ host }) => host === `${here}:${gamePort + 1}`)
    expect(row?.receivedBytes).toBeGreaterThan(0)
    expect(row?.receivedBytes).toBeLessThanOrEqual(17 * 1012)
  })

  it('is not believed where the answer is cut off, from a stranger, or out of bounds', async () => {
    const whole = infoPacket(anyone)
    const cut = await queryServer({ instead: [whole.subarray(0, 6)], challenge: false })
    expect(await askOn(cut.gamePort, brief)).toBeUndefined()
    const strange = await queryServer({ strange: [infoPacket({ ...anyone, map: 'Elsewhere' })], challenge: false })
    expect(await askOn(strange.gamePort)).toMatchObject({ map: 'Altis' })
    const loud = await queryServer({ said: { ...anyone, map: `A\u202e\n${'x'.repeat(900)}`, version: '\u0007' } })
    expect(await askOn(loud.gamePort)).toMatchObject({ map: `A${'x'.repeat(125)}`, version: '' })
  })

  it('cannot trouble the next question with any bytes', async () => {
    const good = await queryServer({ challenge: false })
    const patience = { tries: 1, timeoutMs: 20 }
    const bytes = fc.sample(fc.uint8Array({ maxLength: 200 }), { numRuns: 60, seed: 7 })
    const heads = ['', '\xff\xff\xff\xff', '\xff\xff\xff\xffI', '\xff\xff\xff\xffA', '\xfe\xff\xff\xff']
    const packets = bytes.map((one, at) => Buffer.concat([Buffer.from(heads[at % 5] ?? '', 'latin1'), one]))
    const servers = await Promise.all(packets.map((one) => queryServer({ instead: [one], challenge: false })))
    await Promise.all(servers.map(({ gamePort }) => askInfo(here, gamePort + 1, patience)))
    expect(await askInfo(here, good.gamePort + 1, patient)).toMatchObject({ name: 'Harbour' })
  })

  it('is read as far as it is an answer', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readServerInfo(Buffer.from(bytes))))
    const body = infoPacket(anyone).subarray(5)
    expect(readServerInfo(body)).toEqual(anyone)
    for (let end = 0; end < body.length - 3; end++) expect(readServerInfo(body.subarray(0, end))).toBeUndefined()
    expect(readServerInfo(infoPacket({ ...anyone, slots: 0 }).subarray(5))).toBeUndefined()
  })
})

describe('live servers', () => {
  it('are asked side by side, on the port after the game’s', async () => {
    const servers = await Promise.all([queryServer(), queryServer({ silent: 99 }), queryServer()])
    const targets = servers.map(({ gamePort }, id) => ({ id, host: '127.0.0.1', port: gamePort }))
    const answers = await live({ tries: 3, timeoutMs: 300 }).query([...targets, { id: 9, host: '-evil', port: 1 }])
    expect(answers.map(({ serverId, answered }) => [serverId, answered])).toEqual([
      [0, true],
      [1, false],
      [2, true],
      [9, false],
    ])
  })

  it('are not asked where the list has no port', async () => {
    const traffic = watchTraffic(() => new Date(0))
    onTestFinished(() => traffic.close())
    expect(await live().query([{ id: 1, host: here, port: null }])).toMatchObject([{ answered: false }])
    expect(traffic.list()).toEqual([])
  })

  it('are not called silent if this computer has no network', async () => {
    const isOnline = () => false
    const { gamePort } = await queryServer()
    const ask = live(brief, undefined, isOnline)
    const near = { id: 1, host: here, port: gamePort }
    expect(await ask.query([near, { id: 2, host: here, port: null }])).toMatchObject([
      { answered: true },
      { answered: false, noNetwork: true },
    ])
    expect(await live(brief).query([{ id: 2, host: here, port: null }])).toMatchObject([{ noNetwork: false }])
  })

  it('are asked again as soon as the network goes or comes back', async () => {
    let isOnline = true
    const { gamePort, state } = await queryServer({ challenge: false })
    const servers = live(patient, undefined, () => isOnline)
    const ask = () => servers.query([{ id: 1, host: here, port: gamePort }])
    const gone = () => servers.query([{ id: 2, host: here, port: null }])
    await ask()
    expect(await gone()).toMatchObject([{ noNetwork: false }])
    isOnline = false
    await ask()
    expect(state.asked).toBe(2)
    expect(await gone()).toMatchObject([{ noNetwork: true }])
    isOnline = true
    expect(await gone()).toMatchObject([{ noNetwork: false }])
  })

  it('are not asked again while the answer is young', async () => {
    let time = 0
    const servers = live(patient, () => new Date(time))
    const { gamePort, state } = await queryServer({ challenge: false })
    const target = { id: 1, host: '127.0.0.1', port: gamePort }
    await Promise.all([servers.query([target]), servers.query([target])])
    await servers.query([target])
    expect(state.asked).toBe(1)
    time = 6000
    state.said = { ...anyone, players: 3 }
    expect(await servers.query([target])).toMatchObject([{ players: 3, at: 6000 }])
    expect(servers.last(1, 1000)).toMatchObject({ players: 3 })
    time += 1001
    expect(servers.last(1, 1000)).toBeUndefined()
    time = -3_600_000 // the clock was an hour ahead
    expect(servers.last(1, 1000)).toBeUndefined()
    await servers.query([target])
    expect(state.asked).toBe(3)
  })
})
