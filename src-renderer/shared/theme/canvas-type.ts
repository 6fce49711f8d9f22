/** Type on a canvas, which no stylesheet reaches: a size token in px at the player's scale, and the font in that size. */
export function canvasType(size: '--size-xs', weight: '--weight-normal' | '--weight-medium' = '--weight-normal') {
  const root = getComputedStyle(document.documentElement)
  const token = (name: string) => root.getPropertyValue(name).trim()
  const px = parseFloat(token(size)) * parseFloat(root.fontSize)
  return { px, font: `${token(weight)} ${px}px ${token('--font')}` }
}

/** A colour token as a canvas understands it: `light-dark()` is resolved by an element's own colour. */
export function colorOf(name: string, probe: HTMLElement): string {
  const before = probe.style.color
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.style.color = before
  return color
}
