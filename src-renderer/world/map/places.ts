import type {
  BuildingProject,
  CompanyShop,
  FuelStation,
  FuelStationGroup,
  MapMarker,
  MapMarkers,
  ShopType,
} from '../../../src-preload/contract/community/index.ts'
import type { MapPin } from '../../../src-preload/contract/map-pins.ts'
import type { Icon } from '#shared/ui/icon.ts'
import { fillOf, toneOf } from '../fuel.ts'
import { isOnMap, shopOf, spotText, type Spot } from '#shared/spot.ts'
import { kindOf, kinds } from './kinds.ts'

export const layers = ['pins', 'mine', 'markers', 'fuel', 'companies', 'projects'] as const
export type Layer = (typeof layers)[number]

/** A shop, and the screen that lists its goods. */
export interface ListedShop extends ShopType {
  screen: 'items' | 'vehicles'
}

/** The fields of every place. A place without a position is at 0/0. */
interface Placed extends Spot {
  /** Unique across all layers, and the same after a refresh. */
  id: string
  /** Key of the group with which it is shown and hidden. */
  group: string
  groupName: string
  name: string
  /** False if the service sends no position, or one off the map. */
  placed: boolean
  icon: Icon
  /** A CSS colour. */
  color: string
  /** What the icon says and the name does not. */
  label?: string
}

export type MapPlace = Placed &
  (
    | { layer: 'markers'; marker: MapMarker; shop?: ListedShop }
    | { layer: 'fuel'; fills: { serverId: number; station: FuelStation }[] }
    | { layer: 'companies'; shop: CompanyShop }
    | { layer: 'projects'; project: BuildingProject }
    | { layer: 'pins'; pin: MapPin }
    /** The player's own; `hours` are paid in advance, counted at `asOf`. */
    | { layer: 'mine'; hours: number | null; asOf: string }
  )

/** Places that are shown or hidden together. */
export interface Group {
  key: string
  layer: Layer
  name: string
  count: number
  icon: Icon
  color: string
}

const spotOf = (spot: Spot | null) => ({ x: spot?.x ?? 0, y: spot?.y ?? 0, placed: isOnMap(spot) })

/** A category's name with separators, because the service loses them: `EisenStahl`, `Äpfel  Kartoffeln`. */
const separated = (name: string) => name.replace(/(?<=\p{Ll})(?=\p{Lu})|\s{2,}/gu, ', ')

/** The service's own markers. A marker without a name gets the name of its category. */
export function markerPlaces({ categories, markers }: MapMarkers, shops: readonly ListedShop[] = []): MapPlace[] {
  const known = new Map(categories.map(({ key, name }) => [key, separated(name)]))
  return markers.map((marker) => {
    const groupName = known.get(marker.category) ?? marker.category
    return {
      layer: 'markers',
      id: `markers/${marker.category}/${marker.id}`,
      group: `markers/${marker.category}`,
      groupName,
      name: marker.name || groupName,
      x: marker.x,
      y: marker.y,
      placed: marker.placed,
      ...kindOf(marker.category, groupName, marker.icon),
      marker,
      shop: shopOf(marker, shops),
    }
  })
}

function fuelColor(fills: { station: FuelStation }[]): string {
  const known = fills.flatMap(({ station }) => fillOf(station) ?? [])
  return known.length === 0 ? 'var(--text-2)' : `var(--${toneOf(Math.max(...known))})`
}

/** Fuel stations. The same spot on several servers is one place with a fill level for each. */
export function fuelPlaces(
  groups: readonly FuelStationGroup[],
  groupName: string,
  unnamed: (id: number) => string,
): MapPlace[] {
  const spots = new Map<string, { serverId: number; station: FuelStation }[]>()
  for (const { serverId, stations } of groups)
    for (const station of stations) {
      const at = station.position
      const key = isOnMap(at) ? spotText(at) : `?${station.id}`
      spots.set(key, [...(spots.get(key) ?? []), { serverId, station }])
    }
  return [...spots].flatMap(([key, fills]) => {
    const station = fills[0]?.station
    if (!station) return []
    const name = station.name || unnamed(station.id)
    const color = fuelColor(fills)
    return {
      layer: 'fuel',
      id: `fuel/${key}`,
      group: 'fuel',
      groupName,
      name,
      ...spotOf(station.position),
      ...kinds.fuel,
      color,
      fills,
    }
  })
}

