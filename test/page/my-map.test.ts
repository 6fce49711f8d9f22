import type { MapPin } from '../../src-preload/contract/map-pins.ts'
import { describe, expect, it } from 'vitest'
import type {
  BuildingProject,
  CompanyShop,
  FuelStation,
  Player,
  PlayerVehicle,
} from '../../src-preload/contract/community/index.ts'
import { Atlas, traders } from '../../src-renderer/world/map/atlas.svelte.ts'
import { Pins } from '../../src-renderer/world/map/pins.ts'
import { minePlaces, type Owned } from '../../src-renderer/world/map/mine.ts'
import {
  companyPlaces,
  fuelPlaces,
  markerPlaces,
  namesakeOf,
  numbered,
  paramsOf,
  projectPlaces,
  type MapPlace,
} from '../../src-renderer/world/map/places.ts'
import { lengthOf, Ruler, stopSign } from '../../src-renderer/world/map/route.svelte.ts'

const words = {
  group: 'My places',
  vehicle: 'Unknown vehicle',
  me: 'Me',
  house: (id: number) => `House ${id}`,
  keyed: (id: number) => `Key ${id}`,
  building: (id: number) => `Building ${id}`,
  buildingKeyed: (id: number) => `Building ${id} keyed`,
  withKey: 'With a key',
}
const at = (x: number, y: number) => ({ x, y, z: 0 })
const player = {
  position: at(10, 20),
  houses: [
    { id: 1, paidHours: 5, disabled: false, position: at(1, 2), players: [] },
    { id: 2, paidHours: 5, disabled: false, position: null, players: [] },
  ],
  housesKeyed: [{ id: 3, paidHours: 9, disabled: false, position: at(0, 0), players: [] }],
  buildings: [
    { id: 4, classname: 'shed', stage: 2, paidHours: null, disabled: false, position: at(7, 8), players: [] },
    { id: 5, classname: 'gone', stage: -1, paidHours: null, disabled: false, position: at(7, 9), players: [] },
  ],
  buildingsKeyed: [
    { id: 9, classname: 'shed', stage: 1, paidHours: null, disabled: false, position: at(9, 9), players: [] },
  ],
  companies: [
    { id: 6, state: 'active' },
    { id: 7, state: 'deleted' },
  ],
} as unknown as Player
const shop = (id: number): CompanyShop => ({
  industrialAreaId: 1,
  company: { id, name: `Company ${id}`, owner: '' },
  position: at(100, id),
  goods: [],
})
const vehicle = (id: number, lastGarage: string, state = 'ok') =>
  ({ id, name: `Car ${id}`, lastGarage, state, destroyed: false }) as PlayerVehicle
const garage = { id: 1, classname: 'Garage_Car_1', name: '', category: 'g', icon: '', x: 50, y: 60, placed: true }
const owned: Owned = {
  player,
  asOf: '2026-01-01T12:00:00Z',
  vehicles: [vehicle(1, 'garage_car_1'), vehicle(2, 'unknown'), vehicle(3, 'garage_car_1', 'sold')],
  shops: [shop(6), shop(7), shop(8)],
  markers: { categories: [], markers: [garage] },
}

describe('the player’s own places', () => {
  it('are what has a position: of houses, buildings, own companies and vehicles in a known garage', () => {
    expect(minePlaces(owned, words).map(({ name, x, y }) => [name, x, y])).toEqual([
      ['Me', 10, 20],
      ['House 1', 1, 2],
      ['Building 4', 7, 8],
      ['Building 9 keyed', 9, 9],
      ['Company 6', 100, 6],
      ['Car 1', 50, 60],
    ])
  })

  it('say how long they are paid', () => {
    const [house] = minePlaces(owned, words).filter(({ name }) => name === 'House 1')
    expect(house?.layer === 'mine' && house.hours).toBe(5)
  })
})

const station = (id: number, fuel: number | null, x: number): FuelStation => ({
  id,
  name: `Station ${id}`,
  position: at(x, 0),
  fuel,
  capacity: 1000,
  more: [],
})

