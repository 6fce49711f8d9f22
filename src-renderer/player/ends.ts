import type { Upkeep } from '../../src-preload/contract/player.ts'
import type { Translate } from '#shared/i18n/index.ts'

const DAY = 24
const WEEK = 7 * DAY

/** Below a day it is urgent, below a week it is near. */
export const toneOf = ({ hoursLeft }: Upkeep): 'bad' | 'warn' | 'ok' =>
  hoursLeft < DAY ? 'bad' : hoursLeft < WEEK ? 'warn' : 'ok'

/** True for what has run out or soon will. */
export const needsPayment = (item: Upkeep): boolean => toneOf(item) !== 'ok'

/** How long it still lasts. */
export const leftWords = ({ hoursLeft }: Upkeep, t: Translate): string =>
  hoursLeft <= 0
    ? t('player.run-out')
    : hoursLeft < 2 * DAY
      ? t('player.hours-left', { count: hoursLeft })
      : t('player.days-left', { count: Math.floor(hoursLeft / DAY) })
