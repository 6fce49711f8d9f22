import { endpoints } from '../../community/index.ts'
import { type DemoRoute, notFound, timed } from '../route.ts'
import type { Answers, DemoQuery, DemoWorld } from './answer.ts'
import { modAnswers } from './mods.ts'
import { picturesRoute } from './pictures.ts'
import { playerAnswers } from './player.ts'
import { serverAnswers } from './servers.ts'
import { shopAnswers } from './shops.ts'
import { worldAnswers } from './world.ts'

/** Every endpoint's answer. A missing one does not compile. */
const answers: Answers = {
  ...modAnswers,
  ...serverAnswers,
  ...playerAnswers,
  ...shopAnswers,
  ...worldAnswers,
}

/** The parameters of a path that fits an endpoint's template; `undefined` if it does not fit. */
function paramsIn(template: string, segments: readonly string[]): DemoQuery['params'] | undefined {
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
    if (method !== 'GET') return undefined
    for (const { name, path, shape } of endpoints) {
      const params = paramsIn(path, segments)
      if (!params) continue
      const answer = await answers[name]({ ...world, now, origin, params })
      if (answer === undefined) return notFound()
      return timed(shape === 'body' ? (answer as object) : { data: answer }, now)
    }
    return undefined
  }

/** The information interface, and the pictures that its answers name. */
export const communityRoutes = (world: DemoWorld): DemoRoute[] => [endpointsRoute(world), picturesRoute]
