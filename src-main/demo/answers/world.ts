import places from '../../../resources/demo/places.json' with { type: 'json' }
import { createRandom, drift } from '../random.ts'
import { HOUR, positionText } from '../wire.ts'
import { type SomeAnswers, type Asked, type DemoWorld, oneOf } from './answer.ts'

type Town = [name: string, x: number, y: number]
type Category = [key: string, name: string, icon: string, count: number]
const towns = places.towns as Town[]
const categories = places.markers as Category[]
const FUEL_MAX = 30_000

type LicenceRow = [key: string, name: string, price: number, illegal: 0 | 1 | '1', side: string, level: number | string]
const licenceRows: LicenceRow[] = [
  ['driver', 'Führerschein Klasse B', 1500, 0, 'CIV', 0],
  ['truck', 'Führerschein Klasse C', 12500, 0, 'CIV', '5'],
  ['boat', 'Bootsführerschein', 8000, 0, 'CIV', 3],
  ['pilot', 'Pilotenlizenz', 45000, 0, 'CIV', 18],
  ['diving', 'Tauchschein', 4200, 0, 'CIV', 2],
  ['fishing', 'Fischereischein', 2400, 0, 'CIV', 1],
  ['hunting', 'Jagdschein', 9500, 0, 'CIV', 8],
  ['gun', 'Waffenschein', 24000, 0, 'civ', '10'],
  ['mining', 'Schürfrecht', 6800, 0, 'CIV', 4],
  ['oil', 'Raffineriekonzession', 38000, 0, 'CIV', 15],
  ['amber', 'Bernsteinkonzession', 52000, 0, 'CIV', 20],
  ['company', 'Gewerbeanmeldung', 150000, 0, 'CIV', 12],
  ['still', 'Brennrecht (gefälscht)', 31000, 1, 'CIV', 9],
  ['dealer', 'Hinterzimmer', 48000, '1', 'CIV', 14],
  ['cop_air', 'Polizeiflugschein', 0, 0, 'WEST', 6],
  ['med_air', 'Rettungsflugschein', 0, 0, 'GUER', 6],
  ['rac_air', 'Bergungsflugschein', 0, 0, 'EAST', 6],
]

/** Licence definitions. */
const licences = licenceRows.map(([license, name, price, illegal, side, level], at) => ({
  id: at + 1,
  license: `license_${license}`,
  name,
  price,
  illegal,
  side,
  level,
}))

type HouseRow = [classname: string, name: string, price: number, slots: number, garage: boolean]
const houseRows: HouseRow[] = [
  ['nw_house_hut', 'Fischerhütte', 85000, 2, false],
  ['nw_house_small', 'Reihenhaus', 240000, 3, false],
  ['nw_house_brick', 'Backsteinhaus', 410000, 4, true],
  ['nw_house_farm', 'Gehöft', 620000, 5, true],
  ['nw_house_villa', 'Kapitänsvilla', 1450000, 8, true],
  ['nw_house_manor', 'Gutshaus', 2900000, 12, true],
]

/** House types: nobody promises this shape. */
const houseTypes = houseRows.map(([classname, name, price, slots, garage], at) => ({
  id: at + 1,
  classname,
  name,
  price,
  storage: { slots, weight: slots * 350 },
  garage: garage ? 1 : 0,
  ...(at > 3 ? { extras: ['Balkon', 'Keller'] } : {}),
}))

/** Building types. */
const buildingTypes = [
  { id: 1, classname: 'nw_build_shed', displayname: 'Schuppen', stages: 2, cost: { wood_r: 40, steel: 5 } },
  {
    id: 2,
    classname: 'nw_build_workshop',
    displayname: 'Werkstatt',
    stages: 3,
    cost: { wood_r: 60, steel: 45, clay_r: 120 },
  },
  { id: 3, classname: 'nw_build_silo', displayname: 'Silo', stages: 3, cost: { steel: 160, rock_r: 200 }, note: null },
  { id: 4, classname: 'nw_build_jetty', displayname: 'Anleger', stages: 2, cost: { wood_r: 220, steel: 30 } },
  {
    id: 5,
    classname: 'nw_build_hall',
    displayname: 'Lagerhalle',
    stages: 5,
    cost: { steel: 420, clay_r: 900, sand_r: 160 },
  },
]

type Needs = Record<string, number>
type ProjectRow = [title: string, text: string, funding: number, place: [number, number] | undefined, required: Needs]
const projectRows: ProjectRow[] = [
  [
    'Leuchtturm Rotklippe',
    'Damit nachts niemand mehr auf die Klippe läuft.',
    4_000_000,
    [15240, 9510],
    { rock_r: 4000, clay_r: 6500, steel: 900, sand_r: 700 },
  ],
  [
    'Brücke Ebbe–Kornfeld',
    'Zwanzig Minuten Umweg weniger für jeden Lastzug.',
    9_500_000,
    [10140, 5060],
    { rock_r: 9000, steel: 5200, wood_r: 2500, copper_r: 600 },
  ],
  [
    'Krankenhaus Salzwik',
    'Der Süden bekommt ein eigenes Krankenhaus.',
    6_200_000,
    [4510, 2310],
    { clay_r: 8000, sand_r: 2400, plastic: 1200, copper_r: 900 },
  ],
  [
    'Marktplatz Kleinhafen',
    'Fertig – danke an alle, die geliefert haben!',
    1_200_000,
    [3140, 12870],
    { rock_u: 2000, wood_r: 900 },
  ],
  ['Seilbahn Heidholm', 'Noch in Planung.', 14_000_000, undefined, { steel: 7800, iron_r: 2600, rubber: 800 }],
]

