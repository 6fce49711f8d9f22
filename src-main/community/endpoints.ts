import type { EndpointName, ValueOf } from '../../src-preload/contract/community/index.ts'
import * as records from './records/index.ts'
import type { SchemaHelpers, Reader } from './records/index.ts'

/**
 * Where an answer's records stand.
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
  /** The interface's heading and its words for the operation. */
  category: string
  operation: string
  /** Path template below the base address; `{name}` is a parameter. */
  path: string
  shape: Shape
  /** The reader of one record (`list`, `one`, `nested`, `any`) or of the whole (`data`, `body`). */
  reader: (helpers: SchemaHelpers) => Reader<unknown>
  /** How long an answer counts as fresh. */
  freshMs: number
  /** Largest answer accepted, unpacked. */
  maxBytes: number
  /** Its path holds the player's secret. */
  secret: boolean
  /** The field that tells the records of its list apart; the page shows each once. */
  unique?: string
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const MB = 1024 * 1024

type ItemOf<E extends EndpointName> = ValueOf<E> extends (infer T)[] ? T : ValueOf<E>
type Rest = Partial<Pick<Endpoint, 'maxBytes' | 'secret' | 'unique'>>
const byId = { unique: 'id' }
const byShopType = { unique: 'shoptype' }

const row =
  (category: string) =>
  <E extends EndpointName>(
    name: E,
    operation: string,
    path: string,
    shape: Shape,
    reader: (helpers: SchemaHelpers) => Reader<ItemOf<E> | ValueOf<E>>,
    freshMs: number,
    rest: Rest = {},
  ): Endpoint<E> => ({
    name,
    category,
    operation,
    path,
    shape,
    reader,
    freshMs,
    maxBytes: 4 * MB,
    secret: false,
    ...rest,
  })

const mod = row('Mod')
const server = row('Server')
const player = row('Player')
const other = row('Other categories')

/** The information interface's tables as code: one row per line, in its order and words. */
export const endpoints = [
  mod('notification', 'Launcher notification', '/v1/notification', 'body', records.notification, 5 * MINUTE),
  mod('changelog', 'Changelog', '/v1/changelog', 'list', records.changelog, 15 * MINUTE, {
    maxBytes: 16 * MB,
    ...byId,
  }),
  mod('mods', 'All mods', '/v1/mods', 'list', records.mod, 5 * MINUTE, byId),
  mod('mod', 'Single mod', '/v1/mod/{id}', 'one', records.mod, 5 * MINUTE),
  mod('hashList', 'Hash list of a mod', '/v1/mod/hashlist/{id}', 'list', records.hashEntry, MINUTE, {
    maxBytes: 64 * MB,
  }),
  server('teamspeaks', 'All voice servers', '/v1/teamspeaks', 'list', records.voiceServer, 30 * SECOND, byId),
  server('teamspeak', 'Single voice server', '/v1/teamspeak/{id}', 'one', records.voiceServer, 30 * SECOND),
  server('servers', 'All game servers', '/v1/servers', 'list', records.gameServer, 30 * SECOND, byId),
  server('server', 'Single game server', '/v1/server/{id}', 'one', records.gameServer, 30 * SECOND),
  server(
    'serverByIp',
    'Game server or servers by IP',
    '/v1/server/ip/{ip}',
    'list',
    records.gameServer,
    30 * SECOND,
    byId,
  ),
  server('serversLog', 'Logs of all servers', '/v1/servers/log', 'list', records.serverLogEntry, 5 * MINUTE),
  server('serverLog', 'Log of one server', '/v1/server/log/{server_id}', 'list', records.serverLogEntry, 5 * MINUTE),
  player('player', 'Player data', '/v1/player/{secret}', 'one', records.player, MINUTE, { secret: true }),
  player('playerVehicles', 'Player vehicles', '/v1/player/{secret}/vehicles', 'list', records.playerVehicle, MINUTE, {
    secret: true,
  }),
  player('playerValidate', 'Validate a player secret', '/v1/player/validate/{secret}', 'body', records.playerCheck, 0, {
    secret: true,
  }),
  other('licences', 'License definitions', '/v1/info/licenses', 'any', records.licence, HOUR),
  other('companyShops', 'Company shops', '/v1/company_shops', 'list', records.companyShop, 5 * MINUTE),
  other('marketAll', 'Global market, all servers', '/v1/market_all', 'list', records.serverMarket, MINUTE, {
    unique: 'serverId',
  }),
  other('market', 'Market of one server', '/v1/market/{server_id}', 'list', records.marketItem, MINUTE),
  other(
    'marketLog',
    'Market log',
    '/v1/market_logs/{server_id}/{itemname}/{backlog_count}',
    'nested',
    records.marketLogEntry,
    5 * MINUTE,
  ),
  other('items', 'All items', '/v1/info/items', 'list', records.shopItem, HOUR, { maxBytes: 16 * MB }),
  other('itemShopTypes', 'Item shop types', '/v1/info/items_shoptypes', 'list', records.shopType, HOUR, byShopType),
  other('itemShop', 'Item shops of a type', '/v1/info/items/{shoptype}', 'list', records.shopItem, HOUR),
  other('vehicles', 'All vehicles', '/v1/info/vehicles', 'list', records.shopVehicle, HOUR, { maxBytes: 16 * MB }),
  other(
    'vehicleShopTypes',
    'Vehicle shop types',
    '/v1/info/vehicles_shoptypes',
    'list',
    records.shopType,
    HOUR,
    byShopType,
  ),
  other('vehicleShop', 'Vehicle shop of a type', '/v1/info/vehicles/{shoptype}', 'list', records.shopVehicle, HOUR),
  other('cbs', 'Community building system', '/v1/cbs', 'list', records.buildingProject, 5 * MINUTE, byId),
  other('houses', 'House types', '/v1/info/houses', 'any', records.generic, HOUR),
  other('buildings', 'Building types', '/v1/info/buildings', 'any', records.generic, HOUR),
  other('fuelStations', 'All fuel stations', '/v1/fuelstations', 'data', records.fuelStationGroups, MINUTE),
  other('fuelStation', 'One fuel station', '/v1/server/fuelstations/{id}', 'data', records.fuelStationGroups, MINUTE),
  other('twitch', 'Twitch streams (deprecated)', '/v1/twitch', 'list', records.stream, 2 * MINUTE),
  other(
    'twitchLimited',
    'Twitch streams with a limit (deprecated)',
    '/v1/twitch/{limit}',
    'list',
    records.stream,
    2 * MINUTE,
  ),
  other('mapMarkers', 'Map markers', '/v1/map_markers', 'data', records.mapMarkers, HOUR, { maxBytes: 16 * MB }),
] as const satisfies readonly Endpoint[]

const byName = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.name, endpoint]))

/** The row of an endpoint. */
export function endpointOf(name: EndpointName): Endpoint {
  const found = byName.get(name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found
}

/** Names of the parameters in a path template, in order. */
export const parameterNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
