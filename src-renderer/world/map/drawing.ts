import { canvasType } from '#shared/theme/canvas-type.ts'
import type { Atlas } from './atlas.svelte.ts'
import { label, labels, meet, type Box, type Paint } from './labels.ts'
import type { Place, Layer } from './places.ts'

const GRID_STEPS_M = [100, 200, 500, 1000, 2000, 5000]
const LEAST_GRID_PX = 72
const LABELS_FROM_ZOOM = 1.8
/** Of what a search did not find. */
const FAINT = 0.25
/** Room of the map's own buttons at its upper right, in rem: what is written there cannot be read. */
const BUTTONS = { width: 3.5, height: 7.5 }

function buttonsOf({ width }: { width: number }): Box {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return { left: width - BUTTONS.width * rem, right: width, top: 0, bottom: BUTTONS.height * rem }
}

/** Resolves CSS colours by an element's own style, each once. Made anew when the theme changes. */
export function paintOf(probe: HTMLElement): Paint {
  const known = new Map<string, string>()
  return (css) => {
    const found = known.get(css)
    if (found !== undefined) return found
    probe.style.color = css
    const color = getComputedStyle(probe).color
    known.set(css, color)
    return color
  }
}

/** Draws the map as it is now. `bare`: there are no tiles below, so the land itself is drawn. */
export function draw(context: CanvasRenderingContext2D, atlas: Atlas, paint: Paint, bare: boolean): void {
  const { viewport } = atlas
  context.clearRect(0, 0, viewport.width, viewport.height)
  const buttons = buttonsOf(viewport)
  const covered = drawGround(context, atlas, { paint, bare, buttons })
  const { width, height } = viewport
  const seen = atlas.drawn
    .map((place) => ({ place, ...viewport.toScreen(place) }))
    .filter(({ left, top }) => left > -20 && top > -20 && left < width + 20 && top < height + 20)
  for (const { place, left, top } of seen) {
    context.globalAlpha = atlas.isFound(place) ? 1 : FAINT
    drawPlace(context, place, left, top, paint)
  }
  context.globalAlpha = 1
  const told = [atlas.chosen?.id, atlas.hovered]
  const others = seen.filter(({ place }) => !told.includes(place.id) && atlas.isFound(place))
  if (viewport.zoom >= LABELS_FROM_ZOOM) labels(context, others, paint, covered)
  if (atlas.pin) drawPin(context, viewport.toScreen(atlas.pin), paint)
  for (const id of told) {
    const found = seen.find(({ place }) => place.id === id)
    if (!found) continue
    drawRing(context, found.left, found.top, paint)
    label(context, found, paint, buttons)
  }
}

interface Ground {
  paint: Paint
  bare: boolean
  buttons: Box
}

/** Land, grid and the numbers at its edge. Returns what the numbers and the buttons cover. */
function drawGround(context: CanvasRenderingContext2D, { viewport }: Atlas, { paint, bare, buttons }: Ground): Box[] {
  const { scale, world } = viewport
  const origin = viewport.toScreen({ x: 0, y: world })
  if (bare) {
    context.fillStyle = paint('var(--surface)')
    context.fillRect(origin.left, origin.top, world * scale, world * scale)
  }
  const step = GRID_STEPS_M.find((metres) => metres * scale >= LEAST_GRID_PX) ?? 10_000
  context.lineWidth = 1
  context.strokeStyle = paint('var(--border)')
  context.fillStyle = paint('var(--text-3)')
  context.font = canvasType('--size-xs').font
  context.beginPath()
  for (let at = 0; at <= world; at += step) {
    const { left, top } = viewport.toScreen({ x: at, y: at })
    context.moveTo(Math.round(left) + 0.5, origin.top)
    context.lineTo(Math.round(left) + 0.5, origin.top + world * scale)
    context.moveTo(origin.left, Math.round(top) + 0.5)
    context.lineTo(origin.left + world * scale, Math.round(top) + 0.5)
  }
  context.globalAlpha = bare ? 1 : 0.4
  context.stroke()
  context.globalAlpha = 1
  context.lineWidth = 3
  context.strokeStyle = paint('var(--surface)')
  const taken = [buttons]
  const { px } = canvasType('--size-xs')
  /** A number that would cover another, or lie below the buttons, is left out. */
  const write = (text: string, left: number, top: number) => {
    const box = { left: left - 4, right: left + context.measureText(text).width + 4, top: top - px, bottom: top + 4 }
    if (taken.some((other) => meet(box, other))) return
    taken.push(box)
    if (!bare) context.strokeText(text, left, top)
    context.fillText(text, left, top)
  }
  for (let at = step; at < world; at += step) {
    const { left, top } = viewport.toScreen({ x: at, y: at })
    write(String(at), left + 4, Math.max(0, origin.top) + 14)
    write(String(at), Math.max(0, origin.left) + 4, top - 4)
  }
  return taken
}

function drawPlace(context: CanvasRenderingContext2D, place: Place, left: number, top: number, paint: Paint): void {
  context.beginPath()
  shapeOf[place.layer](context, left, top)
  context.lineWidth = 3
  context.strokeStyle = paint('var(--surface)')
  context.stroke()
  context.fillStyle = paint(place.color)
  context.fill()
}

function drawRing(context: CanvasRenderingContext2D, left: number, top: number, paint: Paint): void {
  context.beginPath()
  context.arc(left, top, 12, 0, Math.PI * 2)
  context.lineWidth = 6 // light around dark, or dark around light: seen on any picture
  context.strokeStyle = paint('var(--surface)')
  context.stroke()
  context.lineWidth = 2.5
  context.strokeStyle = paint('var(--focus)')
  context.stroke()
}

function drawPin(context: CanvasRenderingContext2D, { left, top }: { left: number; top: number }, paint: Paint): void {
  context.beginPath()
  context.moveTo(left, top)
  context.bezierCurveTo(left - 4, top - 9, left - 10, top - 12, left - 10, top - 19)
  context.arc(left, top - 19, 10, Math.PI, 0)
  context.bezierCurveTo(left + 10, top - 12, left + 4, top - 9, left, top)
  context.fillStyle = paint('var(--accent)')
  context.strokeStyle = paint('var(--on-accent)')
  context.lineWidth = 1.5
  context.fill()
  context.stroke()
  context.beginPath()
  context.arc(left, top - 19, 3.5, 0, Math.PI * 2)
  context.fillStyle = paint('var(--on-accent)')
  context.fill()
}

type Trace = (context: CanvasRenderingContext2D, left: number, top: number) => void

/** What a layer looks like: told apart by shape, not by colour alone. The legend's CSS draws the same (`LayerMark`). */
const shapeOf: Record<Layer, Trace> = {
  markers: (context, left, top) => context.arc(left, top, 5, 0, Math.PI * 2),
  fuel: (context, left, top) => context.roundRect(left - 5, top - 5, 10, 10, 2),
  companies: (context, left, top) => polygon(context, left, top, [0, -7, 7, 0, 0, 7, -7, 0]),
  projects: (context, left, top) => polygon(context, left, top, [0, -7, 7, 6, -7, 6]),
}

function polygon(context: CanvasRenderingContext2D, left: number, top: number, points: readonly number[]): void {
  for (let at = 0; at < points.length; at += 2) context.lineTo(left + (points[at] ?? 0), top + (points[at + 1] ?? 0))
  context.closePath()
}
