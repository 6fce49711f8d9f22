import type { Rhythm, Template } from '../../src-preload/contract/bank-book.ts'
import { formatFullDay } from '#shared/format/day.ts'
import type { Language } from '../../src-preload/contract/languages.ts'
import type { I18n } from '#shared/i18n/index.ts'

/** The weekday's name. 1 is Monday: 1 January 2024 was one. */
const weekdayName = (language: Language, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** A template's rhythm and its next date: `Every Friday, next 12/31/2026`. */
export function rhythmWords({ every, next = '' }: Template, { t, language }: I18n): string {
  if (!every) return ''
  const { unit, day } = every
  const often =
    unit === 'week' ? t('bank.every-week', { day: weekdayName(language, day) }) : t('bank.every-month', { day })
  return t('bank.next', { often, next: formatFullDay(language, next) })
}

/** A rhythm as the value of a select's option: `week-5`, `month-31`, or empty. */
export const rhythmKey = (every?: Rhythm): string => (every ? `${every.unit}-${every.day}` : '')

export function rhythmOf(key: string): Rhythm | undefined {
  const [unit, day] = key.split('-')
  return unit === 'week' || unit === 'month' ? { unit, day: Number(day) } : undefined
}

/** All options for a rhythm. */
export const rhythmChoices = ({ t, language }: I18n): { value: string; label: string }[] => [
  { value: '', label: t('bank.never') },
  ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: `week-${day}`,
    label: t('bank.every-week', { day: weekdayName(language, day) }),
  })),
  ...Array.from({ length: 31 }, (_, at) => ({
    value: `month-${at + 1}`,
    label: t('bank.every-month', { day: at + 1 }),
  })),
]
