import { pathOf } from './contours.mjs'
import { noise } from './height.mjs'

const CELL = 128
const WATER = 14

/** The cheapest way over land between two points, cell by cell; water can be bridged, dearly. */
function wayBetween([fromX, fromY], to, costOf, count, known) {
  const cell = ([x, y]) => Math.round(y / CELL) * count + Math.round(x / CELL)
  const [start, end] = [cell([fromX, fromY]), cell(to)]
  const best = new Map([[start, 0]])
  const before = new Map()
  const open = new Map([[start, 0]])
  while (open.size > 0) {
    let [at, least] = [-1, Infinity]
    for (const [one, value] of open) if (value < least) [at, least] = [one, value]
    if (at === end) break
    open.delete(at)
    const [column, row] = [at % count, Math.floor(at / count)]
    for (let right = -1; right <= 1; right++)
      for (let up = -1; up <= 1; up++) {
        const [x, y] = [column + right, row + up]
        if ((right === 0 && up === 0) || x < 1 || y < 1 || x >= count - 1 || y >= count - 1) continue
        const other = y * count + x
        const step = Math.hypot(right, up) * (known.has(other) ? 0.45 : costOf(x * CELL, y * CELL))
        const sum = (best.get(at) ?? 0) + step
        if (sum >= (best.get(other) ?? Infinity)) continue
        best.set(other, sum)
        before.set(other, at)
        const [endX, endY] = [end % count, Math.floor(end / count)]
        open.set(other, sum + Math.hypot(endX - x, endY - y) * 0.45)
      }
  }
  const way = [end]
  for (let at = before.get(end); at !== undefined; at = before.get(at)) way.unshift(at)
  return way
}

const eased = (line) =>
  line.length < 3
    ? line
    : [
        line[0],
        ...line.slice(0, -1).flatMap(([x, y], at) => {
          const [nextX, nextY] = line[at + 1]
          return [
            [x * 0.75 + nextX * 0.25, y * 0.75 + nextY * 0.25],
            [x * 0.25 + nextX * 0.75, y * 0.25 + nextY * 0.75],
          ]
        }),
        line.at(-1),
      ]

/** Every third point, both ends too: a way from cell to cell has corners that no road has. */
const sparse = (line) => line.filter((_, at) => at % 4 === 0 || at === line.length - 1)

/** Pairs of towns: each is joined to the nearest that is joined already, then the nearest pairs that are not far around. */
function pairsOf(towns) {
  const far = (a, b) => Math.hypot(towns[a][0] - towns[b][0], towns[a][1] - towns[b][1])
  const joined = [0]
  const pairs = []
  while (joined.length < towns.length) {
    const left = towns.map((_, at) => at).filter((at) => !joined.includes(at))
    const [from, to] = joined.flatMap((from) => left.map((to) => [from, to])).sort((a, b) => far(...a) - far(...b))[0]
    pairs.push([from, to])
    joined.push(to)
  }
  const more = towns
    .flatMap((_, from) => towns.map((_, to) => [from, to]).filter(([, to]) => to > from && far(from, to) < 7000))
    .filter(([from, to]) => !pairs.some(([a, b]) => (a === from && b === to) || (a === to && b === from)))
  return { major: pairs, minor: more }
}

/** Roads between towns as SVG paths in metres. */
export function roadsOf(towns, height, side) {
  const count = side / CELL + 1
  const known = new Set()
  const costOf = (x, y) =>
    height(x, y) < 0.04 ? WATER : 1 + noise(x / 900, y / 900, 33) * 5 + Math.max(0, height(x, y) - 0.5) * 6
  const draw = ([from, to]) => {
    const way = wayBetween(towns[from], towns[to], costOf, count, known)
    for (const cell of way) known.add(cell)
    const line = way.map((cell) => [(cell % count) * CELL, Math.floor(cell / count) * CELL])
    return pathOf(eased(eased(sparse([towns[from], ...line.slice(1, -1), towns[to]]))), false)
  }
  const { major, minor } = pairsOf(towns)
  return { roads: major.map(draw).join(''), lanes: minor.map(draw).join('') }
}
