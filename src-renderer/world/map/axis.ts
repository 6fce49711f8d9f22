/** The steps between two lines of the grid, in metres, fine first. */
const STEPS = [100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** Lines of the grid stand at least so far apart, px: their numbers have room then. */
const LEAST_PX = 64

/** The finest step whose lines stand far enough apart. */
export const stepOf = (scale: number): number => STEPS.find((step) => step * scale >= LEAST_PX) ?? 20_000

/** Where lines cross an edge: their metres and their px from the edge's start. */
export interface Tick {
  at: number
  px: number
}

/** The lines from 0 to `world` that cross the stretch from 0 to `length` px; `origin` is where 0 m is, `sign` which way metres run. */
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

/** Ticks without those that lie within a stretch that something else covers. */
export const clearOf = (ticks: readonly Tick[], covered: readonly (readonly [from: number, to: number])[]): Tick[] =>
  ticks.filter(({ px }) => covered.every(([from, to]) => px < from || px > to))
