import { WORLD_M, type Viewport } from './viewport.svelte.ts'

const TILE_PX = 256
const [LEAST_ZOOM, MOST_ZOOM] = [1, 6]

export interface Tile {
  url: string
  left: number
  top: number
  /** Side on screen in px. */
  size: number
}

type View = Pick<Viewport, 'scale' | 'width' | 'height' | 'toMap' | 'toScreen'>

/** Coarser pictures that lie below: what is seen while the fine ones load, and where there are none. */
const LEVELS_BELOW = 2

/** The pictures of one zoom that cover what is on screen. */
function levelOf(base: string, view: View, zoom: number): Tile[] {
  const sideM = WORLD_M / 2 ** zoom
  const at = (metres: number) => Math.min(2 ** zoom - 1, Math.max(0, Math.floor(metres / sideM)))
  const [upper, lower] = [view.toMap(0, 0), view.toMap(view.width, view.height)]
  const size = sideM * view.scale
  const tiles: Tile[] = []
  for (let column = at(upper.x); column <= at(lower.x); column++)
    for (let row = at(lower.y); row <= at(upper.y); row++) {
      const { left, top } = view.toScreen({ x: column * sideM, y: (row + 1) * sideM })
      tiles.push({ url: `${base.replace(/(?<!\/)\/+$/, '')}/${zoom}/${column}/${row}.png`, left, top, size })
    }
  return tiles
}

/**
 * The pictures that cover what is on screen, rows counted from the south: `<base>/<zoom>/<column>/<row>.png`. Coarse ones come
 * first and lie below the fine ones.
 */
export function tilesOf(base: string, view: View): Tile[] {
  const wanted = Math.round(Math.log2((view.scale * WORLD_M) / TILE_PX))
  const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, wanted))
  const below = Math.max(LEAST_ZOOM, zoom - LEVELS_BELOW)
  return [...(below < zoom ? levelOf(base, view, below) : []), ...levelOf(base, view, zoom)]
}
