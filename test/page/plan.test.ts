import { beforeAll, describe, expect, it } from 'vitest'
import type {
  CompanyShop,
  GameServer,
  Licence,
  MapMarker,
  MarketItem,
  PlayerVehicle,
  ServerMarket,
} from '../../src-preload/contract/community/index.ts'
import { forSale, ownCarriers, tripsOf, type Carrier } from '../../src-renderer/market/plan.ts'
import { officersOn, policeShare } from '../../src-renderer/market/police.ts'
import { linesOf, rough, sumsOf } from '../../src-renderer/market/trip-lines.ts'
import { officeName, Places } from '../../src-renderer/market/ways.ts'
import { createFormat } from '#shared/format/index.ts'
import { I18n } from '#shared/i18n/index.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const item = (key: string, price: number, weight: number | null, more: Partial<MarketItem> = {}): MarketItem => ({
  item: key,
  name: key,
  price,
  serverId: 1,
  updatedAt: '2026-01-01T10:00:00Z',
  createdAt: null,
  illegal: false,
  virtual: { name: key, buyPrice: null, illegal: false, exp: 3, weight },
  ...more,
})
const market = (serverId: number, online: boolean, items: MarketItem[]): ServerMarket => ({
  serverId,
  serverName: `#${serverId}`,
  online,
  items,
})
const carrier: Carrier = { space: 100, km: 24, speed: 80, withIllegal: false }
const shop = (item: string, price: number, amount: number): CompanyShop => ({
  industrialAreaId: null,
  company: { id: 1, name: 'Hansen', owner: '' },
  position: null,
  goods: [{ item, name: item, amount, price }],
})
const told = (trips: ReturnType<typeof tripsOf>) => trips.map(({ good, profit }) => [good.key, profit])

