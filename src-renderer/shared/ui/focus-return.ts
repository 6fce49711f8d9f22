const FOCUSABLE = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, [tabindex]'

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')

/** Everything around an element, the nearest first. */
function around(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) found.push(at)
  return found
}

/** Takes the focus if it can: what is hidden cannot. */
const takes = (element: HTMLElement): boolean => {
  element.focus()
  return document.activeElement === element
}

/** Focuses the first thing in the nearest of `places` that is still there; a place itself where nothing in it can be used. */
function focusNear(places: readonly HTMLElement[]): void {
  const still = places.filter(({ isConnected }) => isConnected)
  still.some((place) => [...place.querySelectorAll<HTMLElement>(FOCUSABLE), place].some(takes))
}

/** Whether the page shows it; jsdom has no layout, and no such question. */
const isShown = (element: HTMLElement): boolean =>
  !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true })

/**
 * Calls `lost` once `element`, which has the focus, is gone, disabled or hidden. Nobody waits any more when the player takes the focus
 * elsewhere, be it to nothing, as by a press beside everything.
 */
function whenLost(element: HTMLElement, lost: () => void): void {
  const end = new AbortController()
  const look = () => {
    if (end.signal.aborted || (isUsable(element) && document.activeElement === element)) return
    end.abort()
    const wasLeft = isUsable(element) && isShown(element)
    if (!wasLeft && [document.body, element].some((holder) => holder === document.activeElement)) lost()
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  end.signal.addEventListener('abort', () => watch.disconnect())
  // only in a turn of its own is it known why the focus went: what is being removed may still be there
  element.addEventListener('focusout', () => queueMicrotask(look), { signal: end.signal })
}

/**
 * Remembers where the focus is; the returned function brings it back there. Where that is gone, disabled or hidden by then, or soon
 * after because of what was just done, the focus goes to what is left nearest to it, and never to nowhere.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement
  if (!(before instanceof HTMLElement) || before === document.body) return () => undefined
  const places = around(before)
  return () => {
    if (isUsable(before) && takes(before)) whenLost(before, () => focusNear(places))
    else focusNear(places)
  }
}
