import type { Upkeep } from '../../src-preload/contract/player.ts'

const DAY = 24
const WEEK = 7 * DAY

/** Below a day it is urgent, below a week it is near. */
export const toneOf = ({ hoursLeft }: Upkeep): 'bad' | 'warn' | 'ok' =>
  hoursLeft < DAY ? 'bad' : hoursLeft < WEEK ? 'warn' : 'ok'

/** True for what has run out or soon will. */
export const needsPayment = (item: Upkeep): boolean => toneOf(item) !== 'ok'
