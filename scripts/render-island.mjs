#!/usr/bin/env node
// node scripts/render-island.mjs: draws the demo's island into resources/demo/island.json. Run again after changing its towns.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contours } from './lib/island/contours.mjs'
import { heightOf, noise } from './lib/island/height.mjs'
import { roadsOf } from './lib/island/roads.mjs'
import { root } from './lib/paths.mjs'

const SIDE = 16_384
const STEP = 160
/** Where lines of equal height are drawn. */
const HEIGHTS = [0.2, 0.36, 0.52, 0.68, 0.84]
const folder = join(root, 'resources/demo')
const { towns } = JSON.parse(readFileSync(join(folder, 'places.json'), 'utf8'))
const height = heightOf(towns.map(([, x, y]) => [x, y]))

const farFromTowns = (x, y) =>
  Math.min(...towns.map(([, left, up]) => Math.hypot(x - left, y - up))) + (noise(x / 800, y / 800, 41) - 0.5) * 1500
const inland = (x, y) => height(x, y) - 0.05
const wood = (x, y) => Math.min(inland(x, y), noise(x / 1500, y / 1500, 7) - 0.54, farFromTowns(x, y) / 4000 - 0.14)
const field = (x, y) =>
  Math.min(inland(x, y), noise(x / 900, y / 900, 21) - 0.6, 0.62 - noise(x / 1500, y / 1500, 7) - 0.1)
const hill = (x, y) =>
  Math.min(height(x, y) - 0.62 + (noise(x / 1100, y / 1100, 51) - 0.5) * 0.5, farFromTowns(x, y) / 3000 - 0.3)
const peak = (x, y) => Math.min(hill(x, y), height(x, y) - 0.82 + (noise(x / 900, y / 900, 61) - 0.5) * 0.6)

/** Blocks of houses around a town's middle, turned a little: the nearer the denser. */
function blocksOf([, x, y], at) {
  const turn = noise(at * 3.7, 0.5, 3) * 1.5
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const path = []
  for (let column = -5; column <= 5; column++)
    for (let row = -5; row <= 5; row++) {
      const away = Math.hypot(column, row)
      if (away > 5.2 || noise(column * 1.9 + at * 31, row * 2.3, 11) * 6.5 < away) continue
      const [wide, deep] = [52 + noise(column, row + at, 5) * 26, 48 + noise(row, column + at, 6) * 26]
      const corners = [
        [-wide / 2, -deep / 2],
        [wide / 2, -deep / 2],
        [wide / 2, deep / 2],
        [-wide / 2, deep / 2],
      ].map(([left, up]) => {
        const [a, b] = [column * 96 + left, row * 92 + up]
        return [Math.round(x + a * cos - b * sin), Math.round(y + a * sin + b * cos)]
      })
      if (corners.every(([left, up]) => height(left, up) > 0.03))
        path.push(`M${corners.map((c) => c.join(' ')).join('L')}Z`)
    }
  return path.join('')
}

const island = {
  land: contours(height, 0, { side: SIDE, step: STEP }),
  woods: contours(wood, 0, { side: SIDE, step: STEP }),
  fields: contours(field, 0, { side: SIDE, step: STEP }),
  hills: contours(hill, 0, { side: SIDE, step: STEP }),
  peaks: contours(peak, 0, { side: SIDE, step: STEP }),
  heights: HEIGHTS.map((level) => contours(height, level, { side: SIDE, step: STEP, least: 1_500_000 })).join(''),
  blocks: towns.map(blocksOf).join(''),
  ...roadsOf(
    towns.map(([, x, y]) => [x, y]),
    height,
    SIDE,
  ),
  names: [
    ...towns.map(([name, x, y]) => ({ name, x, y, kind: 'town' })),
    { name: 'Nordsund', x: 6300, y: 15500, kind: 'sea' },
    { name: 'Lunder See', x: 14300, y: 15500, kind: 'sea' },
    { name: 'Salzmeer', x: 1000, y: 4300, kind: 'sea' },
    { name: 'Ebbesund', x: 15000, y: 1300, kind: 'sea' },
  ],
}
writeFileSync(join(folder, 'island.json'), `${JSON.stringify(island, null, 2)}\n`)
