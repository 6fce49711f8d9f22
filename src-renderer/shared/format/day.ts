import type { Language } from '../../../src-preload/contract/languages.ts'

/** A calendar day `YYYY-MM-DD`, without a time zone. */
export type Day = string

/** The local day of an instant. */
export const dayAt = (at: Date): Day =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

type DayPart = 'day' | 'month' | 'year'

const written = (language: Language) =>
  new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** A day in the language's digits: `31.12.2026`, `12/31/2026`; empty if it is none. */
export function formatFullDay(language: Language, day: Day): string {
  const at = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(at) ? '' : written(language).format(at)
}

/** The order of day, month and year in the language, with `names` for the parts: `TT.MM.JJJJ`. */
export const dayForm = (language: Language, names: Record<DayPart, string>): string =>
  written(language)
    .formatToParts(0)
    .map(({ type, value }) => (type in names ? names[type as DayPart] : value))
    .join('')

const orderOf = (language: Language): DayPart[] =>
  written(language)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))

const CENTURY = 100

/**
 * Reads a day as a player types it: in the language's order with any separators, or as `YYYY-MM-DD`. The year may have two digits,
 * or be missing, which means the year of `now`. Undefined if the calendar has no such day.
 */
export function parseDay(language: Language, text: string, now: Date): Day | undefined {
  const figures = text.trim().match(/^(\d{1,4})\D{1,2}(\d{1,2})(?:\D{1,2}(\d{1,4})?)?$/)
  if (!figures) return undefined
  const [, first = '', second = '', third = ''] = figures
  const order: readonly DayPart[] = first.length === 4 ? ['year', 'month', 'day'] : orderOf(language)
  const typed = Object.fromEntries(
    (third ? order : order.filter((part) => part !== 'year')).map((part, at) => [part, [first, second, third][at]]),
  ) as Partial<Record<DayPart, string>>
  return dayOf(yearOf(typed.year, now), Number(typed.month), Number(typed.day))
}

/** The full year. Two digits are of this century. NaN for any other number of digits but four. */
function yearOf(typed: string | undefined, now: Date): number {
  const thisYear = now.getFullYear()
  if (!typed) return thisYear
  if (typed.length === 2) return thisYear - (thisYear % CENTURY) + Number(typed)
  return typed.length === 4 ? Number(typed) : NaN
}

function dayOf(year: number, month: number, day: number): Day | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  const same = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return same ? at.toISOString().slice(0, 10) : undefined
}
