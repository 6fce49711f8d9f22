import island from '../../resources/demo/island.json' with { type: 'json' }

type Point = [x: number, y: number]

/** The corners of each ring of the drawn coast: `M`, a corner in metres, and the ways from each to the next. */
const coasts = island.land
  .split('M')
  .slice(1)
  .map((ring): Point[] => {
    const numbers = (ring.match(/-?\d+/g) ?? []).map(Number)
    let [x, y] = [0, 0]
    return Array.from({ length: numbers.length / 2 }, (_, at) => [
      (x += numbers[2 * at] ?? 0),
      (y += numbers[2 * at + 1] ?? 0),
    ])
  })

/** Whether a way to the east from here crosses the line between two corners. */
const crosses = (x: number, y: number, [ax, ay]: Point, [bx, by]: Point) =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax

/** Whether a spot of the demo's island is on land. */
export const isLand = ({ x, y }: { x: number; y: number }): boolean =>
  coasts.reduce(
    (count, ring) =>
      count + ring.filter((corner, at) => crosses(x, y, corner, ring[(at + 1) % ring.length] ?? corner)).length,
    0,
  ) %
    2 ===
  1
