import type { Spot } from '#shared/spot.ts'

/** Length of the map's side in metres, unless a place is beyond it. The map tiles cover exactly this. */
export const WORLD_M = 16_384
/** Metres in each of the 256 px of a tile at zoom 0. */
export const M_PER_PX = WORLD_M / 256
export const MOST_ZOOM = 7

/** Size of the strips with the axes' numbers, px (`MapAxis`). */
const AXES = { left: 36, below: 24 }
/** How far the view may go beyond the world's edge, in sides of the world. */
const BEYOND = 0.12

/** The visible part of the map: the world's lower left corner in px from the stage's upper left, and the scale in px per metre. */
export interface View {
  left: number
  top: number
  scale: number
  width: number
  height: number
}

/** The middle of a view in metres, and its zoom. Each zoom step doubles the scale. */
export interface Aim extends Spot {
  zoom: number
}

export const scaleOf = (zoom: number): number => 2 ** zoom / M_PER_PX
export const zoomOf = (scale: number): number => Math.log2(scale * M_PER_PX)

export const toMap = (view: View, left: number, top: number): Spot => ({
  x: (left - view.left) / view.scale,
  y: (view.top - top) / view.scale,
})

/** True if the edges cut nothing off a name. `from` and `to` are its ends beside its spot, px. */
export function isWhole({ left, top, scale, width, height }: View, { x, y }: Spot, from: number, to: number): boolean {
  const [across, down] = [left + x * scale, top - y * scale]
  return across + from > AXES.left && across + to < width && down > 0 && down < height - AXES.below
}

/** The zoom at which the whole world just fits beside the axes. It is in the middle of the stage. */
export const fitZoom = (width: number, height: number, world: number): number =>
  zoomOf(Math.max(1, Math.min(width - 2 * AXES.left, height - 2 * AXES.below)) / world)

/** Limits an aim, so that the world stays in sight after every drag or zoom. */
export function kept({ x, y, zoom }: Aim, { width, height }: Pick<View, 'width' | 'height'>, world: number): Aim {
  const near = Math.min(MOST_ZOOM, Math.max(fitZoom(width, height, world), zoom))
  const inside = (middle: number, px: number) => {
    const half = px / 2 / scaleOf(near)
    const [least, most] = [half - world * BEYOND, world * (1 + BEYOND) - half]
    return least > most ? world / 2 : Math.min(most, Math.max(least, middle))
  }
  return { x: inside(x, width), y: inside(y, height), zoom: near }
}

/** The aim at another zoom that keeps the spot at this point of the stage. */
export function zoomedAround(from: Aim, zoom: number, { width, height }: View, left: number, top: number): Aim {
  const [right, up] = [left - width / 2, height / 2 - top]
  const [was, is] = [scaleOf(from.zoom), scaleOf(zoom)]
  return { x: from.x + right / was - right / is, y: from.y + up / was - up / is, zoom }
}

/** The aim after a move by quarters of the view. */
export function stepped({ x, y, zoom }: Aim, { width, height }: View, right: number, down: number): Aim {
  const scale = scaleOf(zoom)
  return { x: x + (right * width) / 4 / scale, y: y - (down * height) / 4 / scale, zoom }
}

/** Time in which the zoom covers two thirds of its way to the wheel's zoom. */
const CATCH_UP_MS = 70

/** The zoom on its way from `from` to `to`, after `ms`. */
export const caughtUp = (from: number, to: number, ms: number): number =>
  from + (to - from) * (1 - Math.exp(-ms / CATCH_UP_MS))

/** An aim between two others. The zoom changes evenly, and the middle moves at a speed that looks even at each zoom. */
export function between(from: Aim, to: Aim, share: number): Aim {
  const zoom = from.zoom + (to.zoom - from.zoom) * share
  const [start, end, now] = [from.zoom, to.zoom, zoom].map((one) => 1 / scaleOf(one)) as [number, number, number]
  const way = Math.abs(start - end) < 1e-9 ? share : (start - now) / (start - end)
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, zoom }
}

/** The aim at which all of these are in sight, with a margin. */
export function aimAt(spots: readonly Spot[], { width, height }: Pick<View, 'width' | 'height'>, most: number): Aim {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min((width * 0.6) / Math.max(1, right - left), (height * 0.5) / Math.max(1, high - low))
  return { x: (left + right) / 2, y: (low + high) / 2, zoom: Math.min(most, zoomOf(scale)) }
}

const WHEEL_STEP = 0.0022

/** The zoom steps of a turn of the wheel. */
export function stepsOf({ deltaMode, deltaY, ctrlKey }: Pick<WheelEvent, 'deltaMode' | 'deltaY' | 'ctrlKey'>): number {
  const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1
  const speed = ctrlKey ? 5 : 1 // a pinch sends small steps
  return -deltaY * lines * speed * WHEEL_STEP
}
