import type { CompanyShop, MapMarkers, Player, PlayerVehicle } from '../../../src-preload/contract/community/index.ts'
import { garageSpot, isOnMap, type Spot } from '#shared/spot.ts'
import { kinds, type Kind } from './kinds.ts'
import type { MapPlace } from './places.ts'

/** The player's own things that the map can show. */
export interface Owned {
  player: Player
  /** When the player's record was read. */
  asOf: string
  vehicles: readonly PlayerVehicle[]
  /** The shops of all companies, which contain the positions of the player's own. */
  shops: readonly CompanyShop[]
  /** The map's markers, which contain the positions of garages. */
  markers: MapMarkers | undefined
}

export interface OwnedWords {
  group: string
  me: string
  vehicle: string
  house: (id: number) => string
  keyed: (id: number) => string
  building: (id: number) => string
  buildingKeyed: (id: number) => string
  /** What the sign of a keyed house or building says. */
  withKey: string
}

/** The player's houses, buildings, companies, vehicles in a garage and last position. Anything without a position is left out. */
export function minePlaces({ player, asOf, vehicles, shops, markers }: Owned, words: OwnedWords): MapPlace[] {
  const own = (key: string, name: string, at: Spot | null, kind: Kind, hours: number | null = null) =>
    isOnMap(at)
      ? [
          {
            layer: 'mine' as const,
            id: `mine/${key}`,
            group: 'mine',
            groupName: words.group,
            name,
            x: at.x,
            y: at.y,
            placed: true,
            ...kind,
            hours,
            asOf,
          },
        ]
      : []
  const keyed = { ...kinds.keyed, label: words.withKey }
  const garageOf = ({ lastGarage }: PlayerVehicle) => garageSpot(lastGarage, markers?.markers ?? [])
  const companies = new Set(player.companies.filter(({ state }) => state !== 'deleted').map(({ id }) => id))
  return [
    ...own('me', words.me, player.position, kinds.me),
    ...player.houses.flatMap((one) =>
      own(`house/${one.id}`, words.house(one.id), one.position, kinds.house, one.paidHours),
    ),
    ...player.housesKeyed.flatMap((one) => own(`keyed/${one.id}`, words.keyed(one.id), one.position, keyed)),
    ...player.buildings
      .filter(({ stage }) => stage !== -1)
      .flatMap((one) => own(`building/${one.id}`, words.building(one.id), one.position, kinds.building, one.paidHours)),
    ...player.buildingsKeyed
      .filter(({ stage }) => stage !== -1)
      .flatMap((one) => own(`building-keyed/${one.id}`, words.buildingKeyed(one.id), one.position, keyed)),
    ...shops
      .filter(({ company }) => company.id !== null && companies.has(company.id))
      .flatMap((shop, at) => own(`company/${at}`, shop.company.name, shop.position, kinds.ownCompany)),
    ...vehicles
      .filter(({ state, destroyed }) => state === 'ok' && !destroyed)
      .flatMap((one) => own(`vehicle/${one.id}`, one.name || words.vehicle, garageOf(one), kinds.vehicle)),
  ]
}
