import goods from '../../../resources/demo/goods.json' with { type: 'json' }
import itemShops from '../../../resources/demo/items.json' with { type: 'json' }
import places from '../../../resources/demo/places.json' with { type: 'json' }
import vehicleData from '../../../resources/demo/vehicles.json' with { type: 'json' }
import world from '../../../resources/demo/world.json' with { type: 'json' }
import { createRandom, type Random } from '../../lib/index.ts'
import { HOUR, positionText, drift } from '../wire.ts'
import { type SomeAnswers, type DemoQuery, type DemoWorld, oneOf } from './answer.ts'
import island from '../../../resources/demo/island.json' with { type: 'json' }

export type Town = [name: string, x: number, y: number]
type Category = [key: string, name: string, icon: string, count: number, places: string[]]
export const towns = places.towns as Town[]
const categories = places.markers as Category[]
const FUEL_MAX = 30_000

/** Community building projects. Deliveries grow with time. One project has the older form, with the needed amounts beside its other fields. */
const projects = ({ seed, now, origin }: DemoQuery) =>
  world.projects.map(({ required, image, ...project }, at) => {
    const { title, active, finished, funding_required } = project
    const share = (item: string) => (finished ? 1 : active ? drift(`${seed}/cbs/${title}/${item}`, now, 72 * HOUR) : 0)
    const delivered = Object.entries(required).map(([item, need]) => [item, Math.round(need * share(item))])
    return {
      ...project,
      image: origin + image,
      amount: Math.round(funding_required * share('money')),
      ...(at === 2 ? required : { required }),
      delivered: Object.fromEntries(delivered) as object,
    }
  })

/** Streams. Most are offline at any time. */
const streams = ({ seed, now, origin }: DemoQuery) =>
  world.streams.flatMap(({ preview_large, ...stream }, at) => {
    const airs = drift(`${seed}/stream/${stream.display_name}`, now, 5 * HOUR)
    if (airs < 0.55 && at > 0) return []
    return [{ ...stream, preview_large: origin + preview_large, viewers: Math.round(airs * 90) }]
  })

/** A station's place, the same in its own list and among the markers. */
function stationSpot(seed: string, at: number) {
  const random = createRandom(`${seed}/station-spot/${at}`)
  const [, x, y] = towns[at % towns.length] as Town
  return { x: x + random.whole(-900, 900), y: y + random.whole(-900, 900) }
}

/** Stations run empty over some hours and are filled up again. */
function stationsOf({ seed, now }: DemoQuery, server: number) {
  return Array.from({ length: 24 }, (_, at) => {
    const random = createRandom(`${seed}/station/${at}`)
    const [town] = towns[at % towns.length] as Town
    const period = (5 + (at % 7)) * HOUR
    const emptied = ((now.getTime() / period + random.next() + server * 0.37) % 1) * 1.04
    const spot = stationSpot(seed, at)
    return {
      Id: at + 1,
      ServerId: server,
      Name: at < towns.length ? `Tankstelle ${town}` : `Tankstelle ${town} Außenring`,
      Pos: positionText(spot.x, spot.y, random.next() * 40),
      Fuel: at % 6 === 4 ? String(fuelLeft(emptied)) : fuelLeft(emptied),
    }
  })
}

const nameOf = (what: string, [town]: Town) => (towns.some(([of]) => what.endsWith(of)) ? what : `${what} ${town}`)

const fuelLeft = (emptied: number) => Math.max(0, Math.round(FUEL_MAX * (1 - emptied)))

const stationsByServer = (query: DemoQuery) => [1, 2].map((Id) => ({ Id, Fuelstations: stationsOf(query, Id) }))

interface Spot {
  x: number
  y: number
}

const nearestTown = ({ x, y }: Spot): Town =>
  towns.reduce((best, town) =>
    Math.hypot(x - town[1], y - town[2]) < Math.hypot(x - best[1], y - best[2]) ? town : best,
  )

type Point = [x: number, y: number]

/** The corners of each ring of the drawn coast: `M`, a corner in metres, and the ways from each to the next. */
const coasts = island.land
  .split('M')
  .slice(1)
  .map((ring): Point[] => {
    const numbers = (ring.match(/-?\d+/g) ?? []).map(Number)
    let [x, y] = [0, 0]
    return Array.from({ length: numbers.length / 2 }, (_, at) => [
      (x += numbers[2 * at] ?? 0),
      (y += numbers[2 * at + 1] ?? 0),
    ])
  })

/** Whether a way to the east from here crosses the line between two corners. */
const crosses = (x: number, y: number, [ax, ay]: Point, [bx, by]: Point) =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax

