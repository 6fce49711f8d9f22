import mapMarkers from '../../../resources/demo/markers.json' with { type: 'json' }
import places from '../../../resources/demo/places.json' with { type: 'json' }
import world from '../../../resources/demo/world.json' with { type: 'json' }
import { HOUR, positionText, drift } from '../wire.ts'
import { type SomeAnswers, type DemoQuery, oneOf } from './answer.ts'

type Station = [name: string, x: number, y: number, z: number, emptied: number]
type Marker = [id: number, classname: string, displayname: string, icon: string, x: number, y: number]

const FUEL_MAX = 30_000

/** Community building projects. Deliveries grow with time. One project has the older form, with the needed amounts beside its other fields. */
const projects = ({ now, origin }: DemoQuery) =>
  world.projects.map(({ required, image, ...project }, at) => {
    const { title, active, finished, funding_required } = project
    const share = (item: string) => (finished ? 1 : active ? drift(`cbs/${title}/${item}`, now, 72 * HOUR) : 0)
    const delivered = Object.entries(required).map(([item, need]) => [item, Math.round(need * share(item))])
    return {
      ...project,
      image: origin + image,
      amount: Math.round(funding_required * share('money')),
      ...(at === 2 ? required : { required }),
      delivered: Object.fromEntries(delivered) as object,
    }
  })

/** Streams. Some are offline at any time. */
const streams = ({ now, origin }: DemoQuery) =>
  world.streams.flatMap(({ preview_large, ...stream }, at) => {
    const airs = drift(`stream/${stream.display_name}`, now, 5 * HOUR)
    if (airs < 0.25 && at > 0) return []
    return [{ ...stream, preview_large: origin + preview_large, viewers: Math.round(airs * 90) }]
  })

/** Stations run empty over some hours and are filled up again. */
const stationsOf = (now: Date, server: number) =>
  (places.stations as Station[]).map(([name, x, y, z, start], at) => {
    const period = (5 + (at % 7)) * HOUR
    const emptied = ((now.getTime() / period + start + server * 0.37) % 1) * 1.04
    const fuel = Math.max(0, Math.round(FUEL_MAX * (1 - emptied)))
    return {
      Id: at + 1,
      ServerId: server,
      Name: name,
      Pos: positionText([x, y, z]),
      Fuel: at % 6 === 4 ? String(fuel) : fuel,
    }
  })

/** The map's markers by category. Two are hidden beyond the map; some have no place. */
const markers = {
  markers: Object.fromEntries(
    mapMarkers.map(({ key, markers }) => [
      key,
      (markers as Marker[]).map(([id, classname, displayname, icon, x, y]) => ({
        id,
        classname,
        displayname,
        category_class: key,
        icon,
        x,
        y,
      })),
    ]),
  ),
  category_names: Object.fromEntries(mapMarkers.map(({ key, name }) => [key, name])),
  categories: mapMarkers.map(({ key }) => key),
}

export const worldAnswers = {
  licences: () => world.licences,
  cbs: projects,
  houses: () => world.houses,
  buildings: () => world.buildings,
  fuelStations: ({ now }) => [1, 2].map((Id) => ({ Id, Fuelstations: stationsOf(now, Id) })),
  fuelStation: ({ now, params }) => oneOf([...stationsOf(now, 1), ...stationsOf(now, 2)], params.id),
  twitch: streams,
  twitchLimited: (query) => streams(query).slice(0, Math.max(0, Number(query.params.limit) || 0)),
  /** An object of groups, not a list. */
  mapMarkers: () => markers,
} satisfies SomeAnswers