describe('a trip', () => {
  it('is counted as one would by hand', () => {
    // 100 kg / 6 kg = 16 pieces; 16 × 40 = 640; 96 kg are carried: 6.67 a kg; 24 km at 80 km/h are 0.3 h: 2133.33 an hour
    const [trip] = tripsOf([market(1, true, [item('rock', 40, 6)])], [], carrier)
    expect(trip).toMatchObject({ pieces: 16, weight: 6, sell: 40, profit: 640, exp: 48, at: '2026-01-01T10:00:00Z' })
    expect(trip?.perKg).toBeCloseTo(6.6667, 3)
    expect(trip?.perHour).toBeCloseTo(2133.333, 2)
    expect(trip?.range).toBeUndefined()
  })

  it('is explained figure by figure', () => {
    const [trip] = tripsOf([market(1, true, [item('rock', 40, 6)])], [], carrier)
    const { t } = i18n
    const lines =
      trip && sumsOf(trip, { t, format: createFormat(i18n), speed: 80, stopMinutes: 0, hours: 0, lately: [] })
    expect(lines?.slice(0, 5)).toEqual([
      { label: 'Load', value: '16 × 6\u00a0kg = 96\u00a0kg' },
      { label: 'Profit', value: '16 × ($40 − $0) = $640' },
      { label: 'Per kg', value: '$640 ÷ 96\u00a0kg = $7' },
      { label: 'Per hour', value: '$2,133: 24\u00a0km at 80\u00a0km/h, 0\u00a0min of loading' },
      { label: 'XP', value: '16 × 3\u00a0XP = 48\u00a0XP' },
    ])
  })

  it('sells where most is paid, and never on a server that is offline', () => {
    const markets = [
      market(1, true, [item('rock', 40, 5)]),
      market(2, true, [item('rock', 44, 5)]),
      market(3, false, [item('rock', 99, 5)]),
    ]
    const [trip] = tripsOf(markets, [], carrier)
    expect([trip?.sell, trip?.good.bestServer, trip?.profit]).toEqual([44, 2, 880])
  })

  it('with goods of a company costs its price, and takes no more than it has', () => {
    // 20 fit, 12 are there: 12 × (50 − 35) = 180; gathered it would be 20 × 50 = 1000
    const trips = tripsOf([market(1, true, [item('plank', 50, 5)])], [shop('plank', 35, 12)], carrier)
    expect(told(trips)).toEqual([
      ['plank', 1000],
      ['plank', 180],
    ])
    expect(trips[1]).toMatchObject({ from: { company: 'Hansen', price: 35, stock: 12 }, pieces: 12 })
    expect(trips[1]?.perKg).toBe(3)
  })

  it('is none where a good brings a loss, is sold out, has no weight or does not fit', () => {
    const markets = [
      market(1, true, [item('dear', 50, 101), item('light', 50, null), item('air', 50, 0), item('rock', 9, 5)]),
    ]
    expect(told(tripsOf(markets, [shop('rock', 9, 4), shop('rock', 12, 4), shop('rock', 1, 0)], carrier))).toEqual([
      ['rock', 180],
    ])
    expect(tripsOf(markets, [], { ...carrier, space: 0 })).toEqual([])
  })

  it('with illegal goods is only for those who want it, and says between what it lies', () => {
    const markets = [market(1, true, [item('lsd', 100, 10, { illegal: true })])]
    expect(tripsOf(markets, [], carrier)).toEqual([])
    const [trip] = tripsOf(markets, [], { ...carrier, withIllegal: true })
    expect(trip?.range).toEqual({ least: 300, most: 1650 })
    expect(trip).not.toHaveProperty('police')
  })

  it('with illegal goods goes to the server that pays most with the officers there', () => {
    const lsd = (price: number) => item('lsd', price, 10, { illegal: true })
    const markets = [market(1, true, [lsd(120)]), market(2, true, [lsd(100)]), market(3, false, [lsd(900)])]
    const officers = new Map([
      [1, 3],
      [2, 9],
      [3, 20],
    ])
    // 10 pieces. #1: 120 × 0.3 = 36. #2: 100 × 1.4 = 140, so 1400; from 10 × 30 to 10 × 165. A company wants 90: 500, from −600 to 750.
    const trips = tripsOf(markets, [shop('lsd', 90, 50)], { ...carrier, withIllegal: true }, { licences: [], officers })
    expect(trips[0]).toMatchObject({ server: 2, sell: 140, profit: 1400, range: { least: 300, most: 1650 } })
    expect(trips[0]?.police).toEqual({ base: 100, officers: 9, share: 1.4 })
    expect(trips[1]).toMatchObject({ sell: 140, profit: 500, range: { least: -600, most: 750 } })
    const { t } = i18n
    const lines = linesOf(trips[0]!, { t, format: createFormat(i18n), speed: 80, stopMinutes: 0, hours: 0, lately: [] })
    expect(lines.find(({ label }) => label === 'Illegal')?.value).toBe(
      '9 police online, not counting Justice: about $100 × 1.4 = $140 each. Profit $300 to $1,650, depending on the police online',
    )
    // where nobody knows the officers, the base price counts
    const unknown = tripsOf(
      markets,
      [],
      { ...carrier, withIllegal: true },
      { licences: [], officers: new Map([[2, 4]]) },
    )
    expect(unknown[0]).toMatchObject({ server: 1, sell: 120, range: { least: 360, most: 1980 } })
  })

  it('counts what a trip takes besides driving', () => {
    const markets = [market(1, true, [item('rock', 40, 10)])]
    // 18 minutes of driving and 12 of loading: two trips an hour, of 10 pieces each
    const [trip] = tripsOf(markets, [], { ...carrier, stopMinutes: 12, hours: 2 })
    expect(trip).toMatchObject({ profit: 400, perHour: 800, evening: { trips: 4, pieces: 40, profit: 1600 } })
  })

  it('tells nothing by the hour where the way is not known', () => {
    const markets = [market(1, true, [item('rock', 40, 6)])]
    for (const km of [undefined, 0]) expect(tripsOf(markets, [], { ...carrier, km })[0]?.perHour).toBeNull()
    expect(tripsOf(markets, [], { ...carrier, speed: 0 })[0]?.perHour).toBeNull()
  })
})

it('begins with the car with the largest boot, and ends with what a car must pull', () => {
  const one = (name: string, space: number, more: Partial<PlayerVehicle> = {}) =>
    ({ name, classname: '', type: 'Car', state: 'ok', vehicle: { space }, ...more }) as PlayerVehicle
  const owned = [
    one('Kornfeld Anhänger', 900),
    one('Kutter', 480, { type: 'Ship' }),
    one('Halm', 65),
    one('Ochse', 520),
    one('Koloss', 2100, { destroyed: true }),
    one('Esel', 340, { impounded: true }),
    one('Rad', 0),
  ]
  expect(ownCarriers(owned).map(({ name }) => name)).toEqual(['Ochse', 'Halm', 'Kutter', 'Kornfeld Anhänger'])
})

