/** One line of a chart. `color` is one of the five series colours. */
export interface Series {
  label: string
  /** As many as the chart's instants; null where nothing is known. */
  values: readonly (number | null)[]
  color: 1 | 2 | 3 | 4 | 5
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
