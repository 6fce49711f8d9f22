import type { Rhythm } from '../../src-preload/contract/bank-book.ts'

/** A calendar day `YYYY-MM-DD`, of no time zone: such texts compare as their days do. */
export type Day = string

/** The day of a moment, here. */
export const dayAt = (at: Date): Day =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

const written = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

const partsOf = (day: Day): [year: number, month: number, day: number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month - 1, date]
}

/** A month's last day comes for one that the month does not have. */
function inMonth(year: number, month: number, day: number): Day {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return written(year, month, Math.min(day, last))
}

/** Monday is 1. */
const weekdayOf = (day: Day): number => new Date(`${day}T00:00Z`).getUTCDay() || 7

/** The last time a rhythm came, this day or before it. */
export function lastTime({ unit, day }: Rhythm, today: Day): Day {
  const [year, month, date] = partsOf(today)
  if (unit === 'week') return written(year, month, date - ((weekdayOf(today) - day + 7) % 7))
  const here = inMonth(year, month, day)
  return here <= today ? here : inMonth(year, month - 1, day)
}

/** The next time it comes, after this day. */
export function nextTime({ unit, day }: Rhythm, today: Day): Day {
  const [year, month, date] = partsOf(today)
  if (unit === 'week') return written(year, month, date + ((day - weekdayOf(today) + 6) % 7) + 1)
  const here = inMonth(year, month, day)
  return here > today ? here : inMonth(year, month + 1, day)
}
