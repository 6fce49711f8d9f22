import { endpoints } from '../../community/index.ts'
import { hashOf } from '../random.ts'
import { type DemoRoute, notFound, timed } from '../route.ts'
import type { Answers, Asked, DemoWorld } from './answer.ts'
import { banner } from './banner.ts'
import { modAnswers } from './mods.ts'
import { playerAnswers } from './player.ts'
import { serverAnswers } from './servers.ts'
import { shopAnswers } from './shops.ts'
import { worldAnswers } from './world.ts'

/** Every endpoint's answer; one that is missing does not compile. */
const answers: Answers = {
  ...modAnswers,
  ...serverAnswers,
  ...playerAnswers,
  ...shopAnswers,
  ...worldAnswers,
}

/** The parameters of a path that fits an endpoint's template; `undefined` where it does not. */
function paramsIn(template: string, segments: readonly string[]): Asked['params'] | undefined {
  const parts = template.split('/').filter(Boolean)
  if (parts.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? ''
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (name) params[name] = segment
    else if (part !== segment) return undefined
  }
  return params
}

/** Answers every endpoint of the interface, at its path and in its shape. */
const endpointsRoute =
  (world: DemoWorld): DemoRoute =>
  async ({ method, segments, now, origin }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    for (const { name, path, shape } of endpoints) {
      const params = paramsIn(path, segments)
      if (!params) continue
      const answer = await answers[name]({ ...world, now, origin, params })
      if (answer === undefined) return notFound()
      return timed(shape === 'body' ? (answer as object) : { data: answer }, now)
    }
    return undefined
  }

const LETTERS = 2

/** Of several words the first letter of each, so that those which begin alike differ. */
function lettersOf(name: string): string {
  const words = name.split(/[^a-z0-9]+/i).filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : name
  return letters.slice(0, LETTERS).toUpperCase()
}

/** A plain picture for each `/images/<kind>/<name>`: a colour and letters of the thing's name. */
const imagesRoute: DemoRoute = ({ method, segments }) => {
  if (method !== 'GET' || segments[0] !== 'images' || segments.length !== 3) return undefined
  const name = (segments.at(-1) ?? '').replace(/\.\w+$/, '').replace(/^(market_|nw_)/, '')
  const hue = hashOf(name) % 360
  const letters = lettersOf(name)
  const wide = segments[1] !== 'items'
  const [width, height] = wide ? [600, 300] : [96, 96]
  const body =
    segments[1] === 'banner'
      ? banner()
      : `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 42%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 50% 24%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><text x="50%" y="54%" fill="#fff" fill-opacity=".85" font-family="sans-serif" font-weight="700" font-size="${height / 2.6}" text-anchor="middle" dominant-baseline="middle">${letters}</text></svg>`
  return { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' }, body }
}

/** The information interface, and the pictures that its answers name. */
export const communityRoutes = (world: DemoWorld): DemoRoute[] => [endpointsRoute(world), imagesRoute]