describe('the ruler', () => {
  it('signs its stops with letters, which no number of places looks like', () => {
    expect([0, 1, 25, 26, 53].map(stopSign)).toEqual(['A', 'B', 'Z', 'A1', 'B2'])
  })

  it('adds up the way over its stops', () => {
    const route = new Ruler()
    route.toggle()
    for (const [x, y] of [
      [0, 0],
      [300, 400],
      [300, 0],
    ] as const)
      route.add({ x, y })
    expect(route.metres).toBe(900)
    route.removeLast()
    expect(route.metres).toBe(500)
    route.toggle()
    expect([route.isOn, route.stops]).toEqual([false, []])
    expect(lengthOf([])).toBe(0)
  })

  it('takes a place that is pressed for a stop while it is on', () => {
    const places = markerPlaces({ categories: [], markers: [garage] })
    const atlas = new Atlas(() => places)
    atlas.route.toggle()
    atlas.open(places)
    expect(atlas.chosen).toBeUndefined()
    expect(atlas.route.stops).toEqual(places)
  })

  it('leads to the nearest fuel with stock, past the empty and those that tell nothing', () => {
    const stations = [
      station(1, 0, 100),
      station(2, null, 200),
      station(3, 40, 300),
      station(4, 900, 900),
      station(5, 900, 5000),
    ]
    const fuel = fuelPlaces([{ serverId: 1, stations }], 'Fuel', String)
    const [from] = minePlaces(owned, words)
    const atlas = new Atlas(() => fuel)
    expect(from && atlas.leadToFuel(from)).toBe(true)
    expect(atlas.route.stops.map(({ name }) => name)).toEqual(['Me', 'Station 4'])
    expect(from && new Atlas(() => fuel.slice(0, 3)).leadToFuel(from)).toBe(false)
  })
})

it('a typed reference of the grid hides nothing from the list', () => {
  const places = markerPlaces({ categories: [], markers: [garage] })
  const atlas = new Atlas(() => places)
  atlas.query = '031 128'
  expect(atlas.found).toHaveLength(1)
  expect(atlas.countText).toBe('1')
  atlas.query = 'nowhere'
  expect(atlas.found).toHaveLength(0)
  expect(atlas.countText).toBe('0 / 1')
})

it('a marker leads back to what it stands for: a vehicle to its detail, a shop and a station to their name, though the map numbers it', () => {
  const places = numbered([...minePlaces(owned, words), ...companyPlaces([shop(6), shop(6)], 'Companies')])
  const back = (id: string) => paramsOf(places.find((place) => place.id.startsWith(id)) as MapPlace)
  expect(back('mine/vehicle/1')).toEqual({ vehicle: '1' })
  expect(back('mine/house/1')).toEqual({})
  expect(back('companies/')).toEqual({ query: 'Company 6' })
  const [project] = projectPlaces([{ id: 31, title: 'Bridge', position: null } as BuildingProject], 'Projects')
  expect(project && paramsOf(project)).toEqual({ id: '31' })
})

it('a marker is the shop whose name or key it has, and the map finds it by the shop’s name', () => {
  const shops = [
    { shoptype: 'general_store', name: 'Corner shop', screen: 'items' as const },
    { shoptype: 'car', name: 'New cars', screen: 'vehicles' as const },
    { shoptype: 'car_1', name: 'Old cars', screen: 'vehicles' as const },
  ]
  const rows = [
    { classname: 'mar_nw_general_store_3', name: 'At the harbour' },
    { classname: 'MAR_General_Store_3', name: '' },
    { classname: 'car_1_2', name: '' },
    { classname: 'mar_7', name: 'Old cars' },
    { classname: 'garage_car_1', name: '' },
    { classname: 'mar_8', name: '' },
    { classname: 'mar_car_1', name: '' },
    { classname: 'mar_car_2', name: '' },
  ].map((row, id) => ({ ...garage, ...row, id }))
  const places = markerPlaces({ categories: [], markers: rows }, shops)
  expect(places.map((place) => place.layer === 'markers' && place.shop?.name)).toEqual([
    'Corner shop',
    'Corner shop',
    'Old cars',
    'Old cars',
    undefined,
    undefined,
    'Old cars',
    'New cars',
  ])
  const atlas = new Atlas(() => places)
  atlas.query = 'corner shop'
  expect(atlas.found).toEqual(places.slice(0, 2))
})

