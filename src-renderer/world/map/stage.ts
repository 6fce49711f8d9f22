import { latLngBounds, Rectangle, TileLayer } from 'leaflet'
import type { Atlas } from './atlas.svelte.ts'
import { Camera } from './camera.svelte.ts'
import { MOST_ZOOM, WORLD_M } from './view.ts'

/** What is drawn below the places. */
export type Ground = { kind: 'tiles'; base: string } | { kind: 'island' } | { kind: 'plain' }

/** A name on the ground. */
export interface GroundName {
  name: string
  x: number
  y: number
  kind: string
}

const isStill = () =>
  document.documentElement.dataset.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches

const pointOf = (event: MouseEvent, element: HTMLElement) => {
  const box = element.getBoundingClientRect()
  return [event.clientX - box.left, event.clientY - box.top] as const
}

/** Opens the map in its element; returns a function that closes it. */
export function openStage(
  element: HTMLElement,
  atlas: Atlas,
  ground: Ground,
  tellNames: (names: readonly GroundName[]) => void,
): () => void {
  const camera = new Camera(element, () => atlas.world, isStill)
  const away = new AbortController()
  const { signal } = away
  layGround(camera, ground, tellNames, signal)
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      camera.turn(event, ...pointOf(event, element))
    },
    { passive: false, signal },
  )
  element.addEventListener('dblclick', (event) => camera.zoomBy(event.shiftKey ? -1 : 1, ...pointOf(event, element)), {
    signal,
  })
  element.addEventListener(
    'keydown',
    (event) => {
      const isSigns = event.target !== element && event.key === 'Enter'
      if (!isSigns && onMapKey(event, atlas)) event.preventDefault()
    },
    { signal },
  )
  camera.map.on('click', ({ latlng, originalEvent }) => {
    const isSign = originalEvent.target instanceof Element && originalEvent.target.closest('button')
    // the second press of a double one only zooms
    if (!isSign && originalEvent.detail < 2) atlas.press({ x: latlng.lng, y: latlng.lat })
  })
  const sizes = new ResizeObserver(() => camera.map.invalidateSize({ pan: false }))
  sizes.observe(element)
  atlas.camera = camera
  return () => {
    away.abort()
    sizes.disconnect()
    if (atlas.camera === camera) atlas.camera = undefined
    camera.close()
  }
}

function layGround(
  { map }: Camera,
  ground: Ground,
  tellNames: (names: readonly GroundName[]) => void,
  signal: AbortSignal,
): void {
  if (ground.kind === 'tiles') return layTiles(map, ground.base, signal)
  if (ground.kind === 'plain') {
    const side = latLngBounds([0, 0], [WORLD_M, WORLD_M])
    new Rectangle(side, { className: 'plain-ground', stroke: false, interactive: false }).addTo(map)
    return
  }
  void import('./island-layer.ts').then(({ IslandLayer, islandNames }) => {
    if (signal.aborted) return
    new IslandLayer({ maxZoom: MOST_ZOOM }).addTo(map)
    tellNames(islandNames)
  })
}

/**
 * The profile's tiles, `<base>/<zoom>/<column>/<row>.png`, with rows from the south. Failed tiles are requested again when the network
 * returns.
 */
function layTiles(map: Camera['map'], base: string, signal: AbortSignal): void {
  const tiles = new TileLayer(`${base.replace(/(?<!\/)\/+$/, '')}/{z}/{x}/{y}.png`, {
    tms: true,
    noWrap: true,
    minNativeZoom: 1,
    maxNativeZoom: 6,
    minZoom: -2,
    maxZoom: MOST_ZOOM,
    updateWhenZooming: false,
  })
  let returns = 0
  const askedAt = new WeakMap<HTMLElement, number>()
  const ask = (tile: HTMLImageElement) => {
    askedAt.set(tile, returns)
    tile.hidden = false
    tile.setAttribute('src', tile.src)
  }
  tiles.on('tileloadstart', ({ tile }) => askedAt.set(tile, returns))
  tiles.on('tileerror', ({ tile }) => {
    tile.hidden = true
    // the request was sent before the network returned, so it is sent again
    if (tile instanceof HTMLImageElement && askedAt.get(tile) !== returns) ask(tile)
  })
  const askAgain = () => {
    returns += 1
    tiles.getContainer()?.querySelectorAll<HTMLImageElement>('img[hidden]').forEach(ask)
  }
  addEventListener('online', askAgain, { signal })
  tiles.addTo(map)
}

/** Handles a key on the map. Returns true if the key has an effect. */
export function onMapKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { camera, press, route, leave }: Pick<Atlas, 'camera' | 'press' | 'route' | 'leave'>,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !camera) return false
  const keys: Record<string, () => unknown> = {
    ArrowLeft: () => camera.step(-1, 0),
    ArrowRight: () => camera.step(1, 0),
    ArrowUp: () => camera.step(0, -1),
    ArrowDown: () => camera.step(0, 1),
    '+': () => camera.zoomBy(0.6),
    '=': () => camera.zoomBy(0.6),
    '-': () => camera.zoomBy(-0.6),
    '0': () => camera.fit(),
    Home: () => camera.fit(),
    // a tool used by keyboard takes the spot in the middle of the map
    Enter: () => press(camera.toMap(camera.view.width / 2, camera.view.height / 2)),
    Backspace: () => route.removeLast(),
    Escape: leave,
  }
  const act = keys[event.key]
  act?.()
  return act !== undefined
}
