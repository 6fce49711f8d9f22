import type { Changelog, Notification } from './news.ts'
import type { Player, PlayerCheck, PlayerVehicle } from './player.ts'
import type { GenericRecord } from './reading.ts'
import type { GameServer, HashEntry, Mod, ServerLogEntry, VoiceServer } from './servers.ts'
import type { CompanyShop, MarketItem, MarketLogEntry, ServerMarket, ShopItem, ShopType, ShopVehicle } from './shops.ts'
import type { BuildingProject, FuelStationGroup, Licence, MapMarkers, Stream } from './world.ts'

/** A path parameter: an id, an address, an item's name. */
export type Param = string | number

/** Every read of the information interface: its path parameters and what it gives. */
export interface Endpoints {
  notification: { params: NoParams; value: Notification }
  changelog: { params: NoParams; value: Changelog[] }
  mods: { params: NoParams; value: Mod[] }
  mod: { params: { id: Param }; value: Mod }
  hashList: { params: { id: Param }; value: HashEntry[] }
  teamspeaks: { params: NoParams; value: VoiceServer[] }
  teamspeak: { params: { id: Param }; value: VoiceServer }
  servers: { params: NoParams; value: GameServer[] }
  server: { params: { id: Param }; value: GameServer }
  serverByIp: { params: { ip: string }; value: GameServer[] }
  serversLog: { params: NoParams; value: ServerLogEntry[] }
  serverLog: { params: { server_id: Param }; value: ServerLogEntry[] }
  player: { params: { secret: string }; value: Player }
  playerVehicles: { params: { secret: string }; value: PlayerVehicle[] }
  playerValidate: { params: { secret: string }; value: PlayerCheck }
  licenses: { params: NoParams; value: Licence[] }
  companyShops: { params: NoParams; value: CompanyShop[] }
  marketAll: { params: NoParams; value: ServerMarket[] }
  market: { params: { server_id: Param }; value: MarketItem[] }
  /** Newest first. */
  marketLog: { params: { server_id: Param; itemname: string; backlog_count: number }; value: MarketLogEntry[] }
  items: { params: NoParams; value: ShopItem[] }
  itemShopTypes: { params: NoParams; value: ShopType[] }
  itemShop: { params: { shoptype: string }; value: ShopItem[] }
  vehicles: { params: NoParams; value: ShopVehicle[] }
  vehicleShopTypes: { params: NoParams; value: ShopType[] }
  vehicleShop: { params: { shoptype: string }; value: ShopVehicle[] }
  cbs: { params: NoParams; value: BuildingProject[] }
  houses: { params: NoParams; value: GenericRecord[] }
  buildings: { params: NoParams; value: GenericRecord[] }
  fuelStations: { params: NoParams; value: FuelStationGroup[] }
  fuelStation: { params: { id: Param }; value: FuelStationGroup[] }
  twitch: { params: NoParams; value: Stream[] }
  twitchLimited: { params: { limit: number }; value: Stream[] }
  mapMarkers: { params: NoParams; value: MapMarkers }
}
type NoParams = Record<never, never>

export type EndpointName = keyof Endpoints
export type ParamsOf<E extends EndpointName> = Endpoints[E]['params']
export type ValueOf<E extends EndpointName> = Endpoints[E]['value']

/** What the page may read for itself: not the player's (they need the secret), not hash lists (they are the mods room's). */
export const pageEndpoints = [
  'notification',
  'changelog',
  'mods',
  'mod',
  'teamspeaks',
  'teamspeak',
  'servers',
  'server',
  'serverByIp',
  'serversLog',
  'serverLog',
  'licenses',
  'companyShops',
  'marketAll',
  'market',
  'marketLog',
  'items',
  'itemShopTypes',
  'itemShop',
  'vehicles',
  'vehicleShopTypes',
  'vehicleShop',
  'cbs',
  'houses',
  'buildings',
  'fuelStations',
  'fuelStation',
  'twitch',
  'twitchLimited',
  'mapMarkers',
] as const satisfies readonly EndpointName[]
export type PageEndpoint = (typeof pageEndpoints)[number]
