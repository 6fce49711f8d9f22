/** Type on a canvas, which no stylesheet reaches: a size token in px at the player's scale, and the font in that size. */
export function canvasType(size: '--size-xs', weight: '--weight-normal' | '--weight-medium' = '--weight-normal') {
  const root = getComputedStyle(document.documentElement)
  const token = (name: string) => root.getPropertyValue(name).trim()
  const px = parseFloat(token(size)) * parseFloat(root.fontSize)
  return { px, font: `${token(weight)} ${px}px ${token('--font')}` }
}