describe('the police', () => {
  it.each([
    [0, 0.3],
    [3, 0.3],
    [4, 1.15],
    [5, 1.2],
    [7, 1.2],
    [8, 1.3],
    [10, 1.4],
    [11, 1.43],
    [12, 1.45],
    [15, 1.6],
    [16, 1.65],
    [99, 1.65],
  ])('with %i officers make an illegal good pay %f of its base price', (officers, share) => {
    expect(policeShare(officers)).toBe(share)
  })

  it('are those with the tag of the police; the court and servers without sides do not count', () => {
    const cop = ['[C4] Ada', '[Justiz] Bo', '[C1] Cem (Lobby)', 'Dora']
    const sides = { civ: ['[C9] Eve'], cop, medic: [], rac: [] }
    const servers = [
      { id: 1, sides },
      { id: 2, sides: null },
    ] as unknown as GameServer[]
    expect([...officersOn(servers)]).toEqual([[1, 2]])
  })
})

const marker = (classname: string, x: number, y: number, more: Partial<MapMarker> = {}): MapMarker => ({
  id: 1,
  classname,
  name: '',
  category: 'c',
  icon: 'rlrpg',
  x,
  y,
  placed: true,
  ...more,
})
const surely = (markers: MapMarker[], licences: Licence[] = []) => ({ places: new Places(markers), licences })
const licence = (key: string, name = key): Licence => ({
  key,
  name,
  price: 100,
  illegal: false,
  side: 'CIV',
  level: 3,
  more: [],
})

describe('the way of a trip', () => {
  const markets = [market(1, true, [item('copper_u', 40, 5, { name: 'Kupfererz' })])]

  it('is from the field to the buyer that lie nearest to each other, both named after the good', () => {
    // (1000, 0) to (4000, 4000): 3-4-5, 5 km; there and back 10 km at 80 km/h are 0.125 h; 20 × 40 = 800; 6400 an hour
    const markers = [
      marker('copper_field_1', 1000, 0, { name: 'Grube' }),
      marker('copper_field_2', 90_000, 90_000),
      marker('copper_trader_1', 4000, 4000, { name: 'Händler' }),
      marker('copper_trader_2', 1000, 1, { placed: false }),
      marker('gold_trader_1', 1000, 2),
    ]
    const [trip] = tripsOf(markets, [], carrier, surely(markers))
    expect(trip?.way).toEqual({
      from: { x: 1000, y: 0, name: 'Grube' },
      to: { x: 4000, y: 4000, name: 'Händler' },
      metres: 5000,
    })
    expect([trip?.km, trip?.perHour]).toEqual([10, 6400])
    const { t } = i18n
    const telling = { t, format: createFormat(i18n), speed: 80, stopMinutes: 0, hours: 0, lately: [] }
    expect(trip && linesOf(trip, telling).slice(0, 3)).toEqual([
      { label: 'Pick up at', value: 'Grube', spot: trip?.way.from },
      { label: 'Sell at', value: 'Händler', spot: trip?.way.to },
      { label: 'Round trip', value: '5 km each way in a straight line' },
    ])
    // a straight line is shorter than the roads, so what counts it is rounded
    expect(trip && sumsOf(trip, telling).find(({ label }) => label === 'Per hour')?.value).toBe(
      '≈ $6,400: 10\u00a0km at 80\u00a0km/h, 0\u00a0min of loading',
    )
    expect(trip && rough(trip, 371_088, String)).toBe('≈ 370000')
  })

  it('begins at the shop of the company that sells it', () => {
    // (0, 600) to (800, 0): 6-8-10, 1 km
    const shops = [{ ...shop('copper_u', 30, 9), position: { x: 0, y: 600, z: 0 } }]
    const trips = tripsOf(markets, shops, carrier, surely([marker('copper_trader_1', 800, 0)]))
    expect(trips.find(({ from }) => from)?.way.metres).toBe(1000)
  })

  it('is unknown where a record is missing: then what the player says counts, or there is no figure by the hour', () => {
    const [field, trader] = [marker('copper_field_1', 1, 1), marker('copper_trader_1', 2, 2)]
    for (const [markers, known] of [
      [[field], ['from']],
      [[trader], ['to']],
      [[], []],
    ] as const) {
      const none = { ...carrier, km: undefined }
      const [trip] = tripsOf(markets, [], none, surely([...markers]))
      expect(Object.keys(trip?.way ?? {})).toEqual(known)
      expect([trip?.km, trip?.perHour]).toEqual([null, null])
      expect(tripsOf(markets, [], carrier, surely([...markers]))[0]?.km).toBe(24)
    }
  })

  it('reads the words of a name, and not what they merely contain', () => {
    const at = (names: Partial<MapMarker>) => {
      const [trip] = tripsOf([market(1, true, [item('iron_r', 40, 5, { name: 'Eisen' })])], [], carrier, surely([marker('m', 5, 5, names)])) // prettier-ignore
      return trip?.way.to !== undefined
    }
    expect(at({ category: 'EisenStahl' })).toBe(true)
    expect(at({ name: 'Iron trader' })).toBe(true)
    expect(at({ name: 'Eisenbahn' })).toBe(false)
    expect(at({ classname: 'environment_1' })).toBe(false)
  })
})