/** Whether a spot of the demo's island is on land. */
export const isLand = ({ x, y }: { x: number; y: number }): boolean =>
  coasts.reduce(
    (count, ring) =>
      count + ring.filter((corner, at) => crosses(x, y, corner, ring[(at + 1) % ring.length] ?? corner)).length,
    0,
  ) %
    2 ===
  1

/** What lies at sea, and the towns near which it does. */
const atSea = /^Harbours?$/
const FROM_SEA = 1300
const seaside = towns.filter(([, x, y]) =>
  [-FROM_SEA, FROM_SEA].some((away) => !isLand({ x: x + away, y }) || !isLand({ x, y: y + away })),
)

/** Near a town, on land or at sea; the last try counts. */
function spotNear(random: Random, [, x, y]: Town, isAtSea: boolean): Spot {
  const near = (value: number) => Number(Math.min(16300, Math.max(60, value + (random.next() - 0.5) * 2600)).toFixed(2))
  let spot = { x: near(x), y: near(y) }
  for (let tries = 0; isLand(spot) === isAtSea && tries < 20; tries++) spot = { x: near(x), y: near(y) }
  return spot
}

/** Two markers are hidden beyond the map; some have no place. */
const hidden: Partial<Record<number, Spot>> = { 200: { x: 500000, y: 500000 }, 201: { x: -10000, y: 3000 } }
const isNowhere = (id: number) => id % 13 === 9

/** What a marker of a category of goods says of them: every other one grows or digs a good, the rest take one. */
function tradeOf(category: string, at: number): { classname: string; icon?: string } | undefined {
  const traded = goods.filter(([, , , , , of]) => of === category).map(([item]) => String(item).replace(/_[ur]$/, ''))
  const item = traded[Math.floor(at / 2) % traded.length]
  if (item === undefined) return undefined
  return at % 2 === 0
    ? { classname: `${item}_field_${at + 1}`, icon: 'field' }
    : { classname: `${item}_trader_${at + 1}` }
}

/** The shops of a category's markers. Those of vehicles are named after their towns. */
const shopsOf: Partial<Record<string, [shoptype: string, name: string][]>> = {
  Shop: itemShops
    .filter(({ category }) => category !== 'Dienst' && category !== 'Unterwelt')
    .map(({ shoptype, shopname }) => [shoptype, shopname]),
  Car: (vehicleData.shops as [string, string][]).map(([shoptype, name]) => [shoptype, name]),
}

function markersOf({ seed }: DemoWorld) {
  const random = createRandom(`${seed}/markers`)
  let id = 0
  const markers = categories.map(([key, , icon, count, names]) => {
    const list = Array.from({ length: count }, (_, at) => {
      id++
      const [shoptype, shop] = shopsOf[key]?.[at % shopsOf[key].length] ?? []
      const town = towns.find(([of]) => shop?.endsWith(of)) ?? random.pick(atSea.test(key) ? seaside : towns)
      const spot = key === 'Fuel' ? stationSpot(seed, at) : (hidden[id] ?? spotNear(random, town, atSea.test(key)))
      const isNamed = shop !== undefined || random.chance(0.9)
      const name = shop ?? names[at % names.length] ?? ''
      return {
        id,
        classname: key === 'Garage' ? `garage_car_${at + 1}` : `mar_nw_${(shoptype ?? key).toLowerCase()}_${at + 1}`,
        displayname: isNamed ? nameOf(name, nearestTown(spot)) : '',
        category_class: key,
        icon,
        ...tradeOf(key, at),
        ...(isNowhere(id) && key !== 'Fuel' ? { x: 0, y: 0 } : spot),
      }
    })
    return [key, list] as const
  })
  return {
    markers: Object.fromEntries(markers),
    category_names: Object.fromEntries(categories.map(([key, name]) => [key, name])),
    categories: categories.map(([key]) => key),
  }
}

/** Everything else of the island. */
export const worldAnswers = {
  licences: () => world.licences,
  cbs: projects,
  houses: () => world.houses,
  buildings: () => world.buildings,
  fuelStations: stationsByServer,
  fuelStation: (query) =>
    oneOf(
      stationsByServer(query).flatMap(({ Fuelstations }) => Fuelstations),
      query.params.id,
    ),
  twitch: streams,
  twitchLimited: (query) => streams(query).slice(0, Math.max(0, Number(query.params.limit) || 0)),
  /** An object of groups, not a list. */
  mapMarkers: markersOf,
} satisfies SomeAnswers
