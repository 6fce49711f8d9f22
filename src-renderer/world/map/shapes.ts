import type { Layer } from './places.ts'

type Trace = (context: CanvasRenderingContext2D, left: number, top: number) => void

/** What a layer looks like: told apart by shape, not by colour alone. The legend's CSS draws the same (`LayerMark`). */
export const shapeOf: Record<Layer, Trace> = {
  markers: (context, left, top) => context.arc(left, top, 5, 0, Math.PI * 2),
  fuel: (context, left, top) => context.roundRect(left - 5, top - 5, 10, 10, 2),
  companies: (context, left, top) => polygon(context, left, top, [0, -7, 7, 0, 0, 7, -7, 0]),
  projects: (context, left, top) => polygon(context, left, top, [0, -7, 7, 6, -7, 6]),
}

function polygon(context: CanvasRenderingContext2D, left: number, top: number, points: readonly number[]): void {
  for (let at = 0; at < points.length; at += 2) context.lineTo(left + (points[at] ?? 0), top + (points[at + 1] ?? 0))
  context.closePath()
}
