/** One line of a chart. `color` is one of the five series colours. */
export interface Series {
  label: string
  /** One value per instant; null if it is unknown. */
  values: readonly (number | null)[]
  color: 1 | 2 | 3 | 4 | 5
}

const HOUR_MS = 3_600_000

/** The ranges that a chart offers: the last hours of its data. */
export const ranges = { hours: 6, day: 24, week: 168 } as const
export type Range = keyof typeof ranges | 'all'

/** Values at instants: epoch ms, ascending. */
export interface Course {
  times: readonly number[]
  values: readonly (readonly (number | null)[])[]
}

/** The ranges that are shorter than the data, and `all`; none if no range is shorter. */
export function rangesOf(times: readonly number[]): Range[] {
  const hours = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / HOUR_MS
  const shorter = (Object.keys(ranges) as (keyof typeof ranges)[]).filter((range) => ranges[range] < hours)
  return shorter.length === 0 ? [] : [...shorter, 'all']
}

/** The part of a course within a range before its end. */
export function within({ times, values }: Course, range: Range): Course {
  if (range === 'all') return { times, values }
  const from = (times.at(-1) ?? 0) - ranges[range] * HOUR_MS
  const first = Math.max(
    0,
    times.findIndex((ms) => ms >= from),
  )
  return { times: times.slice(first), values: values.map((line) => line.slice(first)) }
}

/** The points of a polyline that shows `values`, oldest first, in a box of the given size. */
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
