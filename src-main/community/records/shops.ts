import type {
  CompanyShop,
  MarketItem,
  MarketLogEntry,
  ServerMarket,
  ShopItem,
  ShopType,
  ShopVehicle,
  VirtualItem,
} from '../../../src-preload/contract/community/index.ts'
import {
  count,
  flag,
  id,
  key,
  type SchemaHelpers,
  lenient,
  maybe,
  position,
  type Reader,
  record,
  text,
  whole,
  wholeOf,
} from './schema-helpers.ts'

/** A price where −1 means that there is none. */
const price = lenient((value) => {
  const amount = wholeOf(value)
  return amount !== null && amount >= 0 ? amount : null
})

const virtualItem: Reader<VirtualItem> = record(
  { name: text, sellPrice: price, buyPrice: price, illegal: flag, exp: whole, weight: whole },
  (r) => ({ ...r }),
)

/** `copper_r` as words, for items without a name. */
const spoken = (item: string): string => item.replace(/_[ru]$/, '').replaceAll('_', ' ')

export const marketItem = ({ instant }: SchemaHelpers): Reader<MarketItem> =>
  record(
    {
      item: key,
      price: id,
      server: whole,
      server_id: whole,
      updated_at: instant,
      created_at: instant,
      localized: text,
      export_virt_item: maybe(virtualItem),
    },
    (r) => ({
      item: r.item,
      name: r.localized || spoken(r.item),
      price: r.price,
      serverId: r.server ?? r.server_id,
      updatedAt: r.updated_at,
      createdAt: r.created_at,
      illegal: r.export_virt_item?.illegal ?? false,
      virtual: r.export_virt_item,
    }),
  )

export const serverMarket = (helpers: SchemaHelpers): Reader<ServerMarket> =>
  record({ server_id: id, server_name: text, online: flag, market: helpers.records(marketItem(helpers)) }, (r) => ({
    serverId: r.server_id,
    serverName: r.server_name || `#${r.server_id}`,
    online: r.online,
    items: r.market,
  }))

export const marketLogEntry = ({ instant }: SchemaHelpers): Reader<MarketLogEntry> =>
  record({ id: whole, item: text, price: id, server_id: whole, server: whole, created_at: instant }, (r) => ({
    id: r.id,
    item: r.item,
    price: r.price,
    serverId: r.server_id ?? r.server,
    at: r.created_at,
  }))

export const shopType = (): Reader<ShopType> =>
  record({ shoptype: key, shopname: text }, (r) => ({ shoptype: r.shoptype, name: r.shopname || r.shoptype }))

export const shopItem = (): Reader<ShopItem> =>
  record(
    { id: whole, classname: key, name: text, price, level: whole, category: text, shoptype: text, shopname: text },
    (r) => ({
      id: r.id,
      classname: r.classname,
      name: r.name || r.classname,
      price: r.price,
      level: r.level,
      category: r.category,
      shoptype: r.shoptype,
      shopName: r.shopname || r.shoptype,
    }),
  )

export const shopVehicle = (): Reader<ShopVehicle> =>
  record(
    {
      id: whole,
      classname: key,
      name: text,
      price,
      level: whole,
      v_space: whole,
      type: text,
      shoptype: text,
      shopname: text,
    },
    (r) => ({
      id: r.id,
      classname: r.classname,
      name: r.name || r.classname,
      price: r.price,
      level: r.level,
      space: r.v_space,
      type: r.type,
      shoptype: r.shoptype,
      shopName: r.shopname || r.shoptype,
    }),
  )

const companyName = record({ id: whole, name: text, owner: text }, (r) => ({ ...r }))
const good = record({ item: key, item_localized: text, amount: count, price: count }, (r) => ({
  item: r.item,
  name: r.item_localized || spoken(r.item),
  amount: r.amount,
  price: r.price,
}))

export const companyShop = (helpers: SchemaHelpers): Reader<CompanyShop> =>
  record(
    {
      industrial_area_id: whole,
      industrialAreaID: whole,
      company: maybe(companyName),
      pos: position,
      shops: helpers.records(good),
    },
    (r) => ({
      industrialAreaId: r.industrial_area_id ?? r.industrialAreaID,
      company: r.company ?? { id: null, name: '', owner: '' },
      position: r.pos,
      goods: r.shops,
    }),
  )
