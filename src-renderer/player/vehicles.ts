import type { PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Tone } from '#shared/ui/icon.ts'

/** A vehicle's name. Its class name tells the player nothing; only the details of a nameless one have it. */
export const vehicleName = ({ name }: Pick<PlayerVehicle, 'name'>, t: Translate): string =>
  name || t('player.vehicle-unknown')

export type VehicleState = 'sold' | 'destroyed' | 'impounded' | 'out' | 'garage'

/** The most important state of a vehicle. */
export function vehicleState({ state, destroyed, impounded, active }: PlayerVehicle): VehicleState {
  if (state === 'sold') return 'sold'
  if (destroyed) return 'destroyed'
  if (impounded) return 'impounded'
  return active ? 'out' : 'garage'
}

/** The urgency of each state, the most urgent first. */
const needs: Record<VehicleState, number> = { impounded: 0, destroyed: 1, out: 2, garage: 3, sold: 4 }

/** A number for sorting vehicles by urgency: by state, then uninsured ones first, then those with the least fuel. */
export const needOf = (vehicle: PlayerVehicle): number =>
  needs[vehicleState(vehicle)] * 400 + (vehicle.insured ? 200 : 0) + (vehicle.fuelPercent ?? 100)

export const vehicleTones: Record<VehicleState, Tone> = {
  sold: 'neutral',
  destroyed: 'bad',
  impounded: 'warn',
  out: 'info',
  garage: 'ok',
}

/** `ABCD1234` as players read it: `AB CD 1234`. */
export const plateOf = (plate: string): string => plate.replace(/^(\S{2})(\S{2})(\S{4})$/, '$1 $2 $3')
