import type { Atlas } from './atlas.svelte.ts'

const DRAG_FROM_PX = 4
const WHEEL_STEP = 0.0018
const KEY_ZOOM = 1.5

/** Lets a pointer, a wheel and the keyboard move the map; returns the way out. */
export function attachInput(element: HTMLElement, atlas: Atlas): () => void {
  const away = new AbortController()
  const { signal } = away
  element.addEventListener('wheel', (event) => onWheel(event, element, atlas), { passive: false, signal })
  element.addEventListener('keydown', (event) => onMapKey(event, atlas) && event.preventDefault(), { signal })
  listenToPointer(element, atlas, signal)
  return () => away.abort()
}

const pointOf = (event: MouseEvent, element: HTMLElement) => {
  const box = element.getBoundingClientRect()
  return [event.clientX - box.left, event.clientY - box.top] as const
}

function onWheel(event: WheelEvent, element: HTMLElement, { viewport }: Atlas): void {
  event.preventDefault()
  const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
  const speed = event.ctrlKey ? 6 : 1 // a pinch on a trackpad comes in small steps
  viewport.zoomBy(Math.exp(-event.deltaY * lines * WHEEL_STEP * speed), ...pointOf(event, element))
}

function listenToPointer(element: HTMLElement, atlas: Atlas, signal: AbortSignal): void {
  let held: { left: number; top: number; moved: boolean } | undefined
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const [left, top] = pointOf(event, element)
    held = { left, top, moved: false }
    element.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    const [left, top] = pointOf(event, element)
    if (!held) {
      atlas.hovered = atlas.placeAt(left, top)?.id
      return
    }
    if (!held.moved && Math.hypot(left - held.left, top - held.top) < DRAG_FROM_PX) return
    atlas.viewport.panBy(left - held.left, top - held.top)
    held = { left, top, moved: true }
  }
  const onUp = (event: PointerEvent) => {
    if (held && !held.moved) atlas.choose(atlas.placeAt(...pointOf(event, element)))
    held = undefined
  }
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', onUp, { signal })
  element.addEventListener('pointercancel', () => (held = undefined), { signal })
  element.addEventListener('pointerleave', () => (atlas.hovered = undefined), { signal })
  element.addEventListener(
    'dblclick',
    (event) => atlas.viewport.zoomBy(event.shiftKey ? 1 / KEY_ZOOM : KEY_ZOOM, ...pointOf(event, element)),
    { signal },
  )
}

/** What a key does to the map; true if it did something. */
export function onMapKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { viewport, choose }: { viewport: Atlas['viewport']; choose: (place: undefined) => void },
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const keys: Record<string, () => void> = {
    ArrowLeft: () => viewport.step(-1, 0),
    ArrowRight: () => viewport.step(1, 0),
    ArrowUp: () => viewport.step(0, -1),
    ArrowDown: () => viewport.step(0, 1),
    '+': () => viewport.zoomBy(KEY_ZOOM),
    '=': () => viewport.zoomBy(KEY_ZOOM),
    '-': () => viewport.zoomBy(1 / KEY_ZOOM),
    '0': () => viewport.fit(),
    Home: () => viewport.fit(),
    Escape: () => choose(undefined),
  }
  const act = keys[event.key]
  act?.()
  return act !== undefined
}
