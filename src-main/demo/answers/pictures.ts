import banner from '../../../resources/demo/banner.json' with { type: 'json' }
import pictures from '../../../resources/demo/pictures.json' with { type: 'json' }
import { hashOf } from '../random.ts'
import type { DemoRoute } from '../route.ts'

/** How large a picture is. */
const SIZE = { width: 480, height: 300 }
const LETTERS = 2
/** Things of one kind have much the same colour. */
const HUES_OF_A_KIND = 40

/** Of several words the first letter of each, so that those which begin alike differ. */
function lettersOf(name: string): string {
  const words = name.split(/[^a-z0-9]+/i).filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : name
  return letters.slice(0, LETTERS).toUpperCase()
}

/** What a thing looks like, or its letters, in the colour of its kind: an item on nothing, all else as on a photo. */
function pictureOf(kind: string, name: string): string {
  const drawing = pictures.find((one) => one.kind === kind && new RegExp(one.of).test(name))
  const hue = drawing ? hashOf(drawing.of) + (hashOf(name) % HUES_OF_A_KIND) : hashOf(name)
  const isItem = kind === 'items'
  const colour = isItem ? `hsl(${hue % 360} 55% 50%)` : '#fff'
  const inside = drawing
    ? `<g fill="none" stroke="${colour}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawing.shape}</g>`
    : `<text x="50%" y="54%" fill="${colour}" font-family="sans-serif" font-weight="700" font-size="16" text-anchor="middle" dominant-baseline="middle">${lettersOf(name)}</text>`
  if (isItem)
    return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-6 -6 36 36">${inside}</svg>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue % 360} 45% 42%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 50% 24%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><svg y="21%" height="58%" viewBox="0 0 24 24">${inside}</svg></svg>`
}

export const picturesRoute: DemoRoute = ({ method, segments }) => {
  const [first, kind = '', file = ''] = segments
  if (method !== 'GET' || first !== 'images' || segments.length !== 3) return undefined
  const name = file.replace(/\.\w+$/, '').replace(/^(market_)?(nw_)?/, '')
  const body = kind === 'banner' ? banner.join('') : pictureOf(kind, name)
  return { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }, body }
}
