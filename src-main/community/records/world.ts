import * as v from 'valibot'
import type {
  BuildingProject,
  FuelStation,
  FuelStationGroup,
  GenericRecord,
  Licence,
  MapMarker,
  MapMarkers,
  Stream,
} from '../../../src-preload/contract/community/index.ts'
import * as read from './schema-helpers.ts'
import type { Reader, SchemaHelpers } from './schema-helpers.ts'

const TITLE_FIELDS = ['name', 'title', 'displayname', 'localized', 'shopname', 'license', 'classname', 'type', 'id']

/** A record of unknown fields, shown as it is. */
export const generic = (): Reader<GenericRecord> =>
  read.lenient((raw) => {
    const fields = read.fieldsOf(raw)
    const named = (name: string) =>
      fields.find((field) => field.name.toLowerCase() === name && field.value !== '')?.value
    const title = TITLE_FIELDS.map(named).find((value) => value !== undefined)
    return { key: named('id') ?? named('classname') ?? title ?? '', title: title ?? fields[0]?.value ?? '', fields }
  })

const licenceFields = {
  id: read.text,
  license: read.text,
  licence: read.text,
  name: read.text,
  price: read.whole,
  illegal: read.flag,
  side: read.text,
  level: read.whole,
}

const definedLicence: Reader<Licence> = read.record(licenceFields, (r, raw) => {
  const own = r.license || r.licence
  return {
    key: own || r.id,
    name: r.name || own || r.id || '?',
    price: r.price,
    illegal: r.illegal,
    side: r.side,
    level: r.level,
    more: read.fieldsOf(raw, Object.keys(licenceFields)),
  }
})

/** A licence. If it is no record, it is shown as it is. */
export const licence = (): Reader<Licence> =>
  read.lenient((raw) => {
    const parsed = v.safeParse(definedLicence, raw)
    if (parsed.success) return parsed.output
    const { key, title: name, fields: more } = v.parse(generic(), raw)
    return { key, name, price: null, illegal: false, side: '', level: null, more }
  })

const amounts = read.lenient((value) => {
  const pairs = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return new Map(
    pairs.map(([item, given]) => [item, read.wholeOf(given)] as const).filter(([, amount]) => amount !== null),
  )
})

export const buildingProject = (): Reader<BuildingProject> =>
  read.record(
    {
      id: read.id,
      title: read.text,
      description: read.as('desc', read.text),
      image: read.text,
      active: read.flag,
      finished: read.flag,
      funding_required: read.whole,
      amount: read.whole,
      x: read.as('map_pos_x', read.number),
      y: read.as('map_pos_y', read.number),
      required: amounts,
      delivered: amounts,
    },
    ({ funding_required, amount, x, y, required, delivered, ...r }, raw) => ({
      ...r,
      title: r.title || `#${r.id}`,
      funding: { required: funding_required, given: amount },
      position: x === null || y === null ? null : { x, y },
      resources: resourcesOf(required, delivered, raw as Record<string, unknown>),
    }),
  )

type Amounts = ReadonlyMap<string, number | null>

/** The needed amounts are in `required` or, in another version of the service, in fields of the record that are named after the items. */
function resourcesOf(required: Amounts, delivered: Amounts, raw: Record<string, unknown>) {
  return [...new Set([...required.keys(), ...delivered.keys()])].map((item) => ({
    item,
    required: required.get(item) ?? read.wholeOf(raw[item]) ?? 0,
    delivered: delivered.get(item) ?? 0,
  }))
}

/** A station's litres if it does not say. */
const FUEL_CAPACITY = 30_000
const stationFields = {
  Id: read.whole,
  Name: read.text,
  Pos: read.position,
  Position: read.position,
  Fuel: read.whole,
  MaxFuel: read.whole,
  ServerId: read.whole,
}

const station = (): Reader<FuelStation & { serverId: number | null }> =>
  read.record(stationFields, (r, raw) => ({
    id: r.Id ?? 0,
    name: r.Name,
    position: r.Pos ?? r.Position,
    fuel: r.Fuel,
    capacity: r.MaxFuel ?? FUEL_CAPACITY,
    more: read.fieldsOf(raw, Object.keys(stationFields)),
    serverId: r.ServerId,
  }))

/** Fuel stations by server. Stations without a group are grouped by the server that they name. */
export const fuelStationGroups = (helpers: SchemaHelpers): Reader<FuelStationGroup[]> =>
  read.lenient((data) => {
    const groups = new Map<number, FuelStation[]>()
    const stations = helpers.records(station())
    for (const item of read.itemsOf(data)) {
      const nested = typeof item === 'object' && item !== null && 'Fuelstations' in item
      const list = nested ? (item as { Fuelstations: unknown; Id?: unknown }) : undefined
      for (const { serverId, ...found } of v.parse(stations, list ? list.Fuelstations : [item])) {
        const server = read.wholeOf(list?.Id) ?? serverId ?? 0
        const group = groups.get(server) ?? []
        groups.set(server, group)
        group.push({ ...found, id: found.id || group.length + 1 })
      }
    }
    return [...groups].map(([serverId, group]) => ({ serverId, stations: group }))
  })

export const stream = (): Reader<Stream> =>
  read.record({
    title: read.as('status', read.text),
    name: read.as('display_name', read.key),
    url: read.text,
    preview: read.as('preview_large', read.text),
    viewers: read.whole,
    height: read.as('video_height', read.whole),
  })

/** Larger than any map. Markers beyond it are hidden on purpose. */
const MAP_LIMIT = 50_000

const marker = (): Reader<Omit<MapMarker, 'category'>> =>
  read.record(
    {
      id: read.id,
      classname: read.text,
      name: read.as('displayname', read.text),
      icon: read.text,
      x: read.number,
      y: read.number,
    },
    (r) => {
      const [x, y] = [r.x ?? 0, r.y ?? 0]
      const placed = (x !== 0 || y !== 0) && x >= 0 && y >= 0 && x < MAP_LIMIT && y < MAP_LIMIT
      return { ...r, x, y, placed }
    },
  )

export const mapMarkers = (helpers: SchemaHelpers): Reader<MapMarkers> =>
  read.record(
    {
      markers: read.lenient((value) => value),
      category_names: read.lenient((value) => value),
      categories: read.lenient(read.itemsOf),
    },
    (r) => {
      const given = Object.entries((r.markers ?? {}) as Record<string, unknown>)
      const names = (r.category_names ?? {}) as Record<string, unknown>
      const list = helpers.records(marker())
      const groups = new Map(
        given.map(([category, raw]) => [category, v.parse(list, raw).map((found) => ({ ...found, category }))]),
      )
      const order = r.categories.filter((name): name is string => typeof name === 'string')
      const keys = [...new Set([...order, ...groups.keys()])]
      const categories = keys.map((name) => ({
        key: name,
        name: (typeof names[name] === 'string' && v.parse(read.text, names[name])) || name,
        count: groups.get(name)?.length ?? 0,
      }))
      return { categories, markers: [...groups.values()].flat() }
    },
  )