/** The places where companies sell. */
export const companyPlaces = (shops: readonly CompanyShop[], groupName: string): MapPlace[] =>
  shops.map((shop, at) => ({
    layer: 'companies',
    id: `companies/${shop.company.id ?? `#${at}`}/${shop.industrialAreaId ?? at}`,
    group: 'companies',
    groupName,
    name: shop.company.name,
    ...spotOf(shop.position),
    ...kinds.company,
    shop,
  }))

/** The community's building sites. */
export const projectPlaces = (projects: readonly BuildingProject[], groupName: string): MapPlace[] =>
  projects.map((project) => ({
    layer: 'projects',
    id: `projects/${project.id}`,
    group: 'projects',
    groupName,
    name: project.title,
    ...spotOf(project.position),
    ...kinds.project,
    project,
  }))

/** A marker and a place of another endpoint that are nearer than this are the same place, m. */
const SAME_M = 25

/**
 * Markers and the places of other endpoints, each once. A marker at the same spot as another place is left out, because it has fewer facts.
 */
export function eachOnce(markers: readonly MapPlace[], others: readonly MapPlace[]): MapPlace[] {
  const placed = others.filter((other) => other.placed)
  const isKnown = (marker: MapPlace) =>
    marker.placed && placed.some((other) => Math.hypot(marker.x - other.x, marker.y - other.y) < SAME_M)
  return [...markers.filter((marker) => !isKnown(marker)), ...others]
}

/** Counts equal texts: 1 for the first. */
function counter(): (text: string) => number {
  const seen = new Map<string, number>()
  return (text) => {
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return count
  }
}

/** The same places, with numbers after equal names, so that they can be told apart. A service may also give two the same id. */
export function numbered(places: readonly MapPlace[]): MapPlace[] {
  const [all, names, ids] = [counter(), counter(), counter()]
  const isRepeated = new Set(places.flatMap(({ name }) => (all(name) > 1 ? name : [])))
  return places.map((place) => {
    const [name, id] = [names(place.name), ids(place.id)]
    return {
      ...place,
      name: isRepeated.has(place.name) ? `${place.name} ${name}` : place.name,
      id: id > 1 ? `${place.id} ${id}` : place.id,
    }
  })
}

/** The name of a place in the community's list that it is from; undefined if there is no such list. */
function listedName(place: MapPlace): string | undefined {
  if (place.layer === 'fuel') return place.fills[0]?.station.name
  if (place.layer === 'companies') return place.shop.company.name
  return place.layer === 'projects' ? place.project.title : undefined
}

/** The place in one of the community's lists with the same name as a marker; otherwise the place itself. */
export function namesakeOf(place: MapPlace, places: readonly MapPlace[]): MapPlace {
  if (place.layer !== 'markers' || !place.marker.name) return place
  return places.find((other) => listedName(other) === place.marker.name) ?? place
}

/** The parameters with which the place's own screen shows it. */
export function paramsOf(place: MapPlace): Record<string, string> {
  if (place.layer === 'fuel' || place.layer === 'companies') return { query: listedName(place) ?? '' }
  if (place.layer === 'projects') return { id: String(place.project.id) }
  const vehicle = /^mine\/vehicle\/(\d+)$/.exec(place.id)?.[1]
  return vehicle === undefined ? {} : { vehicle }
}

/** The groups of these places, in the order of the places. The service's empty categories are left out. */
export function groupsOf(places: readonly MapPlace[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { group, groupName, layer, icon, color } of places) {
    const found = groups.get(group)
    if (found) found.count += 1
    else
      groups.set(group, {
        key: group,
        layer,
        name: groupName,
        count: 1,
        icon,
        color: layer === 'fuel' ? kinds.fuel.color : color,
      })
  }
  return [...groups.values()]
}
