import { type Coords, GridLayer, type GridLayerOptions } from 'leaflet'
import island from '../../../resources/demo/island.json' with { type: 'json' }
import { colorOf } from '#shared/theme/canvas-type.ts'
import { onThemeChange } from '#shared/theme/theme-change.ts'
import { M_PER_PX, WORLD_M } from './view.ts'

const TILE_PX = 256

const paths = {
  land: new Path2D(island.land),
  woods: new Path2D(island.woods),
  fields: new Path2D(island.fields),
  hills: new Path2D(island.hills),
  peaks: new Path2D(island.peaks),
  heights: new Path2D(island.heights),
  blocks: new Path2D(island.blocks),
  roads: new Path2D(island.roads),
  lanes: new Path2D(island.lanes),
}
const tokens = {
  sea: '--map-sea',
  shallow: '--map-shallow',
  shore: '--map-shore',
  land: '--map-land',
  woods: '--map-wood',
  fields: '--map-field',
  hills: '--map-hill',
  heights: '--map-height',
  blocks: '--map-block',
  road: '--map-road',
  edge: '--map-road-edge',
}
type Colors = Record<keyof typeof tokens, string>

/** The names on the island and around it. */
export const islandNames = island.names

/**
 * The demo's island as tiles that are drawn when they come into sight, one in each frame. The browser paints a canvas after the script has
 * ended, so the time that this takes cannot be measured here.
 */
export class IslandLayer extends GridLayer {
  #colors: Colors | undefined
  #waiting: { canvas: HTMLCanvasElement; draw: () => void }[] = []
  #frame = 0
  #forget: (() => void) | undefined

  constructor(options?: GridLayerOptions) {
    super({ tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1, ...options })
    this.on('add', () => {
      this.#forget = onThemeChange(() => this.#repaint())
    })
    this.on('remove', () => {
      this.#forget?.()
      cancelAnimationFrame(this.#frame)
      this.#waiting = []
    })
  }

  override createTile({ x, y, z }: Coords, done: (failure: undefined, tile: HTMLElement) => void): HTMLElement {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = TILE_PX * Math.ceil(devicePixelRatio)
    const draw = () => {
      this.#draw(canvas, x, y, z)
      done(undefined, canvas)
    }
    this.#waiting.push({ canvas, draw })
    if (this.#waiting.length === 1) this.#frame = requestAnimationFrame(() => this.#work())
    return canvas
  }

  #work(): void {
    this.#waiting = this.#waiting.filter(({ canvas }) => canvas.isConnected) // the others are out of sight again
    this.#waiting.shift()?.draw()
    if (this.#waiting.length > 0) this.#frame = requestAnimationFrame(() => this.#work())
  }

  #repaint(): void {
    const map = this._map
    this.#colors = undefined
    this.remove().addTo(map) // `redraw` would use a zoom between two levels as a level
  }

  #read(): Colors {
    const probe = this.getContainer() ?? document.body
    return Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, colorOf(token, probe)])) as Colors
  }

  #draw(canvas: HTMLCanvasElement, x: number, y: number, z: number): void {
    const context = canvas.getContext('2d')
    if (!context) return
    const colors = (this.#colors ??= this.#read())
    const px = (2 ** z / M_PER_PX) * (canvas.width / TILE_PX)
    context.fillStyle = colors.sea
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.setTransform(px, 0, 0, -px, -x * canvas.width, -y * canvas.height + WORLD_M * px)
    paint(context, colors, px)
  }
}

/** Draws a line with a width in metres, but at least `least`, so that it stays visible. */
const lines = (context: CanvasRenderingContext2D, path: Path2D, color: string, metres: number, least: number) => {
  context.strokeStyle = color
  context.lineWidth = Math.max(metres, least)
  context.stroke(path)
}

function paint(context: CanvasRenderingContext2D, colors: Colors, px: number): void {
  context.lineJoin = context.lineCap = 'round'
  lines(context, paths.land, colors.shallow, 620, 0)
  lines(context, paths.land, colors.shore, 70, 2 / px)
  for (const area of ['land', 'hills', 'woods', 'fields', 'blocks'] as const) {
    context.fillStyle = colors[area]
    context.fill(paths[area])
    if (area === 'hills') context.fill(paths.peaks)
  }
  lines(context, paths.heights, colors.heights, 0, 1 / px)
  lines(context, paths.lanes, colors.edge, 30, 2.4 / px)
  lines(context, paths.roads, colors.edge, 44, 4.4 / px)
  lines(context, paths.lanes, colors.road, 18, 1.4 / px)
  lines(context, paths.roads, colors.road, 30, 2.8 / px)
}
