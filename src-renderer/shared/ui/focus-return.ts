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

/** Calls `lost` once `element` is gone or disabled; nobody waits any more when the focus goes elsewhere. */
function whenLost(element: HTMLElement, lost: () => void): void {
  const watch = new MutationObserver(() => {
    if (isUsable(element)) return
    stop()
    if (document.activeElement === document.body || document.activeElement === element) lost()
  })
  const stop = () => {
    watch.disconnect()
    document.removeEventListener('focusin', stop)
  }
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', stop)
}

/**
 * Remembers where the focus is; the returned function brings it back there. Where that is gone or disabled by then, or soon
 * after because of what was just done, the focus goes to what is left nearest to it, and never to nowhere.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement
  if (!(before instanceof HTMLElement) || before === document.body) return () => undefined
  const places = around(before)
  return () => {
    if (!isUsable(before)) return focusNear(places)
    before.focus()
    whenLost(before, () => focusNear(places))
  }
}
