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
import * as read from './schema-helpers.ts'
import type { Reader, SchemaHelpers } from './schema-helpers.ts'

/** A price; −1 means that there is none. */
const price = read.lenient((value) => {
  const amount = read.wholeOf(value)
  return amount !== null && amount >= 0 ? amount : null
})

const virtualItem: Reader<VirtualItem> = read.record({
  name: read.text,
  buyPrice: price,
  illegal: read.flag,
  exp: read.whole,
  weight: read.whole,
})

/** `copper_r` as words, for items without a name. */
const spoken = (item: string): string => item.replace(/_[ru]$/, '').replaceAll('_', ' ')

export const marketItem = ({ instant }: SchemaHelpers): Reader<MarketItem> =>
  read.record(
    {
      item: read.key,
      price: read.id,
      server: read.whole,
      server_id: read.whole,
      updatedAt: read.as('updated_at', instant),
      createdAt: read.as('created_at', instant),
      name: read.as('localized', read.text),
      virtual: read.as('export_virt_item', read.maybe(virtualItem)),
    },
    ({ server, server_id, ...r }) => ({
      ...r,
      name: r.name || spoken(r.item),
      serverId: server ?? server_id,
      illegal: r.virtual?.illegal ?? false,
    }),
  )

export const serverMarket = (helpers: SchemaHelpers): Reader<ServerMarket> =>
  read.record(
    {
      serverId: read.as('server_id', read.id),
      serverName: read.as('server_name', read.text),
      online: read.flag,
      items: read.as('market', helpers.records(marketItem(helpers))),
    },
    (r) => ({ ...r, serverName: r.serverName || `#${r.serverId}` }),
  )

export const marketLogEntry = ({ instant }: SchemaHelpers): Reader<MarketLogEntry> =>
  read.record(
    {
      id: read.whole,
      item: read.text,
      price: read.id,
      server_id: read.whole,
      server: read.whole,
      at: read.as('created_at', instant),
    },
    ({ server_id, server, ...r }) => ({ ...r, serverId: server_id ?? server }),
  )

export const shopType = (): Reader<ShopType> =>
  read.record({ shoptype: read.key, name: read.as('shopname', read.text) }, (r) => ({
    ...r,
    name: r.name || r.shoptype,
  }))

const sold = {
  id: read.whole,
  classname: read.key,
  name: read.text,
  price,
  level: read.whole,
  shoptype: read.text,
  shopName: read.as('shopname', read.text),
}
const named = <T extends { name: string; classname: string; shopName: string; shoptype: string }>(r: T): T => ({
  ...r,
  name: r.name || r.classname,
  shopName: r.shopName || r.shoptype,
})

export const shopItem = (): Reader<ShopItem> => read.record({ ...sold, category: read.text }, named)

export const shopVehicle = (): Reader<ShopVehicle> =>
  read.record({ ...sold, space: read.as('v_space', read.whole), type: read.text }, named)

const companyName = read.record({ id: read.whole, name: read.text, owner: read.text })
const good = read.record(
  { item: read.key, name: read.as('item_localized', read.text), amount: read.count, price: read.count },
  (r) => ({
    ...r,
    name: r.name || spoken(r.item),
  }),
)

export const companyShop = (helpers: SchemaHelpers): Reader<CompanyShop> =>
  read.record(
    {
      industrial_area_id: read.whole,
      industrialAreaID: read.whole,
      company: read.maybe(companyName),
      position: read.as('pos', read.position),
      goods: read.as('shops', helpers.records(good)),
    },
    ({ industrial_area_id, industrialAreaID, ...r }) => {
      const industrialAreaId = industrial_area_id ?? industrialAreaID
      const { id, name, owner } = r.company ?? { id: null, name: '', owner: '' }
      return { ...r, industrialAreaId, company: { id, name: name || `#${id ?? industrialAreaId ?? '?'}`, owner } }
    },
  )
