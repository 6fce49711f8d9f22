/** Possible distances between grid lines, in metres, the finest first. */
const STEPS = [100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** Least distance between grid lines, px, so that their numbers have space. */
const LEAST_PX = 64

/** The finest step whose lines are far enough apart. */
export const stepOf = (scale: number): number => STEPS.find((step) => step * scale >= LEAST_PX) ?? 20_000

/** A grid line at an edge: its metres, and its px from the start of the edge. */
export interface Tick {
  at: number
  px: number
}

/** The grid lines from 0 to `world` that cross an edge from 0 to `length` px. `origin`: px of 0 m. `sign`: the direction of the metres. */
export function ticksOf(
  { origin, scale, length, sign }: { origin: number; scale: number; length: number; sign: 1 | -1 },
  step: number,
  world: number,
): Tick[] {
  if (scale <= 0) return []
  const ends = [0, length].map((px) => ((px - origin) / scale) * sign).sort((a, b) => a - b) as [number, number]
  const first = Math.max(0, Math.ceil(ends[0] / step)) * step
  const ticks: Tick[] = []
  for (let at = first; at <= Math.min(world, ends[1]); at += step) ticks.push({ at, px: origin + at * scale * sign })
  return ticks
}

/** The ticks that are not within a covered range of px. */
export const clearOf = (ticks: readonly Tick[], covered: readonly (readonly [from: number, to: number])[]): Tick[] =>
  ticks.filter(({ px }) => covered.every(([from, to]) => px < from || px > to))
