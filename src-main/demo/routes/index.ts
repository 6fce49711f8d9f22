import type { DemoRoute } from '../route.ts'
import { newsRoute } from './news.ts'

/** What every family of routes is made from. */
export interface DemoWorld {
  seed: string
}

/** The information interface's routes, one family each. */
export const communityRoutes = (_world: DemoWorld): DemoRoute[] => [newsRoute]
