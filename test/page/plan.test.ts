import { describe, expect, it } from 'vitest'
import type { CompanyShop, MarketItem, ServerMarket } from '../../src-preload/contract/community/index.ts'
import { tripsOf, type Carrier } from '../../src-renderer/market/plan.ts'

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
  })

  it('tells nothing by the hour where the way is not known', () => {
    const markets = [market(1, true, [item('rock', 40, 6)])]
    for (const km of [undefined, 0]) expect(tripsOf(markets, [], { ...carrier, km })[0]?.perHour).toBeNull()
    expect(tripsOf(markets, [], { ...carrier, speed: 0 })[0]?.perHour).toBeNull()
  })
})
