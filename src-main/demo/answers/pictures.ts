import banner from '../../../resources/demo/banner.json' with { type: 'json' }
import pictures from '../../../resources/demo/pictures.json' with { type: 'json' }
import { hashOf } from '../random.ts'
import type { DemoRoute } from '../route.ts'

/** How large a picture is, and the drawing on it. */
const sizes: Record<string, readonly [width: number, height: number]> = {
  items: [96, 96],
  vehicles: [480, 320],
  houses: [480, 320],
}
const OTHERS = [600, 300] as const
/** The side of a drawing's own square. */
const DRAWING = 24

const LETTERS = 2

/** Of several words the first letter of each, so that those which begin alike differ. */
function lettersOf(name: string): string {
  const words = name.split(/[^a-z0-9]+/i).filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : name
  return letters.slice(0, LETTERS).toUpperCase()
}

/** A plain picture: the name's own colour, and what such a thing looks like, or its letters. */
function pictureOf(kind: string, name: string): string {
  const hue = hashOf(name) % 360
  const [width, height] = sizes[kind] ?? OTHERS
  const drawing = pictures.find((one) => one.kind === kind && new RegExp(one.of).test(name))
  const scale = (height * 0.58) / DRAWING
  const at = [(width - DRAWING * scale) / 2, (height - DRAWING * scale) / 2].join(' ')
  const inside = drawing
    ? `<g transform="translate(${at}) scale(${scale})" fill="none" stroke="#fff" stroke-opacity=".92" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${drawing.shape}</g>`
    : `<text x="50%" y="54%" fill="#fff" fill-opacity=".85" font-family="sans-serif" font-weight="700" font-size="${height / 2.6}" text-anchor="middle" dominant-baseline="middle">${lettersOf(name)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 42%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 50% 24%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${inside}</svg>`
}

export const picturesRoute: DemoRoute = ({ method, segments }) => {
  const [first, kind = '', file = ''] = segments
  if (method !== 'GET' || first !== 'images' || segments.length !== 3) return undefined
  const name = file.replace(/\.\w+$/, '').replace(/^(market_)?(nw_)?/, '')
  const body = kind === 'banner' ? banner.join('') : pictureOf(kind, name)
  return { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }, body }
}
