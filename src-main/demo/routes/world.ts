import goods from '../../../resources/demo/goods.json' with { type: 'json' }
import places from '../../../resources/demo/places.json' with { type: 'json' }
import { createRandom, drift } from '../random.ts'
import { type DemoRoute, envelope, matchGet, notFound } from '../route.ts'
import { HOUR, positionText } from '../wire.ts'
import { buildingTypes, houseTypes, licences, projects, streams } from './world-lists.ts'
import type { DemoWorld } from './demo-world.ts'

type Town = [name: string, x: number, y: number]
const towns = places.towns as Town[]
const names = goods as [string, string, number, ...unknown[]][]
const FUEL_MAX = 30_000

function companyShops({ seed }: DemoWorld, now: Date) {
  return (places.companies as [string, string][]).map(([name, owner], at) => {
    const random = createRandom(`${seed}/company/${name}`)
    const [, x, y] = towns[at % towns.length] as Town
    const shops = random
      .shuffled(names)
      .slice(0, at === 7 ? 0 : random.whole(3, 9))
      .map(([item, item_localized, base]) => ({
        item,
        item_localized,
        amount: Math.round(drift(`${seed}/stock/${name}/${item}`, now, 6 * HOUR) * 240),
        price: Math.round(base * (1.1 + random.next() * 0.5)),
      }))
    return {
      industrial_area_id: at + 1,
      company: { id: 40 + at * 3, name, owner },
      pos: positionText(x + random.whole(-300, 300), y + random.whole(-300, 300), random.next() * 20),
      shops,
    }
  })
}

/** Stations run dry over some hours and are filled up again. */
function stationsOf({ seed }: DemoWorld, server: number, now: Date) {
  return Array.from({ length: 24 }, (_, at) => {
    const random = createRandom(`${seed}/station/${at}`)
    const [town, x, y] = towns[at % towns.length] as Town
    const period = (5 + (at % 7)) * HOUR
    const emptied = ((now.getTime() / period + random.next() + server * 0.37) % 1) * 1.04
    const spot = { x: x + random.whole(-900, 900), y: y + random.whole(-900, 900) }
    return {
      Id: at + 1,
      ServerId: server,
      Name: at < towns.length ? `Tankstelle ${town}` : `Tankstelle ${town} Außenring`,
      Pos: positionText(spot.x, spot.y, random.next() * 40),
      Fuel: at % 6 === 4 ? String(fuelLeft(emptied)) : fuelLeft(emptied),
    }
  })
}

const fuelLeft = (emptied: number) => Math.max(0, Math.round(FUEL_MAX * (1 - emptied)))

/** Everything of the island that is no shop and no market. */
export const worldRoute =
  (world: DemoWorld): DemoRoute =>
  (request) => {
    const { now, origin } = request
    if (matchGet(request, 'info', 'licenses')) return envelope(licences, now)
    if (matchGet(request, 'info', 'houses')) return envelope(houseTypes, now)
    if (matchGet(request, 'info', 'buildings')) return envelope(buildingTypes, now)
    if (matchGet(request, 'company_shops')) return envelope(companyShops(world, now), now)
    if (matchGet(request, 'cbs')) return envelope(projects(world.seed, now, origin), now)
    if (matchGet(request, 'fuelstations'))
      return envelope(
        [1, 2].map((Id) => ({ Id, Fuelstations: stationsOf(world, Id, now) })),
        now,
      )
    const [station] = matchGet(request, 'server', 'fuelstations', '*') ?? []
    if (station !== undefined) {
      const found = [1, 2].flatMap((id) => stationsOf(world, id, now)).filter(({ Id }) => String(Id) === station)
      return found.length > 0 ? envelope(found, now) : notFound()
    }
    if (matchGet(request, 'twitch')) return envelope(streams(world.seed, now, origin), now)
    const [limit] = matchGet(request, 'twitch', '*') ?? []
    if (limit !== undefined)
      return envelope(streams(world.seed, now, origin).slice(0, Math.max(0, Number(limit) || 0)), now)
    return undefined
  }
