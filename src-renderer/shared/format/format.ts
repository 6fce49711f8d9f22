import { decimals, type Language } from '../../../src-preload/contract/languages.ts'

export { formatBytes, formatDuration, formatRate } from '../../../src-preload/contract/progress.ts'

/** An instant: a Date, epoch ms, or an ISO string. */
export type TimeValue = Date | number | string

const MINUTE_MS = 60_000
const made = new Map<string, unknown>()

/** Keeps Intl objects for the page's life, because creating one is slow. */
function once<T>(kind: string, language: Language, options: object, make: () => T): T {
  const key = `${kind} ${language} ${JSON.stringify(options)}`
  const found = made.get(key) as T | undefined
  if (found) return found
  const fresh = make()
  made.set(key, fresh)
  return fresh
}

/** Writes an instant, without the year of `now`, in the system's present time zone. An Intl object would keep that of its first use. */
function written(language: Language, options: Intl.DateTimeFormatOptions, at: TimeValue, now?: Date): string {
  const then = new Date(at)
  const make = () => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const [intl, time] = [once('date', language, options, make), then.getTime() - then.getTimezoneOffset() * MINUTE_MS]
  const [text, year] = [intl.format(time), then.getFullYear()]
  return year === now?.getFullYear() ? text.replace(new RegExp(`(, )?${year}`), '') : text
}
const relatives = (language: Language) =>
  once('relative', language, {}, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** From here on a number is shortened, because no place has room for its digits. */
const VAST = 1e12
const short = (value: number, options: Intl.NumberFormatOptions = {}): Intl.NumberFormatOptions =>
  Math.abs(value) < VAST ? options : { ...options, notation: 'compact' }

/** A number with all digits; from a trillion on in short, such as `9,007T`. */
export const formatNumber = (language: Language, value: number, options?: Intl.NumberFormatOptions): string =>
  decimals(language, short(value, options)).format(value)

/** The decimal separator of the language. */
export const decimalMark = (language: Language): '.' | ',' => (formatNumber(language, 0.5).includes(',') ? ',' : '.')

/** A share from 0 to 1 as a percentage. */
export const formatPercent = (language: Language, share: number, digits = 0): string =>
  decimals(language, { style: 'percent', maximumFractionDigits: digits }).format(share)

/** A change as a percentage with its sign. It always has one decimal, so that columns stay aligned. */
export const formatChange = (language: Language, share: number): string =>
  decimals(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
    .formatToParts(share)
    .map(({ type, value }) => (type === 'minusSign' ? '−' : value))
    .join('')

/** An amount of game money without decimals, with `currency`, such as `$`, where the language puts it. */
export function formatMoney(language: Language, amount: number, currency: string): string {
  // Intl knows no code of game money, so it formats US dollars and their sign is replaced.
  const options = { style: 'currency', currency: 'USD', maximumFractionDigits: 0, signDisplay: 'negative' } as const
  const own: Partial<Record<Intl.NumberFormatPartTypes, string>> = { currency, minusSign: '−' }
  const parts = decimals(language, short(amount, options)).formatToParts(amount)
  return parts.map(({ type, value }) => own[type] ?? value).join('')
}

/** A number with its unit, such as `kilogram`, `kilometer`, `millisecond`: `12 kg`. */
export const formatUnit = (language: Language, value: number, unit: string): string =>
  decimals(language, short(value, { style: 'unit', unit })).format(value)

/** A distance in km, always with one decimal, so that columns stay aligned. */
export const formatDistance = (language: Language, metres: number): string =>
  decimals(language, {
    style: 'unit',
    unit: 'kilometer',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(metres / 1000)

export const formatDate = (language: Language, at: TimeValue): string => written(language, { dateStyle: 'medium' }, at)

export const formatTime = (language: Language, at: TimeValue): string => written(language, { timeStyle: 'short' }, at)

/** The time with its seconds. */
export const formatExactTime = (language: Language, at: TimeValue): string =>
  written(language, { timeStyle: 'medium' }, at)

export const formatDateTime = (language: Language, at: TimeValue): string =>
  written(language, { dateStyle: 'medium', timeStyle: 'short' }, at)

/** The date without the present year. */
export const formatDay = (language: Language, at: TimeValue, now: Date): string =>
  written(language, { dateStyle: 'medium' }, at, now)

/** Date and time, without the present year. */
export const formatDayTime = (language: Language, at: TimeValue, now: Date): string =>
  written(language, { dateStyle: 'medium', timeStyle: 'short' }, at, now)

/** A label of a time axis: `14:00`, or `5 Nov` for a date. */
export const formatTick = (language: Language, at: TimeValue, kind: 'time' | 'date'): string =>
  kind === 'time' ? formatTime(language, at) : written(language, { day: 'numeric', month: 'short' }, at)

/** The time if it is on the same day as `now`, otherwise date and time. */
export const formatTimeOrDate = (language: Language, at: TimeValue, now: Date): string =>
  new Date(at).toDateString() === now.toDateString() ? formatTime(language, at) : formatDayTime(language, at, now)

/** A time that runs, as a clock shows it: `0:42`, `1:02:03`. */
export function formatClock(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  const [first, ...rest] = parts[0] ? parts : parts.slice(1)
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':')
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
]

const midnight = (at: Date) => new Date(at).setHours(0, 0, 0, 0)

/** The time from now: `3 hours ago`, `tomorrow`. Less than a minute is `now`. Days are calendar days. */
export function formatRelative(language: Language, at: TimeValue, now: Date): string {
  const then = new Date(at)
  const away = then.getTime() - now.getTime()
  const [name, size] = steps.find(([, ms]) => Math.abs(away) >= ms) ?? ['second', Infinity]
  if (name === 'day') return relatives(language).format(Math.round((midnight(then) - midnight(now)) / size), name)
  return relatives(language).format(Math.round(away / size), name)
}