it('pins are kept once, brought ones until they are kept, and told as a link', () => {
  const brought = { x: 5, y: 6, note: 'Base' }
  const kept = {
    list: [{ x: 1, y: 2, note: '' }],
    change: (of: (now: MapPin[]) => MapPin[]) => (kept.list = of(kept.list)).length < 4,
  }
  const pins = new Pins(kept, [brought])
  expect(
    pins
      .places((key, args) => [key, ...Object.values(args ?? {})].join(' '))
      .map(({ name, groupName }) => [name, groupName]),
  ).toEqual([
    ['map.pin-at 000 000', 'map.pins'],
    ['Base', 'map.pins'],
  ])
  expect(pins.links).toEqual(['loadout://map/1-2'])
  pins.add(pins.shared)
  pins.add([brought])
  expect(pins.shared).toEqual([])
  expect(pins.links).toEqual(['loadout://map/1-2/5-6-Base'])
  pins.remove({ x: 1, y: 2, note: '' })
  expect(kept.list).toEqual([brought])
  expect([1, 2, 3].map((x) => pins.add([{ x, y: 7, note: '' }]))).toEqual([true, true, false])
})

it('a marker is what another list calls by its very name, and else itself', () => {
  const [mill, field] = ['Company 6', ''].map(
    (name, id) => markerPlaces({ categories: [], markers: [{ ...garage, id, name }] })[0] as MapPlace,
  ) as [MapPlace, MapPlace]
  const places = companyPlaces([shop(6), shop(7), { ...shop(8), company: { id: 8, name: '', owner: '' } }], 'Companies')
  expect(namesakeOf(mill, places)).toBe(places[0])
  expect(namesakeOf(field, places)).toBe(field)
  const [company] = places as [MapPlace]
  expect(namesakeOf(company, places)).toBe(company)
})

it('a group is listed beside the map, though it was hidden', () => {
  const atlas = new Atlas(() => markerPlaces({ categories: [], markers: [{ ...garage, category: 'mills' }] }))
  atlas.toggle('markers/mills')
  atlas.tab = 'layers'
  atlas.list({ group: 'markers/mills', groupName: 'mills' })
  expect([atlas.tab, atlas.query, atlas.found.length]).toEqual(['places', 'mills', 1])
})

it('who buys a good is a site that still needs it or a place of its name or key, but no field; who sells it a company', () => {
  const project = (id: number, delivered: number) => ({
    id,
    title: `Site ${id}`,
    finished: false,
    position: at(id, 1),
    resources: [{ item: 'wood_r', required: 9, delivered }],
  })
  const marker = (id: number, icon: string) => ({ ...garage, id, name: 'Holz', icon, x: 500 * id })
  const keyed = { ...marker(3, 'shop'), name: 'Am Hafen', classname: 'wood_trader_3' }
  const goods = [{ item: 'wood_r', name: 'Holz', amount: 1, price: 1 }]
  const places = [
    ...markerPlaces({ categories: [], markers: [marker(1, 'field'), marker(2, 'shop'), keyed] }),
    ...companyPlaces([{ ...shop(6), goods }], 'Companies'),
    ...projectPlaces([project(1, 3), project(2, 9)] as unknown as BuildingProject[], 'Sites'),
  ]
  const found = (who: string) => {
    const atlas = new Atlas(
      () => places,
      { of: (item) => (item === 'wood_r' ? 'Holz' : item), within: (key) => (key === 'wood_trader_3' ? 'Holz' : '') },
      traders[who],
    )
    atlas.query = 'Holz'
    return atlas.found.map(({ id }) => id)
  }
  expect(found('sells')).toEqual(['companies/6/1'])
  expect(found('buys')).toEqual(['markers/g/2', 'markers/g/3', 'projects/1'])
})
