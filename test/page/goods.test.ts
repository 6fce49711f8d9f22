import { expect, it } from 'vitest'
import type { MarketItem, ServerMarket } from '../../src-preload/contract/community/index.ts'
import {
  changeOver,
  goodFilters,
  goodsOf,
  historyOf,
  serverNames,
  together,
  trendOf,
} from '../../src-renderer/market/goods.ts'
import { rank, type SearchEntry } from '#shared/search.ts'

const item = (name: string, price: number): MarketItem => ({
  item: name,
  name,
  price,
  serverId: null,
  updatedAt: null,
  createdAt: null,
  illegal: false,
  virtual: null,
})
const market = (
  serverId: number,
  online: boolean,
  items: MarketItem[],
  serverName = `Isle #${serverId} | en`,
): ServerMarket => ({
  serverId,
  serverName,
  online,
  items,
})

it('finds the best price of each good among the servers that are online', () => {
  const goods = goodsOf([
    market(1, true, [item('fish', 10), item('iron', 5)]),
    market(2, true, [item('fish', 12)]),
    market(3, false, [item('fish', 99), item('gold', 7)]),
  ])
  expect(goods.map(({ key, bestServer, best }) => [key, bestServer, best])).toEqual([
    ['fish', 2, 12],
    ['iron', 1, 5],
    ['gold', 3, 7],
  ])
})

it('prices illegal goods by the police on each server, and by the base price where their number is unknown', () => {
  const lsd = (price: number) => ({ ...item('lsd', price), illegal: true })
  const markets = [
    market(1, true, [lsd(120), item('fish', 10)]),
    market(2, true, [lsd(100)]),
    market(3, true, [lsd(50)]),
  ]
  const officers = new Map([
    [1, 3],
    [2, 9],
  ])
  const [good, fish] = goodsOf(markets, officers)
  expect([...(good?.prices ?? [])]).toEqual([
    [1, 36],
    [2, 140],
    [3, 50],
  ])
  expect([good?.bestServer, good?.best, good?.police.get(2)]).toEqual([2, 140, { base: 100, officers: 9, share: 1.4 }])
  expect([good?.police.has(3), fish?.best, fish?.police.size]).toEqual([false, 10, 0])
  expect(goodsOf(markets, officers)[0]).toBe(good)
  expect(goodsOf(markets)[0]?.best).toBe(120)
})

it('filters goods by what they weigh and whether they are legal', () => {
  const weighing = (name: string, weight: number | null, illegal: boolean) => ({
    ...item(name, 1),
    illegal,
    virtual: { name, buyPrice: null, illegal, exp: null, weight },
  })
  const goods = goodsOf([
    market(1, true, [weighing('feather', 2, true), weighing('anvil', 3, false), weighing('ghost', null, false)]),
  ])
  const left = (which: keyof typeof goodFilters) => goods.filter(goodFilters[which]).map(({ key }) => key)
  expect(left('light')).toEqual(['feather'])
  expect([left('illegal'), left('legal'), left('all')]).toEqual([
    ['feather'],
    ['anvil', 'ghost'],
    ['feather', 'anvil', 'ghost'],
  ])
})

it('names servers by what tells them apart', () => {
  expect([...serverNames([market(1, true, []), market(2, true, [])]).values()]).toEqual(['#1', '#2'])
  expect([...serverNames([market(1, true, [])]).values()]).toEqual(['Isle #1'])
  expect([...serverNames([market(1, true, [], 'Same'), market(2, true, [], 'Same')]).values()]).toEqual([
    'Same',
    'Same',
  ])
})

it('puts past prices oldest first and says where they go', () => {
  const entry = (at: string | null, price: number) => ({ id: null, item: 'fish', price, serverId: 1, at })
  const { prices } = historyOf([entry('2026-01-02T00:00:00Z', 3), entry(null, 9), entry('2026-01-01T00:00:00Z', 1)])
  expect(prices).toEqual([1, 3])
  expect([trendOf(prices), trendOf([3, 1, 2]), trendOf([4]), trendOf([])]).toEqual([
    'rising',
    'falling',
    'steady',
    'steady',
  ])
})

const entry = (title: string) => ({ key: title, title }) as SearchEntry

it('ranks what begins with the words before what merely holds them', () => {
  const found = rank(['Anchor chain', 'Chain', 'Big chainsaw', 'Unchained', 'Rope'].map(entry), 'chain', 10)
  expect(found.map(({ title }) => title)).toEqual(['Chain', 'Anchor chain', 'Big chainsaw', 'Unchained'])
})

it('takes another name of an entry before one that only begins so', () => {
  const also = (words: string, at: number) => ({ ...entry(`Entry ${at}`), kind: '', also: words }) as SearchEntry
  const found = rank(['Login Account', 'Fehler Log melden'].map(also), 'log', 10)
  expect(found.map(({ title }) => title)).toEqual(['Entry 1', 'Entry 0'])
})

it('a name begins after its clan’s tag', () => {
  const found = rank(['Anna Malte', '[C2] Malte Jessen'].map(entry), 'malte', 10)
  expect(found.map(({ title }) => title)).toEqual(['[C2] Malte Jessen', 'Anna Malte'])
})

it('tells a change over hours only where the log reaches back so far', () => {
  const hours = (all: number[]) => all.map((hour) => hour * 3_600_000)
  const log = { times: hours([0, 20, 30, 48]), prices: [50, 80, 90, 100] }
  expect(changeOver(log, 24)).toBe(0.25) // 24 h before the end is hour 24: the price set at hour 20 still counts
  expect(changeOver(log, 48)).toBe(1)
  expect(changeOver(log, 49)).toBeUndefined()
  expect(changeOver({ times: [], prices: [] }, 24)).toBeUndefined()
})

it('puts several histories over one time, each price until the next one', () => {
  // two goods whose prices the service writes one after the other: without the price before, no two points would make a line
  const one = { times: [1, 3, 5], prices: [10, 30, 50] }
  const two = { times: [2, 4], prices: [5, 6] }
  expect(together([one, two])).toEqual({
    times: [1, 2, 3, 4, 5],
    values: [
      [10, 10, 30, 30, 50],
      [null, 5, 5, 6, 6],
    ],
  })
})
