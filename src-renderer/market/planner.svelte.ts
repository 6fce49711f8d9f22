import type { MapMarkers, ServerMarket } from '../../src-preload/contract/community/index.ts'
import type { PlayerData } from '../../src-preload/contract/player.ts'
import { useFormat } from '#shared/format/index.ts'
import { useI18n } from '#shared/i18n/index.ts'
import { useResource } from '#shared/resource/index.ts'
import { forSale, ownCarriers, tripsOf } from './plan.ts'
import { Places } from './ways.ts'

const placesOf = ({ categories, markers }: MapMarkers): Places => {
  const names = new Map(categories.map(({ key, name }) => [key, name]))
  return new Places(markers, (key) => names.get(key) ?? key)
}

interface Wish {
  vehicle?: string
  /** The boot of any other vehicle, kg. */
  space: number | undefined
  speed: number | undefined
  stopMinutes: number | undefined
  km?: number | undefined
  /** `''`: one trip. */
  hours: '' | '1' | '3' | '5'
  illegal: boolean
  onlyHeld: boolean
}

interface Given {
  markets: readonly ServerMarket[]
  own: PlayerData | undefined
  officers: ReadonlyMap<number, number>
}

/** The player's entries for the planner, and the trips for them. Call it while a component is set up. */
export function usePlan(given: () => Given) {
  const { t } = useI18n()
  const format = useFormat()
  const shops = useResource(() => ({ endpoint: 'companyShops', params: {} }))
  const markers = useResource(() => ({ endpoint: 'mapMarkers', params: {} }))
  const licences = useResource(() => ({ endpoint: 'licences', params: {} }))
  const sold = useResource(() => ({ endpoint: 'vehicles', params: {} }))
  const wish = $state<Wish>({ space: 200, speed: 80, stopMinutes: 15, hours: '', illegal: false, onlyHeld: true })
  const player = $derived(given().own?.player.value)
  const held = $derived(player?.licences.map(({ licence }) => licence))
  const kg = (space: number | null | undefined) => t('market.kg', { kg: format.number(space ?? 0) })
  const carriers = $derived([
    ...ownCarriers(given().own?.vehicles?.value ?? []).map(({ id, name, vehicle }) => ({
      value: `own ${id}`,
      label: `${name} · ${kg(vehicle?.space)}`,
      space: vehicle?.space,
    })),
    ...forSale(sold.value ?? [], player?.level ?? undefined).map(({ classname, name, space, price }) => ({
      value: `shop ${classname}`,
      label: `${name} · ${kg(space)}${price === null ? '' : ` · ${format.money(price)}`}`,
      space,
    })),
  ])
  const vehicle = $derived(wish.vehicle ?? carriers.find(({ value }) => value.startsWith('own '))?.value ?? '')
  const carrier = $derived(carriers.find(({ value }) => value === vehicle))
  const places = $derived(markers.value && placesOf(markers.value))
  const trips = $derived(
    tripsOf(
      given().markets,
      shops.value ?? [],
      {
        space: carrier?.space ?? wish.space ?? 0,
        km: wish.km,
        speed: wish.speed ?? 0,
        stopMinutes: wish.stopMinutes,
        withIllegal: wish.illegal,
        ...(wish.hours && { hours: Number(wish.hours) }),
        held,
        onlyHeld: wish.onlyHeld,
      },
      { places, licences: licences.value ?? [], officers: given().officers },
    ),
  )
  return {
    wish,
    get vehicle() {
      return vehicle
    },
    get carrier() {
      return carrier
    },
    get vehicles() {
      return [...carriers, { value: '', label: t('market.plan.other') }]
    },
    get trips() {
      return trips
    },
    get isSignedIn() {
      return player !== undefined
    },
  }
}
