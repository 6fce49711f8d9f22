import { decimals, type Language } from './languages.ts'

/** Progress in bytes. */
export interface ByteProgress {
  bytesDone: number
  /** 0 until it is known. */
  bytesTotal: number
  /** 0 until it is known, and while the work is paused. */
  bytesPerSecond: number
  /** From the speed of the last minute without stalls, so that it does not jump; null if it is unknown. */
  secondsLeft: number | null
}

/** Progress in bytes and files. */
export interface FileProgress extends ByteProgress {
  filesDone: number
  filesTotal: number
}

/** The done share from 0 to 1, by bytes, or by files if there are no bytes. Undefined until it is known. */
export function shareDone({
  bytesDone,
  bytesTotal,
  filesDone = 0,
  filesTotal = 0,
}: ByteProgress & Partial<FileProgress>): number | undefined {
  if (bytesTotal > 0) return bytesDone / bytesTotal
  return filesTotal > 0 ? filesDone / filesTotal : undefined
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** @param least the smallest unit, by its place in {@link byteUnits} */
function bytesIn(language: Language, bytes: number, suffix: '' | '-per-second', least = 0): string {
  const fitting = Math.floor(Math.log2(Math.max(1, Math.abs(bytes))) / 10)
  const step = Math.min(byteUnits.length - 1, Math.max(least, fitting))
  const value = bytes / 1024 ** step
  const digits = step === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  const unit = `${byteUnits[step] ?? 'byte'}${suffix}`
  // the short form of `byte` has no plural
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return decimals(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits }).format(value)
}

/** Bytes in a fitting unit, in steps of 1024. */
export const formatBytes = (language: Language, bytes: number): string => bytesIn(language, bytes, '')

/** Bytes a second in a fitting unit, at least kB/s. */
export const formatRate = (language: Language, bytesPerSecond: number): string =>
  bytesIn(language, bytesPerSecond, '-per-second', 1)

const span = (language: Language, value: number, name: string, pad = false): string =>
  decimals(language, {
    style: 'unit',
    unit: name,
    unitDisplay: 'narrow',
    minimumIntegerDigits: pad ? 2 : 1,
  }).format(value)

/** A duration in ms, in its two largest units: `2h 05m`, `3m 20s`, `12s`. */
export function formatDuration(language: Language, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${span(language, days, 'day')}\u00A0${span(language, hours, 'hour')}`
  if (hours > 0) return `${span(language, hours, 'hour')}\u00A0${span(language, minutes, 'minute', true)}`
  if (minutes > 0) return `${span(language, minutes, 'minute')}\u00A0${span(language, seconds % 60, 'second', true)}`
  return span(language, seconds, 'second')
}

/** Facts of running work in a fixed order: bytes, speed and time left. The last two only if they are known, and not at the end. */
export function progressFacts(
  { bytesDone, bytesTotal, bytesPerSecond, secondsLeft }: ByteProgress,
  language: Language,
  left: (time: string) => string,
): string[] {
  if (bytesTotal === 0) return []
  return [
    `${formatBytes(language, bytesDone)} / ${formatBytes(language, bytesTotal)}`,
    ...(bytesPerSecond > 0 && bytesDone < bytesTotal ? [formatRate(language, bytesPerSecond)] : []),
    ...(secondsLeft === null || bytesDone >= bytesTotal ? [] : [left(formatDuration(language, secondsLeft * 1000))]),
  ]
}
