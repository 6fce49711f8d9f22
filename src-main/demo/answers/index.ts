import { endpoints } from '../../community/index.ts'
import { type DemoRoute, notFound, timed } from '../route.ts'
import type { Answers, DemoWorld } from './answer.ts'
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

/** Each endpoint with the pattern of its path, whose groups are the parameters. */
const routes = endpoints.map(({ name, path, shape }) => ({
  name,
  shape,
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** Answers every endpoint of the interface, at its path and in its shape. */
const endpointsRoute =
  (world: DemoWorld): DemoRoute =>
  async ({ method, segments, now, origin }) => {
    if (method !== 'GET') return undefined
    for (const { name, shape, pattern } of routes) {
      const found = pattern.exec(`/${segments.join('/')}`)
      if (!found) continue
      const answer = await answers[name]({ ...world, now, origin, params: { ...found.groups } })
      if (answer === undefined) return notFound()
      return timed(shape === 'body' ? (answer as object) : { data: answer }, now)
    }
    return undefined
  }

/** The information interface, and the pictures that its answers name. */
export const communityRoutes = (world: DemoWorld): DemoRoute[] => [endpointsRoute(world), picturesRoute]