describe('an evening', () => {
  const markers = [marker('rock_field_1', 0, 0), marker('rock_trader_1', 20_000, 0)]
  const markets = [market(1, true, [item('rock', 40, 5)])]

  it('has as many whole trips as its hours allow', () => {
    // 40 km at 80 km/h: half an hour each; 1.8 hours are 3 trips, 60 pieces, 2400
    const [trip] = tripsOf(markets, [], { ...carrier, hours: 1.8 }, surely(markers))
    expect(trip?.evening).toEqual({ trips: 3, pieces: 60, profit: 2400 })
    expect(trip?.profit).toBe(800)
  })

  it('ends when the company has no more', () => {
    // 20 fit, 50 are there: 3 trips, the last with 10; 50 × (40 − 30)
    const shops = [{ ...shop('rock', 30, 50), position: { x: 0, y: 1, z: 0 } }]
    const trips = tripsOf(markets, shops, { ...carrier, hours: 5 }, surely(markers))
    expect(trips.find(({ from }) => from)?.evening).toEqual({ trips: 3, pieces: 50, profit: 500 })
  })

  it('is not counted without a way, and not where one trip is planned', () => {
    expect(tripsOf(markets, [], { ...carrier, km: undefined, hours: 5 })[0]?.evening).toBeNull()
    expect(tripsOf(markets, [], carrier, surely(markers))[0]?.evening).toBeUndefined()
  })
})

describe('licences of a trip', () => {
  const markets = [market(1, true, [item('oil_u', 40, 5, { name: 'Rohöl' }), item('rock', 10, 5)])]
  const licences = [licence('license_driver'), licence('license_oil')]
  const trips = (more: Partial<Carrier>) => tripsOf(markets, [], { ...carrier, ...more }, { licences })

  it('are those called after the good, and say whether the player has them', () => {
    const heldBy = (held?: string[]) => trips(held ? { held } : {}).map((trip) => trip.licence?.held)
    expect(heldBy(['license_oil'])).toEqual([true, undefined])
    expect(heldBy(['license_driver'])).toEqual([false, undefined])
    expect(heldBy()).toEqual([undefined, undefined])
    expect(trips({})[0]?.licence?.licence.key).toBe('license_oil')
  })

  it('leave out what the player may not carry, if they wish so', () => {
    expect(told(trips({ held: [], onlyHeld: true }))).toEqual([['rock', 200]])
    expect(told(trips({ held: ['license_oil'], onlyHeld: true })).length).toBe(2)
    expect(told(trips({ onlyHeld: true })).length).toBe(2)
  })
})

describe('vehicles of the shops', () => {
  const sold = (classname: string, space: number | null, level: number | null) => ({
    id: 1,
    classname,
    name: classname,
    price: 1,
    level,
    space,
    type: 'Car',
    shoptype: 's',
    shopName: 'S',
  })

  it('are each once, the largest first, up to the level of the player', () => {
    const all = [
      sold('van', 80, 2),
      sold('van', 80, 2),
      sold('truck', 300, 9),
      sold('bike', 0, 0),
      sold('old', 20, null),
    ]
    const names = (level?: number) => forSale(all, level).map(({ classname }) => classname)
    expect(names()).toEqual(['truck', 'van', 'old'])
    expect(names(8)).toEqual(['van', 'old'])
  })
})

it('finds the map’s name for the places that sell licences', () => {
  const categories = [{ key: 'Amt', name: 'Ämter', count: 1 }]
  const map = (...markers: MapMarker[]) => ({ categories, markers })
  expect(officeName(map(marker('gold_1', 1, 1), marker('mar_licence_1', 1, 1, { category: 'Amt' })))).toBe('Ämter')
  expect(officeName(map(marker('mar_license_2', 1, 1, { category: 'Office' })))).toBe('Office')
  expect(officeName(map(marker('mar_licence_1', 0, 0, { placed: false })))).toBeUndefined()
})
