import type { PlayerVehicle } from '../../src-preload/contract/community/player.ts'
import type { MessageKey } from '#shared/i18n/index.ts'
import type { Tone } from '#shared/ui/icon.ts'

export type VehicleState = 'sold' | 'destroyed' | 'impounded' | 'out' | 'garage'

/** The one state of a vehicle that matters most. */
export function vehicleState({ state, destroyed, impounded, active }: PlayerVehicle): VehicleState {
  if (state === 'sold') return 'sold'
  if (destroyed) return 'destroyed'
  if (impounded) return 'impounded'
  return active ? 'out' : 'garage'
}

export const vehicleStates: Record<VehicleState, { key: MessageKey; tone: Tone }> = {
  sold: { key: 'player.vehicle-sold', tone: 'neutral' },
  destroyed: { key: 'player.vehicle-destroyed', tone: 'bad' },
  impounded: { key: 'player.vehicle-impounded', tone: 'warn' },
  out: { key: 'player.vehicle-out', tone: 'info' },
  garage: { key: 'player.vehicle-garage', tone: 'ok' },
}

/** `ABCD1234` as it is read out: `AB CD 1234`. */
export const plateOf = (plate: string): string => plate.replace(/^(\S{2})(\S{2})(\S{4})$/, '$1 $2 $3')
