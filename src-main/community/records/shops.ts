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
  as,
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

/** A price; −1 means that there is none. */
const price = lenient((value) => {
  const amount = wholeOf(value)
  return amount !== null && amount >= 0 ? amount : null
})

const virtualItem: Reader<VirtualItem> = record({
  name: text,
  buyPrice: price,
  illegal: flag,
  exp: whole,
  weight: whole,
})

/** `copper_r` as words, for items without a name. */
const spoken = (item: string): string => item.replace(/_[ru]$/, '').replaceAll('_', ' ')

export const marketItem = ({ instant }: SchemaHelpers): Reader<MarketItem> =>
  record(
    {
      item: key,
      price: id,
      server: whole,
      server_id: whole,
      updatedAt: as('updated_at', instant),
      createdAt: as('created_at', instant),
      name: as('localized', text),
      virtual: as('export_virt_item', maybe(virtualItem)),
    },
    ({ server, server_id, ...r }) => ({
      ...r,
      name: r.name || spoken(r.item),
      serverId: server ?? server_id,
      illegal: r.virtual?.illegal ?? false,
    }),
  )

export const serverMarket = (helpers: SchemaHelpers): Reader<ServerMarket> =>
  record(
    {
      serverId: as('server_id', id),
      serverName: as('server_name', text),
      online: flag,
      items: as('market', helpers.records(marketItem(helpers))),
    },
    (r) => ({ ...r, serverName: r.serverName || `#${r.serverId}` }),
  )

export const marketLogEntry = ({ instant }: SchemaHelpers): Reader<MarketLogEntry> =>
  record(
    { id: whole, item: text, price: id, server_id: whole, server: whole, at: as('created_at', instant) },
    ({ server_id, server, ...r }) => ({ ...r, serverId: server_id ?? server }),
  )

export const shopType = (): Reader<ShopType> =>
  record({ shoptype: key, name: as('shopname', text) }, (r) => ({ ...r, name: r.name || r.shoptype }))

const sold = {
  id: whole,
  classname: key,
  name: text,
  price,
  level: whole,
  shoptype: text,
  shopName: as('shopname', text),
}
const named = <T extends { name: string; classname: string; shopName: string; shoptype: string }>(r: T): T => ({
  ...r,
  name: r.name || r.classname,
  shopName: r.shopName || r.shoptype,
})

export const shopItem = (): Reader<ShopItem> => record({ ...sold, category: text }, named)

export const shopVehicle = (): Reader<ShopVehicle> =>
  record({ ...sold, space: as('v_space', whole), type: text }, named)

const companyName = record({ id: whole, name: text, owner: text })
const good = record({ item: key, name: as('item_localized', text), amount: count, price: count }, (r) => ({
  ...r,
  name: r.name || spoken(r.item),
}))

export const companyShop = (helpers: SchemaHelpers): Reader<CompanyShop> =>
  record(
    {
      industrial_area_id: whole,
      industrialAreaID: whole,
      company: maybe(companyName),
      position: as('pos', position),
      goods: as('shops', helpers.records(good)),
    },
    ({ industrial_area_id, industrialAreaID, ...r }) => {
      const industrialAreaId = industrial_area_id ?? industrialAreaID
      const { id, name, owner } = r.company ?? { id: null, name: '', owner: '' }
      return { ...r, industrialAreaId, company: { id, name: name || `#${id ?? industrialAreaId ?? '?'}`, owner } }
    },
  )
