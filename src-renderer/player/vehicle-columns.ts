import type { Snippet } from 'svelte'
import type { PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { Column } from '#shared/table/index.ts'
import type { Words } from './facts.ts'
import { needOf, plateOf, vehicleName, vehicleState } from './vehicles.ts'
import type { Translate } from '#shared/i18n/index.ts'

/** The kinds of garages, by the beginning of their names in the service. The first that fits counts. */
const places: [RegExp, string][] = [
  [/^garage_impound/, 'impound'],
  [/^custom_garage_?(\d*)/, 'custom'],
  [/^garage_(?:car_)?(\d+)/, 'car'],
  [/^ship_(\d*)/, 'ship'],
  [/^cop_/, 'cop'],
  [/^(?:rac|adac)_/, 'rac'],
  [/^med_/, 'med'],
  [/^rental_(\d*)/, 'rental'],
]

/** A garage's name for the player. An unknown name is shown without its underscores. */
export function garageName(key: string, t: Translate): string {
  if (key === '' || key === 'unknown') return '–'
  for (const [pattern, place] of places) {
    const match = pattern.exec(key)
    if (match) return t('player.garage-name', { place, number: match[1] ?? '' }).trim()
  }
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Cell = Snippet<[row: PlayerVehicle]>

/** The columns of the vehicle table. Yes-or-no facts are only in a vehicle's details. */
export function vehicleColumns(
  { t, format }: Pick<Words, 't' | 'format'>,
  cells: { name: Cell; plate: Cell; state: Cell },
): Column<PlayerVehicle>[] {
  const full = (percent: number | null) => (percent === null ? '–' : format.percent(percent / 100))
  const driven = (kilometres: number | null) => (kilometres === null ? '–' : format.unit(kilometres, 'kilometer'))
  const state = (row: PlayerVehicle) => t(`player.vehicle-${vehicleState(row)}`)
  const name = (row: PlayerVehicle) => vehicleName(row, t)
  const garage = (row: PlayerVehicle) => garageName(row.lastGarage, t)
  const fuel = (row: PlayerVehicle) => row.fuelPercent
  const km = (row: PlayerVehicle) => row.kilometresTotal
  return [
    { key: 'name', title: t('player.vehicle'), text: name, sort: name, cell: cells.name, width: 'minmax(9.5rem, 2fr)' },
    {
      key: 'plate',
      title: t('player.plate'),
      text: (row) => plateOf(row.plate),
      cell: cells.plate,
      width: '7.25rem',
      spare: 3,
    },
    {
      key: 'state',
      title: t('player.state'),
      text: state,
      sort: needOf,
      cell: cells.state,
      card: true,
      width: '9.5rem',
    },
    {
      key: 'fuel',
      title: t('player.fuel'),
      text: (row) => full(fuel(row)),
      sort: fuel,
      align: 'end',
      width: '4.5rem',
      card: true,
    },
    {
      key: 'km',
      title: t('player.kilometres'),
      text: (row) => driven(km(row)),
      sort: km,
      align: 'end',
      width: '8.25rem',
      spare: 1,
    },
    { key: 'garage', title: t('player.garage'), text: garage, sort: garage, width: 'minmax(7.75rem, 1fr)', spare: 2 },
  ]
}
