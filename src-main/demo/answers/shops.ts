import goods from '../../../resources/demo/goods.json' with { type: 'json' }
import itemShops from '../../../resources/demo/items.json' with { type: 'json' }
import places from '../../../resources/demo/places.json' with { type: 'json' }
import vehicleData from '../../../resources/demo/vehicles.json' with { type: 'json' }
import { HOUR, MINUTE, plainDate, positionText, drift } from '../wire.ts'
import type { SomeAnswers, DemoQuery } from './answer.ts'

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

const STEP = 30 * MINUTE
const LONGEST_LOG = 2_000

const settledAt = (now: Date) => new Date(Math.floor(now.getTime() / STEP) * STEP)

/** A good's price on a server at an instant, around its base price. */
function priceAt(server: number, [item, , base]: Good, at: Date): number {
  const settled = settledAt(at)
  const slow = drift(`${server}/${item}/slow`, settled, 36 * HOUR) - 0.5
  const quick = drift(`${server}/${item}/quick`, settled, 4 * HOUR) - 0.5
  return Math.max(1, Math.round(base * (1 + slow * 0.5 + quick * 0.18)))
}

function marketOf(now: Date, server: number) {
  const listed = server === 1 ? allGoods : allGoods.slice(0, -3)
  return listed.map((good, at) => {
    const [item, localized, base, illegal, weight] = good
    const price = priceAt(server, good, now)
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
      price: at % 11 === 5 ? String(price) : price,
      server,
      updated_at: plainDate(settledAt(now)),
      created_at: plainDate(settledAt(now)),
      localized,
      ...(known ? { export_virt_item: definition } : at % 2 === 0 ? { export_virt_item: null } : {}),
    }
  })
}

function logOf(now: Date, server: number, good: Good, rows: number) {
  return Array.from({ length: Math.min(rows, LONGEST_LOG) }, (_, at) => {
    const when = new Date(settledAt(now).getTime() - at * STEP)
    return {
      id: Math.round(when.getTime() / STEP),
      item: good[0],
      price: priceAt(server, good, when),
      server_id: server,
      created_at: plainDate(when),
    }
  })
}

const isRunning = (server = '') => /^[12]$/.test(server)

const markets = ({ now }: DemoQuery) =>
  [1, 2, 3].map((id) => ({
    server_id: id,
    server_name: id === 3 ? 'Nordwind Roleplay Test (BETA)' : `Nordwind Roleplay #${id}`,
    online: id !== 3,
    market: id === 3 ? [] : marketOf(now, id),
  }))

/** The log of one good, in a nested list, newest first. */
function marketLog({ now, params: { server_id: server, itemname, backlog_count } }: DemoQuery) {
  const good = allGoods.find(([name]) => name === itemname)
  const rows = Number(backlog_count)
  return [good && isRunning(server) && rows > 0 ? logOf(now, Number(server), good, rows) : []]
}

/** The companies' shops, whose stocks change. */
const companyShops = ({ now }: DemoQuery) =>
  places.companies.map(({ place, goods: sold, ...company }, at) => ({
    industrial_area_id: at + 1,
    company,
    pos: positionText(place),
    shops: (sold as [item: string, price: number][]).map(([item, price]) => ({
      item,
      item_localized: allGoods.find(([name]) => name === item)?.[1],
      amount: Math.round(drift(`stock/${company.name}/${item}`, now, 6 * HOUR) * 240),
      price,
    })),
  }))

export const shopAnswers = {
  companyShops,
  marketAll: markets,
  market: ({ now, params: { server_id: server } }) => (isRunning(server) ? marketOf(now, Number(server)) : []),
  marketLog,
  items: () => items,
  itemShopTypes: () => typesOf(itemShops),
  itemShop: ({ params }) => items.filter(({ shoptype }) => shoptype === params.shoptype),
  vehicles: () => vehicles,
  vehicleShopTypes: () => (vehicleData.shops as VehicleShop[]).map(([shoptype, shopname]) => ({ shoptype, shopname })),
  vehicleShop: ({ params }) => vehicles.filter(({ shoptype }) => shoptype === params.shoptype),
} satisfies SomeAnswers
