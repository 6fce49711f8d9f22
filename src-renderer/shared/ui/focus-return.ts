const FOCUSABLE = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, [tabindex]'

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')

/** The elements around an element, nearest first. */
function around(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) found.push(at)
  return found
}

/** Focuses an element; true if that worked. A hidden element cannot be focused. */
const takes = (element: HTMLElement): boolean => {
  element.focus()
  return document.activeElement === element
}

/** Focuses the first possible element in the nearest remaining place, or else the place itself. */
function focusNear(places: readonly HTMLElement[]): void {
  const still = places.filter(({ isConnected }) => isConnected)
  still.some((place) => [...place.querySelectorAll<HTMLElement>(FOCUSABLE), place].some(takes))
}

/** True if the element is visible. jsdom has no layout, so there it is always true. */
const isShown = (element: HTMLElement): boolean =>
  !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true })

/**
 * Calls `lost` when the focused `element` is removed, disabled or hidden. Stops if the player moves the focus, also by a click on
 * something that cannot have it.
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
  // checked in a microtask, because an element that is being removed may still be in the document now
  element.addEventListener('focusout', () => queueMicrotask(look), { signal: end.signal })
}

/**
 * Remembers the focused element and returns a function that focuses it again. If the element is gone, disabled or hidden by then, or
 * soon after, the focus goes to the nearest remaining element, so that it is never lost.
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

/**
 * An attachment: when the focused control of this place is gone, as Pause is when it was pressed, the focus goes to what came instead, or
 * else to what is now where it was; to the place itself, if it takes it, when it has no control left.
 */
export function keepsFocus(place: HTMLElement): () => void {
  const controls = () => [...place.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const hear = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const before = controls()
    whenLost(target, () => {
      const now = controls()
      // where it and what went with it began: a second press of a key, such as on Stop, must not do the same to the next
      const at = before.slice(0, before.indexOf(target)).findLastIndex((one) => now.includes(one)) + 1
      const there = now.slice(0, at + 1).reverse()
      ;[...now.filter((one) => !before.includes(one)), ...there, place].some(takes)
    })
  }
  place.addEventListener('focusin', hear)
  return () => place.removeEventListener('focusin', hear)
}
