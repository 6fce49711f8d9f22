import { canvasType } from '#shared/theme/canvas-type.ts'
import type { Place } from './places.ts'

/** A CSS colour as a canvas understands it. */
export type Paint = (css: string) => string

interface Seen {
  place: Place
  left: number
  top: number
}
/** A part of the map that is covered. */
export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const MOST = 160

const type = () => canvasType('--size-xs', '--weight-medium')
export const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function boxOf(context: CanvasRenderingContext2D, { place, left, top }: Seen, height: number): Box {
  const width = context.measureText(place.name).width
  return { left: left + 10, right: left + 14 + width, top: top - height / 2, bottom: top + height / 2 }
}

/** Names beside their places, as many as fit without covering each other or lying under `covered`. */
export function labels(
  context: CanvasRenderingContext2D,
  seen: readonly Seen[],
  paint: Paint,
  covered: readonly Box[],
): void {
  const taken: Box[] = [...covered]
  const { px, font } = type()
  const baseline = px / 3
  context.font = font
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = paint('var(--surface)')
  context.fillStyle = paint('var(--text-2)')
  for (const one of seen) {
    if (taken.length > MOST + covered.length) return
    const box = boxOf(context, one, px + 4)
    if (taken.some((other) => meet(box, other))) continue
    taken.push(box)
    context.strokeText(one.place.name, one.left + 11, one.top + baseline)
    context.fillText(one.place.name, one.left + 11, one.top + baseline)
  }
}

/** The name of one place on a ground of its own, above all others; on the place's other side where it would lie under `covered`. */
export function label(context: CanvasRenderingContext2D, seen: Seen, paint: Paint, covered: Box): void {
  const { place, left, top } = seen
  const { px, font } = type()
  const height = px + 14
  context.font = font
  const width = context.measureText(place.name).width + 16
  const after: Box = { left: left + 16, right: left + 16 + width, top: top - height / 2, bottom: top + height / 2 }
  const start = meet(after, covered) ? left - 16 - width : after.left
  context.beginPath()
  context.roundRect(start, after.top, width, height, 6)
  context.fillStyle = paint('var(--surface-raised)')
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = paint('var(--border-strong)')
  context.stroke()
  context.fillStyle = paint('var(--text)')
  context.fillText(place.name, start + 8, top + px / 3)
}