/** Community building projects; deliveries go on with time. One comes in the older form, with needs beside the other fields. */
const projects = ({ seed, now, origin }: Asked) =>
  projectRows.map(([title, desc, funding, place, required], at) => {
    const finished = at === 3
    const share = (item: string) =>
      finished ? 1 : at === 4 ? 0 : drift(`${seed}/cbs/${title}/${item}`, now, 72 * HOUR)
    const delivered = Object.fromEntries(
      Object.entries(required).map(([item, need]) => [item, Math.round(need * share(item))]),
    )
    return {
      id: at + 1,
      active: at === 4 ? 0 : 1,
      live: at === 4 ? 0 : 1,
      finished: finished ? 1 : 0,
      title,
      desc,
      image: `${origin}/images/projects/${at + 1}.png`,
      funding_required: funding,
      amount: Math.round(funding * share('money')),
      map_pos_x: place?.[0] ?? null,
      map_pos_y: place?.[1] ?? null,
      ...(at === 2 ? required : { required }),
      delivered,
    }
  })

/** Streams: mostly nobody is on air. */
const streams = ({ seed, now, origin }: Asked) =>
  ['Tjark_live', 'FenjaFunkt', 'DeichPilot'].flatMap((name, at) => {
    const airs = drift(`${seed}/stream/${name}`, now, 5 * HOUR)
    if (airs < 0.55 && at > 0) return []
    return [
      {
        status: ['Nachtschicht beim Pannendienst', 'Fischen bis der Kutter voll ist', 'Linienflug nach Heidholm'][at],
        display_name: name,
        url: `https://streams.nordwind.example/${name.toLowerCase()}`,
        preview_large: `${origin}/images/streams/${name}.png`,
        viewers: Math.round(airs * 90),
        average_fps: at === 1 ? '59.94' : 60.02,
        video_height: 1080,
        delay: at === 2 ? 30 : 0,
      },
    ]
  })

/** Where a station stands, for its own list and among the markers. */
function stationSpot(seed: string, at: number) {
  const random = createRandom(`${seed}/station-spot/${at}`)
  const [, x, y] = towns[at % towns.length] as Town
  return { x: x + random.whole(-900, 900), y: y + random.whole(-900, 900) }
}

/** Stations run dry over some hours and are filled up again. */
function stationsOf({ seed, now }: Asked, server: number) {
  return Array.from({ length: 24 }, (_, at) => {
    const random = createRandom(`${seed}/station/${at}`)
    const [town] = towns[at % towns.length] as Town
    const period = (5 + (at % 7)) * HOUR
    const emptied = ((now.getTime() / period + random.next() + server * 0.37) % 1) * 1.04
    const spot = stationSpot(seed, at)
    return {
      Id: at + 1,
      ServerId: server,
      Name: at < towns.length ? `Tankstelle ${town}` : `Tankstelle ${town} Außenring`,
      Pos: positionText(spot.x, spot.y, random.next() * 40),
      Fuel: at % 6 === 4 ? String(fuelLeft(emptied)) : fuelLeft(emptied),
    }
  })
}

const fuelLeft = (emptied: number) => Math.max(0, Math.round(FUEL_MAX * (1 - emptied)))

const stationsByServer = (asked: Asked) => [1, 2].map((Id) => ({ Id, Fuelstations: stationsOf(asked, Id) }))

/** Some stand nowhere, one is hidden far away. */
function spotOf(random: ReturnType<typeof createRandom>, at: number): { x: number; y: number } {
  if (at % 13 === 9) return { x: 0, y: 0 }
  if (at === 200) return { x: 500000, y: 500000 }
  if (at === 201) return { x: -10000, y: 3000 }
  const [, x, y] = random.pick(towns)
  const near = (value: number) => Number(Math.min(16300, Math.max(60, value + (random.next() - 0.5) * 2600)).toFixed(2))
  return { x: near(x), y: near(y) }
}

function markersOf({ seed }: DemoWorld) {
  const random = createRandom(`${seed}/markers`)
  let id = 0
  const markers = categories.map(([key, name, icon, count]) => {
    const list = Array.from({ length: count }, (_, at) => {
      id++
      const named = random.chance(0.63)
      return {
        id,
        classname: key === 'Garage' ? `garage_car_${at + 1}` : `mar_nw_${key.toLowerCase()}_${at + 1}`,
        displayname: named ? `${name} ${random.pick(towns)[0]}` : '',
        category_class: key,
        icon,
        ...(key === 'Fuel' ? stationSpot(seed, at) : spotOf(random, id)),
      }
    })
    return [key, list] as const
  })
  return {
    markers: Object.fromEntries(markers),
    category_names: Object.fromEntries(categories.map(([key, name]) => [key, name])),
    categories: categories.map(([key]) => key),
  }
}

/** Everything of the island that is not sold. */
export const worldAnswers = {
  licences: () => licences,
  cbs: projects,
  houses: () => houseTypes,
  buildings: () => buildingTypes,
  fuelStations: stationsByServer,
  fuelStation: (asked) =>
    oneOf(
      stationsByServer(asked).flatMap(({ Fuelstations }) => Fuelstations),
      asked.params.id,
    ),
  twitch: streams,
  twitchLimited: (asked) => streams(asked).slice(0, Math.max(0, Number(asked.params.limit) || 0)),
  /** An object of groups, not a list. */
  mapMarkers: markersOf,
} satisfies SomeAnswers
