import { endpoint, type Field, type GenericRecord, type Money, type Param, type Position } from './reading.ts'

/** A licence's definition. The service does not guarantee its shape, so unknown fields are in `more`. */
export interface Licence {
  key: string
  name: string
  price: Money | null
  illegal: boolean
  side: string
  level: number | null
  more: Field[]
}

export interface BuildingProject {
  id: number
  title: string
  description: string
  image: string
  active: boolean
  finished: boolean
  funding: { required: Money | null; given: Money | null }
  /** `null` if the project has no place yet. */
  position: { x: number; y: number } | null
  resources: { item: string; required: number; delivered: number }[]
}

export interface FuelStation {
  /** The service's id, or the index in its list. */
  id: number
  name: string
  position: Position | null
  /** Litres. */
  fuel: number | null
  /** Litres. */
  capacity: number
  more: Field[]
}

export interface FuelStationGroup {
  serverId: number
  stations: FuelStation[]
}

/** An entry of the deprecated stream list. */
export interface Stream {
  title: string
  name: string
  url: string
  preview: string
  viewers: number | null
  height: number | null
}

export interface MapMarker {
  id: number
  classname: string
  /** `''` if it has none. */
  name: string
  category: string
  icon: string
  x: number
  y: number
  /** False if the marker is at 0/0 or outside the map. */
  placed: boolean
}

/** All markers, and their categories in the service's order. */
export interface MapMarkers {
  categories: { key: string; name: string; count: number }[]
  markers: MapMarker[]
}

export const worldEndpoints = {
  licences: endpoint<Licence[]>(),
  cbs: endpoint<BuildingProject[]>(),
  houses: endpoint<GenericRecord[]>(),
  buildings: endpoint<GenericRecord[]>(),
  fuelStations: endpoint<FuelStationGroup[]>(),
  fuelStation: endpoint<FuelStationGroup[], { id: Param }>(),
  twitch: endpoint<Stream[]>(),
  twitchLimited: endpoint<Stream[], { limit: number }>(),
  mapMarkers: endpoint<MapMarkers>(),
}
