/** The font for text on a canvas, which has no stylesheet: a size token in px at the player's scale, and the CSS font. */
export function canvasType(size: '--size-xs', weight: '--weight-normal' | '--weight-medium' = '--weight-normal') {
  const root = getComputedStyle(document.documentElement)
  const token = (name: string) => root.getPropertyValue(name).trim()
  const px = parseFloat(token(size)) * parseFloat(root.fontSize)
  return { px, font: `${token(weight)} ${px}px ${token('--font')}` }
}

/** A colour token for a canvas. The computed colour of an element resolves `light-dark()`. */
export function colorOf(name: string, probe: HTMLElement): string {
  const before = probe.style.color
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.style.color = before
  return color
}
