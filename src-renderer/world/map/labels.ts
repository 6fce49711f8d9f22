import { canvasType } from '#shared/theme/canvas-type.ts'
import type { Paint } from './drawing.ts'
import type { Place } from './places.ts'

interface Seen {
  place: Place
  left: number
  top: number
}
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const MOST = 160

const type = () => canvasType('--size-xs', '--weight-medium')
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function boxOf(context: CanvasRenderingContext2D, { place, left, top }: Seen, height: number): Box {
  const width = context.measureText(place.name).width
  return { left: left + 10, right: left + 14 + width, top: top - height / 2, bottom: top + height / 2 }
}

/** Names beside their places, as many as fit without covering each other. */
export function labels(context: CanvasRenderingContext2D, seen: readonly Seen[], paint: Paint): void {
  const taken: Box[] = []
  const { px, font } = type()
  const baseline = px / 3
  context.font = font
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = paint('var(--surface)')
  context.fillStyle = paint('var(--text-2)')
  for (const one of seen) {
    if (taken.length >= MOST) return
    const box = boxOf(context, one, px + 4)
    if (taken.some((other) => meet(box, other))) continue
    taken.push(box)
    context.strokeText(one.place.name, one.left + 11, one.top + baseline)
    context.fillText(one.place.name, one.left + 11, one.top + baseline)
  }
}

/** The name of one place on a ground of its own, above all others. */
export function label(context: CanvasRenderingContext2D, { place, left, top }: Seen, paint: Paint): void {
  const { px, font } = type()
  const height = px + 14
  context.font = font
  const width = context.measureText(place.name).width + 16
  context.beginPath()
  context.roundRect(left + 16, top - height / 2, width, height, 6)
  context.fillStyle = paint('var(--surface-raised)')
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = paint('var(--border-strong)')
  context.stroke()
  context.fillStyle = paint('var(--text)')
  context.fillText(place.name, left + 24, top + px / 3)
}
