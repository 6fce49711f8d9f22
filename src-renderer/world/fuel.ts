import type { FuelStation } from '../../src-preload/contract/community/index.ts'

/** How full a station is, 0–1; undefined where nobody says. */
export const fillOf = ({ fuel, capacity }: Pick<FuelStation, 'fuel' | 'capacity'>): number | undefined =>
  fuel === null || capacity <= 0 ? undefined : Math.min(1, Math.max(0, fuel / capacity))

/** Above 70 % there is plenty, above 30 % some. */
export const toneOf = (fill: number): 'ok' | 'warn' | 'bad' => (fill > 0.7 ? 'ok' : fill > 0.3 ? 'warn' : 'bad')
