import type { Upkeep } from '../../src-preload/contract/player.ts'
import { countsHours } from '../../src-preload/contract/upkeep.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { presentTime } from './present.ts'

const DAY = 24
const WEEK = 7 * DAY
const HOUR_MS = 3_600_000

/** The same upkeep with the hours that are left now. `asOf`: when they were counted. */
export function leftNow<T extends Pick<Upkeep, 'hoursLeft'>>(item: T, asOf: string): T {
  const passed = Math.floor(Math.max(0, presentTime() - Date.parse(asOf)) / HOUR_MS)
  return { ...item, hoursLeft: item.hoursLeft - passed }
}

/** `bad` for less than a day, `warn` for less than a week. */
export const toneOf = ({ hoursLeft }: Upkeep): 'bad' | 'warn' | 'ok' =>
  hoursLeft < DAY ? 'bad' : hoursLeft < WEEK ? 'warn' : 'ok'

/** True if the upkeep has run out or will within a week. */
export const needsPayment = (item: Upkeep): boolean => toneOf(item) !== 'ok'

/** When the upkeep ends, from the hours left at `asOf`; undefined if it has run out, or if no date is so late. */
export function endOf({ hoursLeft }: Pick<Upkeep, 'hoursLeft'>, asOf: string): Date | undefined {
  const end = new Date(Date.parse(asOf) + hoursLeft * HOUR_MS)
  return hoursLeft > 0 && !Number.isNaN(end.getTime()) ? end : undefined
}

/** The time left, in words. */
export const leftWords = ({ hoursLeft }: Pick<Upkeep, 'hoursLeft'>, t: Translate): string =>
  hoursLeft <= 0
    ? t('player.run-out')
    : countsHours({ hoursLeft })
      ? t('player.hours-left', { count: hoursLeft })
      : t('player.days-left', { count: Math.floor(hoursLeft / DAY) })
