import { pathOf } from './contours.mjs'
import { noise } from './height.mjs'

const CELL = 128
const WATER = 14
/** Cost of a cell that already has a road. It is higher for lanes, so that they take other ways. */
const ROAD = 0.8
const ROAD_FOR_LANE = 2.6

/** The cheapest way between two points, cell by cell. Bridges over water are expensive. */
function wayBetween([fromX, fromY], to, costOf, count) {
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
        const step = Math.hypot(right, up) * costOf(other, x * CELL, y * CELL)
        const sum = (best.get(at) ?? 0) + step
        if (sum >= (best.get(other) ?? Infinity)) continue
        best.set(other, sum)
        before.set(other, at)
        const [endX, endY] = [end % count, Math.floor(end / count)]
        open.set(other, sum + Math.hypot(endX - x, endY - y) * ROAD)
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

/** Every fourth point and both ends, because a way from cell to cell has too many corners for a road. */
const sparse = (line) => line.filter((_, at) => at % 4 === 0 || at === line.length - 1)

/** Divides the ways into lines from junction to junction, so that a stretch of several ways is drawn once. */
function stretchesOf(ways) {
  const joined = new Map()
  const join = (from, to) => joined.set(from, (joined.get(from) ?? new Set()).add(to))
  for (const way of ways)
    for (const [at, cell] of way.slice(1).entries()) {
      join(way[at], cell)
      join(cell, way[at])
    }
  const isJunction = (cell) => joined.get(cell).size !== 2
  const walked = new Set()
  const follow = (from, to) => {
    const line = [from, to]
    while (!isJunction(line.at(-1))) line.push([...joined.get(line.at(-1))].find((cell) => cell !== line.at(-2)))
    return line
  }
  return [...joined.keys()].filter(isJunction).flatMap((from) =>
    [...joined.get(from)].flatMap((to) => {
      if (walked.has(`${from}-${to}`)) return []
      const line = follow(from, to)
      walked.add(`${line.at(-1)}-${line.at(-2)}`)
      return [line]
    }),
  )
}

/** Pairs of towns. `major`: joins each town to the nearest joined one; `minor`: all other pairs that are less than 7 km apart. */
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
  const landCost = (x, y) =>
    height(x, y) < 0.04 ? WATER : 1 + noise(x / 900, y / 900, 33) * 5 + Math.max(0, height(x, y) - 0.5) * 6
  const waysOf = (pairs, price) =>
    pairs.map(([from, to]) => {
      const costOf = (cell, x, y) => (known.has(cell) ? price : landCost(x, y))
      const cells = wayBetween(towns[from], towns[to], costOf, count)
      for (const cell of cells) known.add(cell)
      return cells
    })
  const { major, minor } = pairsOf(towns)
  const roads = waysOf(major, ROAD)
  const edges = new Set(
    roads.flatMap((cells) => cells.slice(1).flatMap((to, at) => [`${cells[at]}-${to}`, `${to}-${cells[at]}`])),
  )
  const lanes = waysOf(minor, ROAD_FOR_LANE)
  const draw = (line) =>
    pathOf(eased(eased(sparse(line.map((cell) => [(cell % count) * CELL, Math.floor(cell / count) * CELL])))), false)
  const isRoad = ([from, to]) => edges.has(`${from}-${to}`)
  const stretches = stretchesOf([...roads, ...lanes])
  return {
    roads: stretches.filter(isRoad).map(draw).join(''),
    lanes: stretches
      .filter((line) => !isRoad(line))
      .map(draw)
      .join(''),
  }
}
