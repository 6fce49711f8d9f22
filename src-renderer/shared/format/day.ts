import type { Language } from '../../../src-preload/contract/languages.ts'

/** A calendar day `YYYY-MM-DD`, of no time zone. */
export type Day = string

/** The day of a moment, here. */
export const dayAt = (at: Date): Day =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

type DayPart = 'day' | 'month' | 'year'

const written = (language: Language) =>
  new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** A day as the language writes it in figures: `31.12.2026`, `12/31/2026`; empty for none. */
export function formatDay(language: Language, day: Day): string {
  const at = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(at) ? '' : written(language).format(at)
}

/** The form in which the language writes a day, with `names` for the parts: `TT.MM.JJJJ`. */
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
 * Reads a day as a player types it: in the order of the language with any signs between, the year short or left out (then the
 * one of `now`), or as `YYYY-MM-DD`. Undefined where that is no day of the calendar.
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

/** The year that is meant: a short one is of this century. NaN for one of a length that no year has. */
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
