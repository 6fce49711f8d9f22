import { type ByteProgress, progressFacts } from '../../../src-preload/contract/progress.ts'
import { useI18n, type I18n } from '../i18n/index.ts'
import { presentTime } from '../present.ts'
import * as f from './format.ts'

/** All formatters in the page's language. In a template they follow a change of language, and those that depend on the time follow it. */
export interface Format {
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** `share` from 0 to 1. */
  percent(share: number, digits?: number): string
  change(share: number): string
  /** Game money in the community's currency. */
  money(amount: number): string
  bytes(bytes: number): string
  rate(bytesPerSecond: number): string
  /** The progress of work in one line. */
  progress(work: ByteProgress): string
  /** `unit` as `Intl` names it: `kilogram`, `kilometer`, `millisecond`. */
  unit(value: number, unit: string): string
  /** In km. */
  distance(metres: number): string
  /** `ms`: a span in milliseconds. */
  duration(ms: number): string
  date(at: f.TimeValue): string
  time(at: f.TimeValue): string
  /** The time with its seconds. */
  exactTime(at: f.TimeValue): string
  dateTime(at: f.TimeValue): string
  /** In lists: the date without the present year. */
  day(at: f.TimeValue): string
  dayTime(at: f.TimeValue): string
  timeOrDate(at: f.TimeValue): string
  /** A label of a time axis. */
  tick(at: f.TimeValue, kind: 'time' | 'date'): string
  relative(at: f.TimeValue, now?: Date): string
}

/** The formatters of a page's language. */
export const createFormat = (i18n: Pick<I18n, 'language' | 'currency' | 't'>): Format => ({
  number: (value, options) => f.formatNumber(i18n.language, value, options),
  percent: (share, digits) => f.formatPercent(i18n.language, share, digits),
  change: (share) => f.formatChange(i18n.language, share),
  money: (amount) => f.formatMoney(i18n.language, amount, i18n.currency),
  bytes: (bytes) => f.formatBytes(i18n.language, bytes),
  rate: (bytesPerSecond) => f.formatRate(i18n.language, bytesPerSecond),
  progress: (work) => progressFacts(work, i18n.language, (time) => i18n.t('common.time-left', { time })).join(' · '),
  unit: (value, unit) => f.formatUnit(i18n.language, value, unit),
  distance: (metres) => f.formatDistance(i18n.language, metres),
  duration: (ms) => f.formatDuration(i18n.language, ms),
  date: (at) => f.formatDate(i18n.language, at),
  time: (at) => f.formatTime(i18n.language, at),
  exactTime: (at) => f.formatExactTime(i18n.language, at),
  dateTime: (at) => f.formatDateTime(i18n.language, at),
  day: (at) => f.formatDay(i18n.language, at, new Date()),
  dayTime: (at) => f.formatDayTime(i18n.language, at, new Date()),
  tick: (at, kind) => f.formatTick(i18n.language, at, kind),
  timeOrDate: (at) => f.formatTimeOrDate(i18n.language, at, new Date(presentTime())),
  relative: (at, now = new Date(presentTime())) => f.formatRelative(i18n.language, at, now),
})

/** At a component's top: the formatters. */
export const useFormat = (): Format => createFormat(useI18n())
