/** One line of a chart. `color` is one of the five series colours. */
export interface Series {
  label: string
  /** As many as the chart's instants; null where nothing is known. */
  values: readonly (number | null)[]
  color: 1 | 2 | 3 | 4 | 5
}

const HOUR_MS = 3_600_000

/** The stretches that a chart offers, in hours up to its end. */
export const ranges = { hours: 6, day: 24, week: 168 } as const
export type Range = keyof typeof ranges | 'all'

/** Moments in ms, rising, with their values. */
export interface Course {
  times: readonly number[]
  values: readonly (readonly (number | null)[])[]
}

/** The ranges that are shorter than what there is, and all of it. */
export function rangesOf(times: readonly number[]): Range[] {
  const hours = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / HOUR_MS
  const shorter = (Object.keys(ranges) as (keyof typeof ranges)[]).filter((range) => ranges[range] < hours)
  return shorter.length === 0 ? [] : [...shorter, 'all']
}

/** What of a course lies within a range before its end. */
export function within({ times, values }: Course, range: Range): Course {
  if (range === 'all') return { times, values }
  const from = (times.at(-1) ?? 0) - ranges[range] * HOUR_MS
  const first = Math.max(
    0,
    times.findIndex((ms) => ms >= from),
  )
  return { times: times.slice(first), values: values.map((line) => line.slice(first)) }
}

/** A polyline's points for a small picture of `values`, in a box of the given size; oldest first. */
export function sparkPoints(values: readonly number[], width: number, height: number): string {
  const least = Math.min(...values)
  const span = Math.max(...values) - least || 1
  const step = width / Math.max(1, values.length - 1)
  return values
    .map(
      (value, at) => `${(at * step).toFixed(1)},${(height - 1 - ((value - least) / span) * (height - 2)).toFixed(1)}`,
    )
    .join(' ')
}
