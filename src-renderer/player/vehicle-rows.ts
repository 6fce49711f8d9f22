import type { PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import { mask } from '#shared/privacy/index.ts'
import type { Spot } from '#shared/spot.ts'
import type { Row } from '#shared/ui/rows.ts'
import type { Words } from './facts.ts'
import { garageName } from './vehicle-columns.ts'
import { plateOf, vehicleState, vehicleTones } from './vehicles.ts'

/** All facts of the record that a player may ask for, in words. Missing ones are empty. */
export function vehicleRows(
  vehicle: PlayerVehicle,
  { t, format }: Pick<Words, 't' | 'format'>,
  {
    spot,
    dealer,
    owner,
  }: {
    spot: Spot | null
    dealer: Spot | null
    owner: string | undefined
  },
): Row[] {
  const unit = (value: number | null | undefined, name: string) => (value ? format.unit(value, name) : '')
  const state = vehicleState(vehicle)
  /** Its state says where it is. */
  const isAtYard = state === 'impounded' && /impound/i.test(vehicle.lastGarage)
  const fitted: [string, boolean][] = [
    [t('player.insured'), vehicle.insured],
    [t('player.alarm'), vehicle.alarm],
    [t('player.tuning'), vehicle.tuningAllowed],
  ]
  const extras = (has: boolean) =>
    fitted
      .filter(([, is]) => is === has)
      .map(([name]) => name)
      .join(', ')
  const date = (at: string | null) => (at === null ? '' : format.dateTime(at))
  const price = vehicle.vehicle?.price
  const shops = [...new Set(vehicle.shops.map(({ shopName }) => shopName))]
  return [
    { label: t('player.state'), value: t(`player.vehicle-${state}`), tone: vehicleTones[state] },
    { label: t('player.plate'), value: vehicle.plate && mask(plateOf(vehicle.plate)) },
    { label: t('player.garage'), value: isAtYard ? '' : garageName(vehicle.lastGarage, t), spot },
    { label: t('player.owner'), value: owner ? mask(owner) : '' },
    { label: t('player.fuel'), value: vehicle.fuelPercent === null ? '' : format.percent(vehicle.fuelPercent / 100) },
    { label: t('player.fuel-cargo'), value: unit(vehicle.fuelCargo, 'liter') },
    { label: t('player.space'), value: unit(vehicle.vehicle?.space, 'kilogram') },
    { label: t('player.kilometres'), value: unit(vehicle.kilometresTotal, 'kilometer') },
    { label: t('player.trip'), value: unit(vehicle.kilometres, 'kilometer') },
    { label: t('player.with'), value: extras(true) },
    { label: t('player.without'), value: extras(false) },
    { label: t('player.new-price'), value: price === null || price === undefined ? '' : format.money(price) },
    { label: t('player.sold-by'), value: shops.join(', '), spot: dealer },
    { label: t('player.bought'), value: date(vehicle.createdAt) },
    { label: t('player.updated'), value: date(vehicle.updatedAt) },
    { label: t('common.class-name'), value: vehicle.name ? '' : vehicle.classname, mono: true },
  ]
}
