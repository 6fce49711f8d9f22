import type { FuelStation } from '../../src-preload/contract/community/index.ts'

/** How full a station is, 0–1; undefined if unknown. */
export const fillOf = ({ fuel, capacity }: Pick<FuelStation, 'fuel' | 'capacity'>): number | undefined =>
  fuel === null || capacity <= 0 ? undefined : Math.min(1, Math.max(0, fuel / capacity))

/** Up to 30 % is low. At 10 % or less, the next player may find the station empty. */
export const toneOf = (fill: number): 'ok' | 'warn' | 'bad' => (fill > 0.3 ? 'ok' : fill > 0.1 ? 'warn' : 'bad')
