import type { PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { Tone } from '#shared/ui/icon.ts'

export type VehicleState = 'sold' | 'destroyed' | 'impounded' | 'out' | 'garage'

/** The one state of a vehicle that matters most. */
export function vehicleState({ state, destroyed, impounded, active }: PlayerVehicle): VehicleState {
  if (state === 'sold') return 'sold'
  if (destroyed) return 'destroyed'
  if (impounded) return 'impounded'
  return active ? 'out' : 'garage'
}

/** What needs doing first: what is gone or held, then what stands outside, and in each what nobody would replace. */
const needs: Record<VehicleState, number> = { impounded: 0, destroyed: 1, out: 2, garage: 3, sold: 4 }

/** A vehicle's place in the order of what needs doing. */
export const needOf = (vehicle: PlayerVehicle): number =>
  needs[vehicleState(vehicle)] * 400 + (vehicle.insured ? 200 : 0) + (vehicle.fuelPercent ?? 100)

export const vehicleTones: Record<VehicleState, Tone> = {
  sold: 'neutral',
  destroyed: 'bad',
  impounded: 'warn',
  out: 'info',
  garage: 'ok',
}

/** `ABCD1234` as it is read out: `AB CD 1234`. */
export const plateOf = (plate: string): string => plate.replace(/^(\S{2})(\S{2})(\S{4})$/, '$1 $2 $3')
