import type { FuelStation } from '../../src-preload/contract/community/index.ts'

/** How full a station is, 0–1; undefined where nobody says. */
export const fillOf = ({ fuel, capacity }: Pick<FuelStation, 'fuel' | 'capacity'>): number | undefined =>
  fuel === null || capacity <= 0 ? undefined : Math.min(1, Math.max(0, fuel / capacity))

/** Above 30 % nobody has to think of it; at 10 % the next one may find it dry. */
export const toneOf = (fill: number): 'ok' | 'warn' | 'bad' => (fill > 0.3 ? 'ok' : fill > 0.1 ? 'warn' : 'bad')
