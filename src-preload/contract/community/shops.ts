import { endpoint, type Instant, type Money, type Param, type Position } from './reading.ts'

export interface VirtualItem {
  name: string
  /** `null` if it cannot be bought. */
  buyPrice: Money | null
  illegal: boolean
  exp: number | null
  weight: number | null
}

export interface MarketItem {
  /** A key such as `copper_r`. */
  item: string
  name: string
  price: Money
  serverId: number | null
  updatedAt: Instant
  createdAt: Instant
  illegal: boolean
  virtual: VirtualItem | null
}

export interface ServerMarket {
  serverId: number
  serverName: string
  online: boolean
  items: MarketItem[]
}

export interface MarketLogEntry {
  id: number | null
  item: string
  price: Money
  serverId: number | null
  at: Instant
}

export interface ShopType {
  /** Key for the shop's own list. */
  shoptype: string
  name: string
}

export interface ShopItem {
  id: number | null
  classname: string
  name: string
  price: Money | null
  level: number | null
  category: string
  shoptype: string
  shopName: string
}

export interface ShopVehicle {
  id: number | null
  classname: string
  name: string
  price: Money | null
  level: number | null
  /** Boot space in kg. */
  space: number | null
  /** `Car`, `Air`, `Ship`. */
  type: string
  shoptype: string
  shopName: string
}

export interface CompanyShop {
  industrialAreaId: number | null
  company: { id: number | null; name: string; owner: string }
  position: Position | null
  goods: { item: string; name: string; amount: number; price: Money }[]
}

export const shopEndpoints = {
  companyShops: endpoint<CompanyShop[]>(),
  marketAll: endpoint<ServerMarket[]>(),
  market: endpoint<MarketItem[], { server_id: Param }>(),
  /** Newest first. */
  marketLog: endpoint<MarketLogEntry[], { server_id: Param; itemname: string; backlog_count: number }>(),
  items: endpoint<ShopItem[]>(),
  itemShopTypes: endpoint<ShopType[]>(),
  itemShop: endpoint<ShopItem[], { shoptype: string }>(),
  vehicles: endpoint<ShopVehicle[]>(),
  vehicleShopTypes: endpoint<ShopType[]>(),
  vehicleShop: endpoint<ShopVehicle[], { shoptype: string }>(),
}
