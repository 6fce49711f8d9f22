import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { questions } from '../community/questions.ts'
import { setStage, type Stage } from '../community/support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await setStage()
})
afterEach(() => stage.close())

describe.each(questions)('$name', ({ name, params }) => {
  test('is answered with data that all reads', async () => {
    const reading = await stage.open().read(name, params)
    expect(reading).toMatchObject({ state: 'ok', source: 'live', aside: { count: 0 } })
    const { value } = reading
    expect(Array.isArray(value) ? value.length : Object.keys(value as object).length).toBeGreaterThan(0)
  })
})

test('the same time gives the same world', async () => {
  const other = await setStage()
  for (const { path } of questions) {
    const texts = await Promise.all(
      [stage, other].map(async ({ service }) => (await fetch(service.baseUrl + path)).text()),
    )
    const [mine, theirs] = texts.map((text) => text.replaceAll(/127\.0\.0\.1:\d+/g, 'host'))
    expect(mine).toBe(theirs)
  }
  await other.close()
})

test('the log of the server that is off ends hours before the others', async () => {
  const community = stage.open()
  const latest = async (server_id: string) => {
    const { value = [] } = await community.read('serverLog', { server_id })
    return Math.max(...value.map(({ at }) => Date.parse(at ?? '')))
  }
  const hours = ((await latest('1')) - (await latest('3'))) / 3_600_000
  expect(hours).toBeGreaterThan(6)
})

test('player counts, prices and fuel move with time', async () => {
  const community = stage.open()
  const look = async () => {
    const [servers, markets, fuel] = await Promise.all([
      community.read('servers', {}, { maxAgeMs: 0 }),
      community.read('marketAll', {}, { maxAgeMs: 0 }),
      community.read('fuelStations', {}, { maxAgeMs: 0 }),
    ])
    return [
      servers.value?.map(({ playerCount }) => playerCount),
      markets.value?.[0]?.items.map(({ price }) => price),
      fuel.value?.[0]?.stations.map(({ fuel }) => fuel),
    ]
  }
  const early = await look()
  stage.clock.pass(3 * 3_600_000)
  const late = await look()
  for (const [at, value] of early.entries()) expect(late[at]).not.toEqual(value)
})

test('a wrong secret is refused as the service does it', async () => {
  const community = stage.open()
  expect(await community.validateSecret('nobody')).toEqual({ valid: false, name: '' })
  expect(await community.read('player', { secret: 'nobody' })).toMatchObject({ state: 'gone' })
})

test('everything that may have a picture has a drawn one', async () => {
  const base = `${stage.service.baseUrl}/images`
  const community = stage.open()
  const [markets, items, vehicles, houses, buildings, projects, mods] = await Promise.all([
    community.read('marketAll', {}),
    community.read('items', {}),
    community.read('vehicles', {}),
    community.read('houses', {}),
    community.read('buildings', {}),
    community.read('cbs', {}),
    community.read('mods', {}),
  ])
  const classOf = ({ fields }: { fields: { name: string; value: string }[] }) =>
    fields.find(({ name }) => name === 'classname')?.value
  const goods = new Set((markets.value ?? []).flatMap((market) => market.items.map(({ item }) => item)))
  const addresses = [
    ...[...goods].map((item) => `${base}/items/market_${item}.png`),
    ...(items.value ?? []).map(({ classname }) => `${base}/items/market_${classname}.png`),
    ...(vehicles.value ?? []).map(({ classname }) => `${base}/vehicles/${classname}.jpg`),
    ...[...(houses.value ?? []), ...(buildings.value ?? [])].map((one) => `${base}/houses/${classOf(one)}.jpg`),
    ...(projects.value ?? []).map(({ image }) => image),
    ...(mods.value ?? []).map(({ imageUrl }) => imageUrl),
  ]
  const drawn = await Promise.all(addresses.map(async (one) => (await fetch(one)).text()))
  expect(addresses.filter((_, at) => !drawn[at]?.includes('<g '))).toEqual([])
  expect(Math.max(...drawn.map(({ length }) => length))).toBeLessThan(4_096)
})
