import goods from '../../../resources/demo/goods.json' with { type: 'json' }
import itemShops from '../../../resources/demo/items.json' with { type: 'json' }
import places from '../../../resources/demo/places.json' with { type: 'json' }
import vehicleData from '../../../resources/demo/vehicles.json' with { type: 'json' }
import { createRandom } from '../../lib/index.ts'
import { HOUR, MINUTE, plainDate, positionText, drift } from '../wire.ts'
import type { SomeAnswers, DemoQuery, DemoWorld } from './answer.ts'
import { type Town, towns } from './world.ts'

type ItemRow = [classname: string, name: string, price: number, level: number]
type VehicleRow = [key: string, name: string, price: number, level: number, space: number]
type VehicleShop = [shoptype: string, shopname: string, type: string]

const items = itemShops.flatMap(({ shoptype, shopname, category, items: rows }, shop) =>
  (rows as ItemRow[]).map(([classname, name, price, level], at) => ({
    id: shop * 100 + at + 1,
    price,
    classname,
    category,
    level: at % 5 === 2 ? String(level) : level,
    shopname,
    shoptype,
    name,
  })),
)

/** Every vehicle of the demo, as the shops sell them. */
export const vehicles = (vehicleData.shops as VehicleShop[]).flatMap(([shoptype, shopname, type], shop) =>
  ((vehicleData.models as unknown as Record<string, VehicleRow[]>)[shoptype] ?? []).map(
    ([key, name, price, level, space], at) => ({
      id: shop * 100 + at + 1,
      classname: `nw_${key}_f`,
      name,
      price,
      level,
      v_space: at % 4 === 1 ? String(space) : space,
      shoptype,
      shopname,
      type,
    }),
  ),
)

const typesOf = (shops: { shoptype: string; shopname: string }[]) =>
  shops.map(({ shoptype, shopname }) => ({ shoptype, shopname }))

type Good = [item: string, name: string, price: number, illegal: number, weight: number, category: string]
const allGoods = goods as Good[]

/** How often prices change. */
const STEP = 30 * MINUTE
const LONGEST_LOG = 2_000

const settledAt = (now: Date) => new Date(Math.floor(now.getTime() / STEP) * STEP)

/** A good's price on a server at an instant, around its base price. */
function priceAt({ seed }: DemoWorld, server: number, [item, , base]: Good, at: Date): number {
  const settled = settledAt(at)
  const slow = drift(`${seed}/${server}/${item}/slow`, settled, 36 * HOUR) - 0.5
  const quick = drift(`${seed}/${server}/${item}/quick`, settled, 4 * HOUR) - 0.5
  return Math.max(1, Math.round(base * (1 + slow * 0.5 + quick * 0.18)))
}

function marketOf(query: DemoQuery, server: number) {
  const listed = server === 1 ? allGoods : allGoods.slice(0, -3)
  return listed.map((good, at) => {
    const [item, localized, base, illegal, weight] = good
    const known = at % 19 !== 7 // some goods come without their definition
    const definition = {
      item,
      name: `STR_Item_${item}`,
      sellPrice: base,
      buyPrice: at % 4 === 0 ? Math.round(base * 1.6) : -1,
      illegal: illegal === 1 && at % 2 === 0 ? '1' : illegal,
      exp: Math.round(base / 9),
      weight,
      market: base,
      icon: `nw\\addons\\textures\\icons\\${item}.paa`,
    }
    return {
      item,
      price: at % 11 === 5 ? String(priceAt(query, server, good, query.now)) : priceAt(query, server, good, query.now),
      server,
      updated_at: plainDate(settledAt(query.now)),
      created_at: plainDate(settledAt(query.now)),
      localized,
      ...(known ? { export_virt_item: definition } : at % 2 === 0 ? { export_virt_item: null } : {}),
    }
  })
}

function logOf(query: DemoQuery, server: number, good: Good, rows: number) {
  return Array.from({ length: Math.min(rows, LONGEST_LOG) }, (_, at) => {
    const when = new Date(settledAt(query.now).getTime() - at * STEP)
    return {
      id: Math.round(when.getTime() / STEP),
      item: good[0],
      price: priceAt(query, server, good, when),
      server_id: server,
      created_at: plainDate(when),
    }
  })
}

const isRunning = (server = '') => /^[12]$/.test(server)

const markets = (query: DemoQuery) =>
  [1, 2, 3].map((id) => ({
    server_id: id,
    server_name: id === 3 ? 'Nordwind Roleplay Test (BETA)' : `Nordwind Roleplay #${id}`,
    online: id !== 3,
    market: id === 3 ? [] : marketOf(query, id),
  }))

/** The log of one good, in a nested list, newest first. */
function marketLog(query: DemoQuery) {
  const { server_id: server, itemname, backlog_count } = query.params
  const good = allGoods.find(([name]) => name === itemname)
  const rows = Number(backlog_count)
  return [good && isRunning(server) && rows > 0 ? logOf(query, Number(server), good, rows) : []]
}

function companyShops({ seed, now }: DemoQuery) {
  return (places.companies as [string, string][]).map(([name, owner], at) => {
    const random = createRandom(`${seed}/company/${name}`)
    const [, x, y] = towns[at % towns.length] as Town
    const shops = random
      .shuffled(allGoods)
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

/** Shops: items, vehicles, the market and companies. */
export const shopAnswers = {
  companyShops,
  marketAll: markets,
  market: (query) => {
    const server = query.params.server_id
    return isRunning(server) ? marketOf(query, Number(server)) : []
  },
  marketLog,
  items: () => items,
  itemShopTypes: () => typesOf(itemShops),
  itemShop: ({ params }) => items.filter(({ shoptype }) => shoptype === params.shoptype),
  vehicles: () => vehicles,
  vehicleShopTypes: () => (vehicleData.shops as VehicleShop[]).map(([shoptype, shopname]) => ({ shoptype, shopname })),
  vehicleShop: ({ params }) => vehicles.filter(({ shoptype }) => shoptype === params.shoptype),
} satisfies SomeAnswers
