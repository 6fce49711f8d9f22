import { type ByteProgress, progressFacts } from '../../../src-preload/contract/progress.ts'
import { useI18n, type I18n } from '../i18n/index.ts'
import { presentTime } from '../present.ts'
import * as f from './format.ts'

/** All formatters of the page's language. In a template they follow a change of language, and those that depend on the time follow it. */
export const createFormat = (i18n: Pick<I18n, 'language' | 'currency' | 't'>) => ({
  number: (value: number, options?: Intl.NumberFormatOptions) => f.formatNumber(i18n.language, value, options),
  /** `share` from 0 to 1. */
  percent: (share: number, digits?: number) => f.formatPercent(i18n.language, share, digits),
  change: (share: number) => f.formatChange(i18n.language, share),
  /** Game money in the community's currency. */
  money: (amount: number) => f.formatMoney(i18n.language, amount, i18n.currency),
  bytes: (bytes: number) => f.formatBytes(i18n.language, bytes),
  rate: (bytesPerSecond: number) => f.formatRate(i18n.language, bytesPerSecond),
  /** The progress of work in one line. */
  progress: (work: ByteProgress) =>
    progressFacts(work, i18n.language, (time) => i18n.t('common.time-left', { time })).join(' · '),
  /** `unit` as `Intl` names it: `kilogram`, `kilometer`, `millisecond`. */
  unit: (value: number, unit: string) => f.formatUnit(i18n.language, value, unit),
  /** In km. */
  distance: (metres: number) => f.formatDistance(i18n.language, metres),
  duration: (ms: number) => f.formatDuration(i18n.language, ms),
  date: (at: f.TimeValue) => f.formatDate(i18n.language, at),
  time: (at: f.TimeValue) => f.formatTime(i18n.language, at),
  /** The time with its seconds. */
  exactTime: (at: f.TimeValue) => f.formatExactTime(i18n.language, at),
  dateTime: (at: f.TimeValue) => f.formatDateTime(i18n.language, at),
  /** In lists: the date without the present year. */
  day: (at: f.TimeValue) => f.formatDay(i18n.language, at, new Date()),
  dayTime: (at: f.TimeValue) => f.formatDayTime(i18n.language, at, new Date()),
  /** A label of a time axis. */
  tick: (at: f.TimeValue, kind: 'time' | 'date') => f.formatTick(i18n.language, at, kind),
  timeOrDate: (at: f.TimeValue) => f.formatTimeOrDate(i18n.language, at, new Date(presentTime())),
  relative: (at: f.TimeValue, now = new Date(presentTime())) => f.formatRelative(i18n.language, at, now),
})

export type Format = ReturnType<typeof createFormat>

/** At a component's top: the formatters. */
export const useFormat = (): Format => createFormat(useI18n())
