import type { Spot } from '#shared/spot.ts'
import type { MapPlace } from './places.ts'

/** Places so near to each other that they share one sign. Most have a single place. */
export interface Crowd {
  /** The id of the first place, so it is the same as long as that place comes first. */
  key: string
  places: readonly MapPlace[]
  /** The sign's position in metres: that of the first place. */
  x: number
  y: number
}

/** Larger than the number of cells in a row of the world. */
const ROW = 1_000_000

/**
 * Groups places that are too near to each other: no two signs are nearer than `gap` metres. Places that come first keep their own spot, and
 * each takes the later places around it.
 */
export function crowdsOf(places: readonly MapPlace[], gap: number): Crowd[] {
  const cells = new Map<number, (Crowd & { places: MapPlace[] })[]>()
  const found: (Crowd & { places: MapPlace[] })[] = []
  const near = (place: MapPlace, middle: number) => {
    let [best, least] = [undefined as (typeof found)[number] | undefined, gap]
    for (const row of [middle - ROW, middle, middle + ROW])
      for (let cell = row - 1; cell <= row + 1; cell++)
        for (const crowd of cells.get(cell) ?? []) {
          const away = Math.hypot(crowd.x - place.x, crowd.y - place.y)
          if (away < least) [best, least] = [crowd, away]
        }
    return best
  }
  for (const place of places) {
    const { id, x, y } = place
    const cell = Math.floor(y / gap) * ROW + Math.floor(x / gap)
    const crowd = near(place, cell)
    if (crowd) crowd.places.push(place)
    else {
      const own = { key: id, x, y, places: [place] }
      const here = cells.get(cell)
      if (here) here.push(own)
      else cells.set(cell, [own])
      found.push(own)
    }
  }
  return found
}

/** A ring in the colours of a crowd's places, each as long as its share. */
export function ringOf({ places }: Pick<Crowd, 'places'>): string {
  const counts = new Map<string, number>()
  for (const { color } of places) counts.set(color, (counts.get(color) ?? 0) + 1)
  let from = 0
  const parts = [...counts].map(([color, count]) => {
    const to = from + count / places.length
    const part = `${color} ${from}turn ${to}turn`
    from = to
    return part
  })
  return `conic-gradient(${parts.join(', ')})`
}

/** A box on screen, in px. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const meets = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Estimated width of a letter as a share of the font size. Measuring each name would cost a layout. */
const LETTER = 0.56
export const widthOf = (name: string, typePx: number) => name.length * LETTER * typePx

export const signAt = ({ x, y }: Spot, scale: number, half: number): Box => {
  const [left, top] = [x * scale, -y * scale]
  return { left: left - half, top: top - half, right: left + half, bottom: top + half }
}

/** The box of a ground name after a move in px. */
function groundBox({ name, x, y }: Spot & { name: string }, scale: number, typePx: number, move: Spot): Box {
  const half = widthOf(name, typePx) / 2
  const [left, top] = [x * scale + move.x, -y * scale + move.y]
  return { left: left - half, right: left + half, top: top - typePx * 0.7, bottom: top + typePx * 0.7 }
}

/** The moves that may make room for a name, in the order in which they are tried: up or down, beside a sign, or farther. */
const movesOf = (width: number): Spot[] => [
  { x: 0, y: 0 },
  { x: 0, y: -26 },
  { x: 0, y: 26 },
  { x: width / 2 + 20, y: 0 },
  { x: -width / 2 - 20, y: 0 },
  { x: 0, y: -44 },
  { x: 0, y: 44 },
]

/**
 * How far the ground names are moved so that no sign and no other name covers them, and their boxes after the move. A name without room has
 * no entry.
 */
export function movedNames(
  names: readonly (Spot & { name: string })[],
  signs: readonly Spot[],
  scale: number,
  { typePx, signPx }: { typePx: number; signPx: number },
): ReadonlyMap<string, { move: Spot; box: Box }> {
  const taken = signs.map((sign) => signAt(sign, scale, signPx / 2))
  const found = new Map<string, { move: Spot; box: Box }>()
  for (const name of names) {
    const places = movesOf(widthOf(name.name, typePx)).map((move) => ({
      move,
      box: groundBox(name, scale, typePx, move),
    }))
    const place = places.find(({ box }) => taken.every((other) => !meets(box, other)))
    if (!place) continue
    found.set(name.name, place)
    taken.push(place.box)
  }
  return found
}

/**
 * The keys of the signs whose name has room beside them: it meets no other sign and no earlier name. `taken`: the boxes of the ground
 * names. Positions are in metres; `typePx`: font size; `signPx`: size of a sign.
 */
export function namedOf(
  crowds: readonly Crowd[],
  scale: number,
  { typePx, signPx }: { typePx: number; signPx: number },
  taken: readonly Box[] = [],
): ReadonlySet<string> {
  const signs = crowds.map((crowd) => signAt(crowd, scale, signPx / 2))
  const names: Box[] = [...taken]
  const named = new Set<string>()
  crowds.forEach(({ key, places }, at) => {
    const [only, ...others] = places
    const sign = signs[at]
    if (!only || !sign || others.length > 0) return
    const middle = (sign.top + sign.bottom) / 2
    const name = {
      left: sign.right,
      right: sign.right + 6 + widthOf(only.name, typePx),
      top: middle - typePx * 0.8,
      bottom: middle + typePx * 0.8,
    }
    if (signs.some((other) => other !== sign && meets(name, other)) || names.some((other) => meets(name, other))) return
    names.push(name)
    named.add(key)
  })
  return named
}
