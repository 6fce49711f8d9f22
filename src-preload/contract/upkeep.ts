import type { Upkeep } from './player.ts'

/** True if the time left of an upkeep is told in hours, not in days. */
export const countsHours = ({ hoursLeft }: Pick<Upkeep, 'hoursLeft'>): boolean => hoursLeft < 48
