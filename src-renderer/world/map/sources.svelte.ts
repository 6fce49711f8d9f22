import type { ShopType } from '../../../src-preload/contract/community/index.ts'
import type { PlayerData } from '../../../src-preload/contract/player.ts'
import { useI18n } from '#shared/i18n/index.ts'
import { useResource } from '#shared/resource/index.ts'
import { minePlaces } from './mine.ts'
import type { Pins } from './pins.ts'
import {
  companyPlaces,
  eachOnce,
  fuelPlaces,
  markerPlaces,
  numbered,
  projectPlaces,
  type ListedShop,
  type MapPlace,
} from './places.ts'

/** All places from the service, as they arrive. Call it while a component is set up. */
export function useSources(own: () => PlayerData | undefined, pins: Pins) {
  const { t } = useI18n()
  const markers = useResource(() => ({ endpoint: 'mapMarkers', params: {} }))
  const fuel = useResource(() => ({ endpoint: 'fuelStations', params: {} }))
  const companies = useResource(() => ({ endpoint: 'companyShops', params: {} }))
  const projects = useResource(() => ({ endpoint: 'cbs', params: {} }))
  const itemShops = useResource(() => ({ endpoint: 'itemShopTypes', params: {} }))
  const vehicleShops = useResource(() => ({ endpoint: 'vehicleShopTypes', params: {} }))
  const all = [markers, fuel, companies, projects]
  const shops = $derived<ListedShop[]>([
    ...(itemShops.value ?? []).map((shop: ShopType) => ({ ...shop, screen: 'items' as const })),
    ...(vehicleShops.value ?? []).map((shop: ShopType) => ({ ...shop, screen: 'vehicles' as const })),
  ])
  const mine = $derived.by(() => {
    const data = own()
    if (!data?.player.value) return []
    const [shops, vehicles] = [companies.value ?? [], data.vehicles?.value ?? []]
    return minePlaces(
      { player: data.player.value, asOf: data.player.asOf, vehicles, shops, markers: markers.value },
      {
        group: t('map.mine'),
        me: t('map.me'),
        vehicle: t('player.vehicle-unknown'),
        house: (id) => t('map.house', { id }),
        keyed: (id) => t('map.house-keyed', { id }),
        building: (id) => t('map.building', { id }),
        buildingKeyed: (id) => t('map.building-keyed', { id }),
        withKey: t('map.with-key'),
      },
    )
  })
  const places = $derived<MapPlace[]>(
    numbered([
      ...pins.places(t),
      ...mine,
      ...eachOnce(markers.value ? markerPlaces(markers.value, shops) : [], [
        ...fuelPlaces(fuel.value ?? [], t('map.fuel'), (id) => t('world.fuel.unnamed', { id })),
        ...companyPlaces(companies.value ?? [], t('map.companies')),
        ...projectPlaces(projects.value ?? [], t('map.projects')),
      ]),
    ]),
  )
  return {
    resources: { markers, fuel, companies, projects },
    get places() {
      return places
    },
    get isBroken() {
      return all.some(({ state }) => state === 'failed')
    },
    get isSettled() {
      return all.every(({ state }) => state !== 'loading')
    },
  }
}
