import banner from '../../../resources/demo/banner.json' with { type: 'json' }
import pictures from '../../../resources/demo/pictures.json' with { type: 'json' }
import { hashOf } from '../../lib/index.ts'
import type { DemoRoute } from '../route.ts'

const shapes: Partial<Record<string, string>> = pictures.shapes
/** What is drawn of which names, and in which colour. The first that fits counts. */
const looks = pictures.looks as [kind: string, names: string, drawn: string, colour?: string][]
const LETTERS = 2

/** The first letters of several words, also of joined ones (`DeichPilot`), so that names with the same first word differ. */
function lettersOf(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : name
  return letters.slice(0, LETTERS).toUpperCase()
}

const svg = (box: string, inside: string, width = 480, height = 300) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">${inside}</svg>`
const lines = (colour: string, fill: string, shape: string) =>
  `<g stroke="${colour}" fill="${fill}" fill-opacity=".22" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${shape}</g>`
const onColours = (from: string, to: string, inside: string) =>
  `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>${inside}`

/** What a thing looks like, or its letters: an item on nothing, all else as on a photo. */
function pictureOf(kind: string, name: string): string {
  const [, , drawn = '', colour] = looks.find(([of, fits]) => of === kind && new RegExp(fits).test(name)) ?? []
  const shape = drawn
    .split(' ')
    .map((one) => shapes[one] ?? '')
    .join('')
  if (colour && kind === 'items') return svg('-6 -6 36 36', lines(colour, colour, shape), 96, 96)
  if (colour)
    return svg('0 0 96 60', onColours('#c4dbe8', '#8fb4ca', `<g fill="${colour}" color="${colour}">${shape}</g>`))
  const hue = hashOf(name) % 360
  const inside = shape
    ? lines('#fff', '#fff', shape)
    : `<text x="50%" y="54%" fill="#fff" font-family="sans-serif" font-weight="600" font-size="9" text-anchor="middle" dominant-baseline="middle">${lettersOf(name)}</text>`
  const drawing = `<svg y="21%" height="58%" viewBox="0 0 24 24">${inside}</svg>`
  return svg('0 0 480 300', onColours(`hsl(${hue} 45% 42%)`, `hsl(${hue + 40} 50% 24%)`, drawing))
}

export const picturesRoute: DemoRoute = ({ method, segments }) => {
  const [first, kind = '', file = ''] = segments
  if (method !== 'GET' || first !== 'images' || segments.length !== 3) return undefined
  const name = file.replace(/\.\w+$/, '').replace(/^(market_)?(nw_)?/, '')
  const body = kind === 'banner' ? banner.join('') : pictureOf(kind, name)
  return { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }, body }
}
