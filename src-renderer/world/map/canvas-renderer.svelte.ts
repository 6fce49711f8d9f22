import { onThemeChange } from '#shared/theme/theme-change.ts'
import type { Atlas } from './atlas.svelte.ts'
import { draw, paintOf } from './drawing.ts'

/** Draws the map on a canvas, and again, at most once a frame, when its content or the theme changes. Attach it to the canvas. */
export function renderCanvas(canvas: HTMLCanvasElement, atlas: Atlas, bare: boolean): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => undefined
  let paint = paintOf(canvas)
  let frame = 0
  const redraw = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      fitTo(canvas, context, atlas.viewport)
      draw(context, atlas, paint, bare)
    })
  }
  $effect(() => {
    const { toScreen, width, height, scale } = atlas.viewport
    void [
      toScreen({ x: 0, y: 0 }),
      width,
      height,
      scale,
      atlas.drawn,
      atlas.found,
      atlas.chosen,
      atlas.hovered,
      atlas.pin,
    ]
    redraw()
  })
  const away = onThemeChange(() => {
    paint = paintOf(canvas)
    redraw()
  })
  void document.fonts.ready.then(redraw)
  return () => {
    cancelAnimationFrame(frame)
    away()
  }
}

/** A canvas has its own pixels: as many as the screen has. */
function fitTo(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
): void {
  const ratio = window.devicePixelRatio || 1
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high]
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
}
