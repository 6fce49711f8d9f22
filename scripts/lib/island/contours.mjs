/** Sides of a cell that the line crosses, by the corners above the level: 1 south-west, 2 south-east, 4 north-east, 8 north-west. */
const CROSSED = [
  [], [[3, 0]], [[0, 1]], [[3, 1]], [[1, 2]], [[3, 0], [1, 2]], [[0, 2]], [[3, 2]],
  [[2, 3]], [[2, 0]], [[0, 1], [2, 3]], [[2, 1]], [[1, 3]], [[1, 0]], [[0, 3]], [],
] // prettier-ignore

/** The point at which the line crosses a side, and the side's key. */
function crossing(side, column, row, values, step) {
  const corners = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ]
  const [a, b] = [corners[side], corners[(side + 1) % 4]]
  const [from, to] = [values[a[1]][a[0]], values[b[1]][b[0]]]
  const share = from / (from - to)
  return {
    key: [a, b]
      .map((corner) => corner.join('.'))
      .sort()
      .join('-'),
    point: [(a[0] + (b[0] - a[0]) * share) * step, (a[1] + (b[1] - a[1]) * share) * step],
  }
}

/** Rounds the corners of a closed line. */
const rounded = (line) =>
  line.flatMap(([x, y], at) => {
    const [nextX, nextY] = line[(at + 1) % line.length]
    return [
      [x * 0.75 + nextX * 0.25, y * 0.75 + nextY * 0.25],
      [x * 0.25 + nextX * 0.75, y * 0.25 + nextY * 0.75],
    ]
  })

const areaOf = (line) =>
  Math.abs(
    line.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = line[(at + 1) % line.length]
      return sum + x * nextY - nextX * y
    }, 0),
  ) / 2

/** An SVG path in whole metres. Its coordinates are relative, which is shorter. */
export function pathOf(line, isClosed = true) {
  let [x, y] = line[0].map(Math.round)
  let path = `M${x} ${y}l`
  const steps = []
  for (const point of line.slice(1)) {
    const [left, up] = point.map(Math.round)
    if (left !== x || up !== y) steps.push(`${left - x} ${up - y}`)
    ;[x, y] = [left, up]
  }
  path += steps.join(' ').replaceAll(' -', '-')
  return isClosed ? `${path}z` : path
}

/** The closed lines at which a function crosses a level, as one SVG path in metres. `least`: smallest area, in square metres. */
export function contours(valueOf, level, { side, step, least = 90_000 }) {
  const count = Math.floor(side / step)
  const values = Array.from({ length: count + 1 }, (_, row) =>
    Array.from({ length: count + 1 }, (_, column) => {
      const isEdge = [row, column].some((at) => at === 0 || at === count)
      return isEdge ? -1 : valueOf(column * step, row * step) - level || 1e-9
    }),
  )
  const next = new Map()
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const corners = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ]
      const kind = corners.reduce((sum, [x, y], at) => sum + (values[y][x] > 0 ? 2 ** at : 0), 0)
      for (const [from, to] of CROSSED[kind]) {
        const [start, end] = [from, to].map((one) => crossing(one, column, row, values, step))
        next.set(start.key, { point: start.point, to: end.key })
      }
    }
  const lines = []
  while (next.size > 0) {
    const line = []
    let [key] = next.keys()
    for (let one = next.get(key); one; one = next.get(key)) {
      line.push(one.point)
      next.delete(key)
      key = one.to
    }
    if (line.length > 3 && areaOf(line) >= least) lines.push(rounded(line))
  }
  return lines.map((line) => pathOf(line)).join('')
}
