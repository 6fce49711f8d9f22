import { communityRoutes } from './routes/index.ts'
import { type DemoService, serve, type ServeOptions } from './service.ts'
import type { DemoRoute } from './route.ts'

export interface DemoServiceOptions extends Omit<ServeOptions, 'routes'> {
  /** Every value the demo invents follows from it. */
  seed: string
  /** Asked before the demo's own routes, so that they can also replace one. */
  routes?: readonly DemoRoute[]
}

const REMEMBER = 10_000

/** Starts the demo community's service on a loopback port; it remembers what it was asked. */
export function startDemoService({ seed, routes = [], ...options }: DemoServiceOptions): Promise<DemoService> {
  const all = Promise.resolve([...routes, ...communityRoutes({ seed })])
  return serve({ remember: REMEMBER, ...options, routes: () => all })
}
