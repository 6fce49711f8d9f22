import itemShops from '../../../resources/demo/items.json' with { type: 'json' }
import vehicleData from '../../../resources/demo/vehicles.json' with { type: 'json' }
import { type DemoRoute, envelope, matchGet } from '../route.ts'

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

/** Items and vehicles: the whole catalogue, the kinds of shop, and one kind of shop. */
export const shopsRoute: DemoRoute = (request) => {
  const { now } = request
  if (matchGet(request, 'info', 'items')) return envelope(items, now)
  if (matchGet(request, 'info', 'items_shoptypes')) return envelope(typesOf(itemShops), now)
  if (matchGet(request, 'info', 'vehicles')) return envelope(vehicles, now)
  if (matchGet(request, 'info', 'vehicles_shoptypes'))
    return envelope(
      (vehicleData.shops as VehicleShop[]).map(([shoptype, shopname]) => ({ shoptype, shopname })),
      now,
    )
  const [itemShop] = matchGet(request, 'info', 'items', '*') ?? []
  if (itemShop !== undefined)
    return envelope(
      items.filter(({ shoptype }) => shoptype === itemShop),
      now,
    )
  const [vehicleShop] = matchGet(request, 'info', 'vehicles', '*') ?? []
  if (vehicleShop !== undefined)
    return envelope(
      vehicles.filter(({ shoptype }) => shoptype === vehicleShop),
      now,
    )
  return undefined
}
