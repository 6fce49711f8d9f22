import type { EndpointName, ValueOf } from '../../src-preload/contract/community/index.ts'
import * as records from './records/index.ts'
import type { SchemaHelpers, Reader } from './records/index.ts'

/**
 * The place of an answer's records.
 * - `list`: all of `data`
 * - `one`: the first of `data`
 * - `nested`: the first list within `data`
 * - `data`: `data` as it is
 * - `body`: the answer itself, which has no `data`
 * - `any`: a list, one record, or whatever came
 */
export type Shape = 'list' | 'one' | 'nested' | 'data' | 'body' | 'any'

/** One line of the interface's tables. */
export interface Endpoint<E extends EndpointName = EndpointName> {
  name: E
  /** Path template below the base address; `{name}` is a parameter. */
  path: string
  shape: Shape
  /** The reader of one record (`list`, `one`, `nested`, `any`) or of the whole (`data`, `body`). */
  reader: (helpers: SchemaHelpers) => Reader<unknown>
  /** How long an answer counts as fresh. */
  freshMs: number
  /** Largest answer accepted, unpacked. */
  maxBytes: number
  /** Its path contains the player's secret. */
  secret: boolean
  /** The field that identifies a record of its list. The page shows each record once. */
  unique?: string
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const MB = 1024 * 1024

type ItemOf<E extends EndpointName> = ValueOf<E> extends (infer T)[] ? T : ValueOf<E>
type Rest = Partial<Pick<Endpoint, 'maxBytes' | 'unique'>>
const byId = { unique: 'id' }
const byShopType = { unique: 'shoptype' }

const row = <E extends EndpointName>(
  name: E,
  path: string,
  shape: Shape,
  reader: (helpers: SchemaHelpers) => Reader<ItemOf<E> | ValueOf<E>>,
  freshMs: number,
  rest: Rest = {},
): Endpoint<E> => ({
  name,
  path,
  shape,
  reader,
  freshMs,
  maxBytes: 4 * MB,
  secret: path.includes('{secret}'),
  ...rest,
})

/** The information interface's tables as code: one row per line, in their order. */
export const endpoints = [
  row('notification', '/v1/notification', 'body', records.notification, 5 * MINUTE),
  row('changelog', '/v1/changelog', 'list', records.changelog, 15 * MINUTE, { maxBytes: 16 * MB, ...byId }),
  row('mods', '/v1/mods', 'list', records.mod, 5 * MINUTE, byId),
  row('mod', '/v1/mod/{id}', 'one', records.mod, 5 * MINUTE),
  row('hashList', '/v1/mod/hashlist/{id}', 'list', records.hashEntry, MINUTE, { maxBytes: 64 * MB }),
  row('teamspeaks', '/v1/teamspeaks', 'list', records.voiceServer, 30 * SECOND, byId),
  row('teamspeak', '/v1/teamspeak/{id}', 'one', records.voiceServer, 30 * SECOND),
  row('servers', '/v1/servers', 'list', records.gameServer, 30 * SECOND, byId),
  row('server', '/v1/server/{id}', 'one', records.gameServer, 30 * SECOND),
  row('serverByIp', '/v1/server/ip/{ip}', 'list', records.gameServer, 30 * SECOND, byId),
  row('serversLog', '/v1/servers/log', 'list', records.serverLogEntry, 5 * MINUTE),
  row('serverLog', '/v1/server/log/{server_id}', 'list', records.serverLogEntry, 5 * MINUTE),
  row('player', '/v1/player/{secret}', 'one', records.player, MINUTE),
  row('playerVehicles', '/v1/player/{secret}/vehicles', 'list', records.playerVehicle, MINUTE, byId),
  row('playerValidate', '/v1/player/validate/{secret}', 'body', records.playerCheck, 0),
  row('licences', '/v1/info/licenses', 'any', records.licence, HOUR),
  row('companyShops', '/v1/company_shops', 'list', records.companyShop, 5 * MINUTE),
  row('marketAll', '/v1/market_all', 'list', records.serverMarket, MINUTE, { unique: 'serverId' }),
  row('market', '/v1/market/{server_id}', 'list', records.marketItem, MINUTE),
  row(
    'marketLog',
    '/v1/market_logs/{server_id}/{itemname}/{backlog_count}',
    'nested',
    records.marketLogEntry,
    5 * MINUTE,
  ),
  row('items', '/v1/info/items', 'list', records.shopItem, HOUR, { maxBytes: 16 * MB }),
  row('itemShopTypes', '/v1/info/items_shoptypes', 'list', records.shopType, HOUR, byShopType),
  row('itemShop', '/v1/info/items/{shoptype}', 'list', records.shopItem, HOUR),
  row('vehicles', '/v1/info/vehicles', 'list', records.shopVehicle, HOUR, { maxBytes: 16 * MB }),
  row('vehicleShopTypes', '/v1/info/vehicles_shoptypes', 'list', records.shopType, HOUR, byShopType),
  row('vehicleShop', '/v1/info/vehicles/{shoptype}', 'list', records.shopVehicle, HOUR),
  row('cbs', '/v1/cbs', 'list', records.buildingProject, 5 * MINUTE, byId),
  row('houses', '/v1/info/houses', 'any', records.generic, HOUR),
  row('buildings', '/v1/info/buildings', 'any', records.generic, HOUR),
  row('fuelStations', '/v1/fuelstations', 'data', records.fuelStationGroups, MINUTE),
  row('fuelStation', '/v1/server/fuelstations/{id}', 'data', records.fuelStationGroups, MINUTE),
  row('twitch', '/v1/twitch', 'list', records.stream, 2 * MINUTE),
  row('twitchLimited', '/v1/twitch/{limit}', 'list', records.stream, 2 * MINUTE),
  row('mapMarkers', '/v1/map_markers', 'data', records.mapMarkers, HOUR, { maxBytes: 16 * MB }),
] as const satisfies readonly Endpoint[]

const byName = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]))

export function endpointOf(name: EndpointName): Endpoint {
  const found = byName.get(name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found
}

export const parameterNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
