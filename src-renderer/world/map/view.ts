import type { Spot } from '#shared/spot.ts'

/** Length of the map's side in metres, unless something is placed beyond; map tiles cover just this. */
export const WORLD_M = 16_384
/** What a tile of zoom 0 shows in its 256 px. */
export const M_PER_PX = WORLD_M / 256
export const MOST_ZOOM = 7

const FIT = 1.04
/** How far beyond the world's edge one may look, in sides of the world. */
const BEYOND = 0.12

/** What is on screen: where the world's lower left corner is, in px from the stage's upper left, and px per metre. */
export interface View {
  left: number
  top: number
  scale: number
  width: number
  height: number
}

/** A middle in metres, and a zoom: each step doubles the scale. */
export interface Aim extends Spot {
  zoom: number
}

export const scaleOf = (zoom: number): number => 2 ** zoom / M_PER_PX
export const zoomOf = (scale: number): number => Math.log2(scale * M_PER_PX)

export const toMap = (view: View, left: number, top: number): Spot => ({
  x: (left - view.left) / view.scale,
  y: (view.top - top) / view.scale,
})

/** The zoom at which the whole world just fits. */
export const fitZoom = (width: number, height: number, world: number): number =>
  zoomOf(Math.max(1, Math.min(width, height)) / (world * FIT))

/** The aim, so that the world stays in sight however far one drags or zooms. */
export function kept({ x, y, zoom }: Aim, { width, height }: Pick<View, 'width' | 'height'>, world: number): Aim {
  const near = Math.min(MOST_ZOOM, Math.max(fitZoom(width, height, world), zoom))
  const inside = (middle: number, px: number) => {
    const half = px / 2 / scaleOf(near)
    const [least, most] = [half - world * BEYOND, world * (1 + BEYOND) - half]
    return least > most ? world / 2 : Math.min(most, Math.max(least, middle))
  }
  return { x: inside(x, width), y: inside(y, height), zoom: near }
}

/** The aim at another zoom, with the spot that is seen at a point of the stage staying there. */
export function zoomedAround(from: Aim, zoom: number, { width, height }: View, left: number, top: number): Aim {
  const [right, up] = [left - width / 2, height / 2 - top]
  const [was, is] = [scaleOf(from.zoom), scaleOf(zoom)]
  return { x: from.x + right / was - right / is, y: from.y + up / was - up / is, zoom }
}

/** A quarter of what is seen to the right or down. */
export function stepped({ x, y, zoom }: Aim, { width, height }: View, right: number, down: number): Aim {
  const scale = scaleOf(zoom)
  return { x: x + (right * width) / 4 / scale, y: y - (down * height) / 4 / scale, zoom }
}

/** How quickly the wheel's zoom catches up with the wheel: the time for two thirds of the way. */
const CATCH_UP_MS = 70

/** Where a zoom is on its way to another one, so long after it was at `from`. */
export const caughtUp = (from: number, to: number, ms: number): number =>
  from + (to - from) * (1 - Math.exp(-ms / CATCH_UP_MS))

/** Between two aims: the zoom goes evenly, and the middle as fast as it looks even at that zoom. */
export function between(from: Aim, to: Aim, share: number): Aim {
  const zoom = from.zoom + (to.zoom - from.zoom) * share
  const [start, end, now] = [from.zoom, to.zoom, zoom].map((one) => 1 / scaleOf(one)) as [number, number, number]
  const way = Math.abs(start - end) < 1e-9 ? share : (start - now) / (start - end)
  return { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, zoom }
}

/** Where all of these are in sight, with room around. */
export function aimAt(spots: readonly Spot[], { width, height }: Pick<View, 'width' | 'height'>, most: number): Aim {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min((width * 0.6) / Math.max(1, right - left), (height * 0.5) / Math.max(1, high - low))
  return { x: (left + right) / 2, y: (low + high) / 2, zoom: Math.min(most, zoomOf(scale)) }
}

/** How far above the middle is shown what a card in the corner below tells of, in heights of the stage. */
const ABOVE = 0.15

/** The aim a little higher on the stage: a card stands below it. */
export const raised = ({ x, y, zoom }: Aim, { height }: Pick<View, 'height'>): Aim => ({
  x,
  y: y - (ABOVE * height) / scaleOf(zoom),
  zoom,
})

const WHEEL_STEP = 0.0022

/** The steps of the zoom that a turn of the wheel asks for. */
export function stepsOf({ deltaMode, deltaY, ctrlKey }: Pick<WheelEvent, 'deltaMode' | 'deltaY' | 'ctrlKey'>): number {
  const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1
  const speed = ctrlKey ? 5 : 1 // a pinch comes in small steps
  return -deltaY * lines * speed * WHEEL_STEP
}
